"""Checks at every decision: that the invariants of the rules hold, and that no card is created or lost.

A violation is a fault of the rules. Knows nothing of what led to a state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dsl.program.endings import Invariant
from dsl.program.operators import zones_named
from dsl.program.program import Program
from interpreter.analysis.faults import Fault
from interpreter.analysis.memo import once_per_program
from interpreter.generated.executor import conditions
from interpreter.state.layout import Flat, layout_of

MOST_NAMED = 8
"""The most cards of a zone that are named."""


class Checks:
    """Tests the states of one program."""

    def __init__(self, program: Program) -> None:
        layout = layout_of(program)
        self._zones = slice(layout.zones, layout.unordered)
        holding = conditions(program, [invariant.condition for invariant in program.invariants])
        self._invariants = tuple(zip(program.invariants, holding, strict=True))
        self._places = [place.name for place in program.places]
        self._faces = tuple((face.name, face.total) for face in program.faces)
        self._cards = [card for card, face in enumerate(program.faces) for _ in range(face.total)]
        self._join = program.lists().join

    def broken(self, s: Sequence[Any]) -> list[Invariant]:
        """The invariants that don't hold in a state."""
        return [invariant for invariant, holds in self._invariants if not holds(list(s))]

    def lying(self, origin: int, s: Sequence[Any]) -> str:
        """What lies in the zones that the condition of an invariant names; "" if it names none, or if much lies there.

        `origin` is that of the invariant.
        """
        zones = next((zones_named(each.condition) for each, _ in self._invariants if each.origin == origin), ())
        cards = {self._places[zone]: [self._faces[card][0] for card in s[self._zones.start + zone]] for zone in zones}
        if not any(cards.values()) or any(len(each) > MOST_NAMED for each in cards.values()):
            return ""
        return "; ".join(f"`{zone}` holds {', '.join(each) or 'nothing'}" for zone, each in cards.items())

    def inspect(self, s: Flat) -> None:
        """Raise a fault if a state at a decision violates an invariant or the number of cards."""
        for invariant, holds in self._invariants:
            if not holds(s):
                raise Fault("invariant", f"what must always hold doesn't: {invariant.name}", invariant.origin)
        self.count(s)

    def count(self, s: Flat) -> None:
        """Raise a fault if a state holds more or fewer cards than the game has."""
        everything = self._join(s[self._zones])
        if sorted(everything) == self._cards:
            return
        for card, (name, total) in enumerate(self._faces):
            if everything.count(card) != total:
                raise Fault("cards", f"there should be {total} of `{name}`, and there are {everything.count(card)}")


@once_per_program
def checks_of(program: Program) -> Checks:
    """The checks of a program."""
    return Checks(program)
