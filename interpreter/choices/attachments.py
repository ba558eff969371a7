"""Cards attached to others, as states hold them and as their names read: `clay pot + clock`.

The names of the attached cards are part of an option's words. The *load* of a card is a number that stands for those
names, small enough for a pick (see `picks`): for each attached card, in the order of their names, the first card with
its name, plus 1, as a digit in base 256. The load of a card that carries nothing is 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dsl.program.program import Program
from dsl.text.letters import ON
from interpreter.analysis.equal_names import first_by_name
from interpreter.analysis.memo import Cache, once_per_program
from interpreter.state.changes import attached
from interpreter.state.layout import Flat, layout_of

BASE = 256


class Attachments:
    """Reads the attachments from states of one program; in most programs no card can be attached."""

    def __init__(self, program: Program) -> None:
        layout, riding = layout_of(program), program.riding
        self.possible = riding is not None
        self.carriers = riding.carriers if riding else b""
        self.ranked = frozenset(
            card for f in program.facts if f.most_first for card in range(f.first, f.first + f.count)
        )
        self._zone = layout.zones + riding.zone if riding else -1
        self._fact = layout.facts + riding.fact if riding else -1
        self._names = tuple(face.name for face in program.faces)
        self._plain: Cache[bytes, bytes] = Cache()
        self._by_name = first_by_name(program)
        self._digits = tuple(first + 1 for first in self._by_name)
        self._lying, self._carrier = b"", b""
        self._loads: dict[int, int] = {}

    def on(self, s: Sequence[Any], card: int) -> list[int]:
        """The cards attached to a card, in the order of their names."""
        if not self.possible or card < 0:
            return []
        return sorted(attached(s[self._zone], s[self._fact], card), key=self._names.__getitem__)

    def loads(self, s: Flat) -> dict[int, int]:
        """The load of each card that carries something, by its id; cached until an attachment changes."""
        if not self.possible or not s[self._zone]:
            return {}
        if s[self._zone] is not self._lying or s[self._fact] is not self._carrier:
            self._lying, self._carrier, self._loads = s[self._zone], s[self._fact], {}
            for each in sorted(self._lying, key=self._names.__getitem__):
                under = self._carrier[each] - 1
                self._loads[under] = self._loads.get(under, 0) * BASE + self._digits[each]
        return self._loads

    def distinct(self, cards: bytes, loads: dict[int, int]) -> bytes:
        """Cards in ascending order, the first one of each name, and every card that is distinguished.

        Cards are distinguished if they carry something, or have a fact that says which one is meant.
        """
        if len(cards) < 2:
            return cards
        plain = loads.keys().isdisjoint(cards)
        if plain and cards in self._plain:
            return self._plain[cards]
        listed = bytes(sorted(cards))
        if len(set(cards.translate(self._by_name))) < len(cards):
            found: dict[int, int] = {}
            for card in listed:
                found.setdefault(-card if card in loads or card in self.ranked else self._digits[card], card)
            listed = bytes(found.values())
        if plain:
            self._plain.store(cards, listed)
        return listed

    def distinguished(self, cards: Sequence[int], loads: Mapping[int, int]) -> bool:
        """Whether some of these cards aren't like others of their name."""
        return not (loads.keys().isdisjoint(cards) and self.ranked.isdisjoint(cards))

    def words(self, load: int) -> str:
        """What follows the name of a card with such a load."""
        text = ""
        while load:
            load, digit = divmod(load, BASE)
            text = f"{ON}{self._names[digit - 1]}{text}"
        return text

    def packed(self, cards: bytes, loads: Mapping[int, int]) -> int:
        """The loads of several cards as one number; 0 if no card carries anything."""
        if loads.keys().isdisjoint(cards):
            return 0
        digits = [loads.get(card, 0) for card in cards]
        each = [load.to_bytes((load.bit_length() + 7) // 8, "big") + b"\0" for load in digits]
        return int.from_bytes(b"\1" + b"".join(each), "big")

    def suffixes(self, packed: int) -> list[str]:
        """What follows the names of several cards with such loads; no entries if no card carries anything."""
        digits = packed.to_bytes((packed.bit_length() + 7) // 8, "big")[1:]
        return [self.words(int.from_bytes(load, "big")) for load in digits.split(b"\0")[:-1]]

    def name(self, s: Flat, card: int) -> str:
        """A card's name with the names of the cards attached to it."""
        return ON.join(self._names[each] for each in (card, *self.on(s, card)))


class AttachedTo:
    """Finds the cards attached to a card; the answers for all cards are cached until an attachment changes."""

    def __init__(self) -> None:
        self._lying: bytes | None = None
        self._carriers: bytes | None = None
        self._found: dict[int, bytes] = {}

    def __call__(self, lying: bytes, carriers: bytes, card: int) -> bytes:
        """The cards attached to `card`: `lying` are all attached cards, `carriers` has the carrier of each, plus 1."""
        if lying is not self._lying or carriers is not self._carriers:
            found: dict[int, bytes] = {}
            for each in lying:
                carrier = carriers[each] - 1
                found[carrier] = found.get(carrier, b"") + bytes([each])
            self._lying, self._carriers, self._found = lying, carriers, found
        return self._found.get(card, b"")


@once_per_program
def attachments_of(program: Program) -> Attachments:
    """The attachments of a program."""
    return Attachments(program)
