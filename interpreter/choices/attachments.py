"""What the name of a card says beside the card itself: its facts, and the cards attached to it.

    clay pot (cracked) + clock 2

This is part of an option's words, except for facts `most first`: of cards that differ only in these, one is meant. The
*load* of a card is a number that stands for all of it, small enough for a pick (see `picks`); 0 if all facts are 0 and
nothing is attached. Its bytes are 1, the values of the facts, and for each attached card, in the order of their words,
the first card with its name and the values of its facts; a card is one byte, or two in a game whose lists are `Wide`.
The load of a card that lies face down in a line or pile is its position, by which it is called: `face-down card 3`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any

from dsl.program.program import Program
from dsl.program.setup import FactOf
from dsl.text.letters import ON
from interpreter.analysis.equal_names import first_by_name
from interpreter.analysis.memo import Cache, once_per_program
from interpreter.state.changes import ONE, attached
from interpreter.state.layout import Flat, layout_of
from interpreter.state.wording import with_facts

LENGTH = 2
"""The bytes before each load of a selection that say how long it is; twice as many in a game whose lists are `Wide`."""


class Attachments:
    """Reads attachments and facts from states of one program; most programs have no attachments.

    `carriers` are the cards to which others can be attached, `told` those with facts that options tell, `varied` both.
    Those that lie face down, the `backs`, count as carriers.
    """

    def __init__(self, program: Program) -> None:
        layout, riding, facing = layout_of(program), program.riding, program.facing
        self._lists = program.lists
        self._width = 1 if self._lists is bytes else 2
        self.possible = riding is not None
        self.backs = facing.backs if facing else range(0)
        self.carriers = self._lists([*(riding.carriers if riding else ()), *self.backs])
        self._ordered = [
            (layout.zones + zone, place.shape == "pile")
            for zone, place in enumerate(program.places)
            if self.backs and place.shape != "heap"
        ]
        self.ranked = frozenset(card for f in program.facts if f.most_first for card in _having(f))
        self._zone = layout.zones + riding.zone if riding else -1
        self._fact = layout.facts + riding.fact if riding else -1
        self._names = tuple(face.name for face in program.faces)
        told = [(layout.facts + at, fact) for at, fact in enumerate(program.facts) if fact.is_told]
        self._facts = tuple(tuple((at, fact) for at, fact in told if card in _having(fact)) for card in _cards(program))
        self.told = self._lists(card for card, facts in enumerate(self._facts) if facts)
        self.varied = self._lists(sorted({*self.carriers, *self.told}))
        slots = [at for at, _ in told] + ([self._zone, self._fact] if riding else [])
        slots += [slot for slot, _ in self._ordered]
        self._read: Callable[[Flat], object] = itemgetter(*slots) if slots else lambda _: None
        self._plain: Cache[bytes, bytes] = Cache()
        self._by_name = first_by_name(program)
        self._digits = [first.to_bytes(self._width, "big") for first in self._by_name]
        self._state: object = None
        self._loads: dict[int, int] = {}

    def on(self, s: Sequence[Any], card: int) -> list[int]:
        """The cards attached to a card, in the order of their names."""
        if not self.possible or card < 0:
            return []
        return sorted(attached(s[self._zone], s[self._fact], card), key=self._names.__getitem__)

    def loads(self, s: Flat) -> Mapping[int, int]:
        """The load of each card that has one, by its id; cached until an attachment or a fact changes."""
        state = self._read(s)
        if state != self._state:
            self._state, self._loads = state, dict(self._loaded(s))
        return self._loads

    def _loaded(self, s: Flat) -> Iterator[tuple[int, int]]:
        on: dict[int, list[tuple[str, bytes]]] = {}
        for each in s[self._zone] if self.possible else ():
            words, digits = self._called(each, self._values(s, each)), self._digits[each]
            on.setdefault(s[self._fact][each] - 1, []).append((words, digits + self._values(s, each)))
        for card in {*self.told, *on}:
            values, riders = self._values(s, card), sorted(on.get(card, ()))
            if any(values) or riders:
                yield card, int.from_bytes(b"\1" + values + b"".join(digits for _, digits in riders), "big")

        for zone, is_pile in self._ordered:
            for place, card in enumerate(s[zone][::-1] if is_pile else s[zone], 1):
                if card in self.backs:
                    yield card, place

    def _values(self, s: Flat, card: int) -> bytes:
        return bytes([s[slot][card] for slot, _ in self._facts[card]])

    def _called(self, card: int, values: bytes) -> str:
        """A card's name with its facts."""
        facts = [(fact, value) for (_, fact), value in zip(self._facts[card], values, strict=True)]
        return with_facts(self._names[card], facts)

    def distinct(self, cards: bytes, loads: Mapping[int, int]) -> bytes:
        """Cards in ascending order, the first one of each name, and every card that is distinguished.

        Cards are distinguished if they have a load, or a fact that says which one is meant.
        """
        if len(cards) < 2:
            return cards
        plain = loads.keys().isdisjoint(cards)
        if plain and cards in self._plain:
            return self._plain[cards]
        listed = self._lists(sorted(cards))
        if len(set(cards.translate(self._by_name))) < len(cards):
            found: dict[int, int] = {}
            for card in listed:
                found.setdefault(-card if card in loads or card in self.ranked else self._by_name[card] + 1, card)
            listed = self._lists(found.values())
        if plain:
            self._plain.store(cards, listed)
        return listed

    def distinguished(self, cards: Sequence[int], loads: Mapping[int, int]) -> bool:
        """Whether some of these cards aren't like others of their name."""
        return not (loads.keys().isdisjoint(cards) and self.ranked.isdisjoint(cards))

    def words(self, card: int, load: int) -> str:
        """The name of a card with such a load, in the words of options."""
        if not load:
            return self._called(card, bytes(len(self._facts[card])))
        if card in self.backs:
            return f"{self._names[card]} {load}"
        digits = load.to_bytes((load.bit_length() + 7) // 8, "big")
        found, at = [], 1
        while True:
            end = at + len(self._facts[card])
            found.append(self._called(card, digits[at:end]))
            if end == len(digits):
                return ON.join(found)
            at = end + self._width
            card = int.from_bytes(digits[end:at], "big")

    def packed(self, cards: bytes, loads: Mapping[int, int]) -> int:
        """The loads of several cards as one number; 0 if no card has one."""
        if loads.keys().isdisjoint(cards):
            return 0
        length = LENGTH * self._width
        found = [load.to_bytes((load.bit_length() + 7) // 8, "big") for load in (loads.get(card, 0) for card in cards)]
        return int.from_bytes(b"\1" + b"".join(len(each).to_bytes(length, "big") + each for each in found), "big")

    def names(self, cards: bytes, packed: int) -> list[str]:
        """The names of several cards with such loads."""
        if not packed:
            return [self.words(card, 0) for card in cards]
        length = LENGTH * self._width
        digits, found, at = packed.to_bytes((packed.bit_length() + 7) // 8, "big"), list[str](), 1
        for card in cards:
            end = at + length + int.from_bytes(digits[at : at + length], "big")
            found.append(self.words(card, int.from_bytes(digits[at + length : end], "big")))
            at = end
        return found

    def name(self, s: Flat, card: int) -> str:
        """A card's name with the names of the cards attached to it."""
        return ON.join(self._names[each] for each in (card, *self.on(s, card)))

    def named(self, s: Flat, card: int) -> str:
        """A card's name in the words of options."""
        return self.words(card, self.loads(s).get(card, 0))


def _cards(program: Program) -> range:
    return range(len(program.faces))


def _having(fact: FactOf) -> range:
    """The cards that have a fact."""
    return range(fact.first, fact.first + fact.count)


class AttachedTo:
    """Finds the cards attached to a card; the answers for all cards are cached until an attachment changes."""

    def __init__(self, empty: bytes = b"", one: Sequence[bytes] = ONE) -> None:
        self._empty, self._one = empty, one
        self._lying: bytes | None = None
        self._carriers: bytes | None = None
        self._found: dict[int, bytes] = {}

    def __call__(self, lying: bytes, carriers: bytes, card: int) -> bytes:
        """The cards attached to `card`: `lying` are all attached cards, `carriers` has the carrier of each, plus 1."""
        if lying is not self._lying or carriers is not self._carriers:
            found: dict[int, bytes] = {}
            for each in lying:
                carrier = carriers[each] - 1
                found[carrier] = found.get(carrier, self._empty) + self._one[each]
            self._lying, self._carriers, self._found = lying, carriers, found
        return self._found.get(card, self._empty)


@once_per_program
def attachments_of(program: Program) -> Attachments:
    """The attachments of a program."""
    return Attachments(program)
