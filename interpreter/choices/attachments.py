"""Cards that lie on others, as states hold them and as people call them: `clay pot + clock`.

In an option the names of what lies on a card are part of its words; a *load* is a number that stands for these names,
small enough to be kept in a pick (see `options`): for each rider, in the order of their names, the least id with that
name, plus 1, as a digit in base 256. Nothing on the card: 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dsl.program.program import Program
from dsl.text.letters import ON
from interpreter.analysis.equal_names import first_by_name
from interpreter.analysis.memo import Latest, once_per_program
from interpreter.state.changes import attached
from interpreter.state.layout import Flat, layout_of

BASE = 256


class Riders:
    """Reads from states of one program what lies on what; a program without such cards has none."""

    def __init__(self, program: Program) -> None:
        layout, riding = layout_of(program), program.riding
        self.there = riding is not None
        self.carriers = riding.carriers if riding else b""
        self.ranked = frozenset(
            card for f in program.facts if f.most_first for card in range(f.first, f.first + f.count)
        )
        self._zone = layout.zones + riding.zone if riding else -1
        self._fact = layout.facts + riding.fact if riding else -1
        self._names = tuple(face.name for face in program.faces)
        self._plain: Latest[bytes, bytes] = Latest()
        self._by_name = first_by_name(program)
        self._digits = tuple(first + 1 for first in self._by_name)
        self._lying, self._carrier = b"", b""
        self._loads: dict[int, int] = {}

    def on(self, s: Sequence[Any], card: int) -> list[int]:
        """The cards that lie on a card, in the order of their names."""
        if not self.there or card < 0:
            return []
        return sorted(attached(s[self._zone], s[self._fact], card), key=self._names.__getitem__)

    def loads(self, s: Flat) -> dict[int, int]:
        """What lies on each card on which something lies: its load by its id; remembered until something changes."""
        if not self.there or not s[self._zone]:
            return {}
        if s[self._zone] is not self._lying or s[self._fact] is not self._carrier:
            self._lying, self._carrier, self._loads = s[self._zone], s[self._fact], {}
            for each in sorted(self._lying, key=self._names.__getitem__):
                under = self._carrier[each] - 1
                self._loads[under] = self._loads.get(under, 0) * BASE + self._digits[each]
        return self._loads

    def apart(self, cards: bytes, loads: dict[int, int]) -> bytes:
        """Cards in ascending order, of those of one name only the least; but all that are not like others of the name.

        These are cards on which something lies, and those with a fact that says which is meant.
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
            self._plain.keep(cards, listed)
        return listed

    def special(self, cards: Sequence[int], loads: Mapping[int, int]) -> bool:
        """Whether there are such cards among some."""
        return not (loads.keys().isdisjoint(cards) and self.ranked.isdisjoint(cards))

    def words(self, load: int) -> str:
        """What stands behind the name of a card with such a load."""
        text = ""
        while load:
            load, digit = divmod(load, BASE)
            text = f"{ON}{self._names[digit - 1]}{text}"
        return text

    def packed(self, cards: bytes, loads: Mapping[int, int]) -> int:
        """The loads of several cards as one number; 0 if nothing lies on any."""
        if loads.keys().isdisjoint(cards):
            return 0
        digits = [loads.get(card, 0) for card in cards]
        each = [load.to_bytes((load.bit_length() + 7) // 8, "big") + b"\0" for load in digits]
        return int.from_bytes(b"\1" + b"".join(each), "big")

    def behind(self, packed: int) -> list[str]:
        """What stands behind the names of several cards with such loads; no words if nothing lies on any."""
        digits = packed.to_bytes((packed.bit_length() + 7) // 8, "big")[1:]
        return [self.words(int.from_bytes(load, "big")) for load in digits.split(b"\0")[:-1]]

    def named(self, s: Flat, card: int) -> str:
        """A card's name with the names of what lies on it."""
        return ON.join(self._names[each] for each in (card, *self.on(s, card)))


class LyingOn:
    """Says what lies on a card, and remembers it for all cards until something of it changes."""

    def __init__(self) -> None:
        self._lying: bytes | None = None
        self._carriers: bytes | None = None
        self._found: dict[int, bytes] = {}

    def __call__(self, lying: bytes, carriers: bytes, card: int) -> bytes:
        """Those of the cards `lying` on others that lie on `card`; `carriers` has for each its carrier, plus 1."""
        if lying is not self._lying or carriers is not self._carriers:
            found: dict[int, bytes] = {}
            for each in lying:
                carrier = carriers[each] - 1
                found[carrier] = found.get(carrier, b"") + bytes([each])
            self._lying, self._carriers, self._found = lying, carriers, found
        return self._found.get(card, b"")


@once_per_program
def riders_of(program: Program) -> Riders:
    """The riders of a program."""
    return Riders(program)
