"""Conditions on the cards of a list: those that a table answers, and those about the cards attached to one card.

A condition on what is printed is answered for all cards by a table (see `constants`), so that the cards which fail it
are left out of a list in one call. Nothing here writes source: that is `expressions`.
"""

from __future__ import annotations

from dsl.program.expressions import And, Binary, Expr, Fact, Filter, Int, Local, Or, Zone
from dsl.program.operators import free_locals
from dsl.program.program import Program
from interpreter.analysis.coverage import records_coverage
from interpreter.generated.constants import Constants


class CardConditions:
    """Tells conditions of one program apart."""

    def __init__(self, program: Program, constants: Constants) -> None:
        self._constants = constants
        self._riding = program.riding

    def in_table(self, condition: Expr, local: int) -> bool:
        """Whether a table has the cards that fail a condition on the card in a local."""
        if self._constants.failing(condition, local) or self._constants.compared(condition, local):
            return True
        rest = [part for part in any_of(condition) if local in free_locals(part)]
        return len(rest) == 1 and rest[0] != condition and self.in_table(rest[0], local)

    def zone_of(self, cards: Expr) -> Expr | None:
        """The zone whose cards these are, except for some that are left out because of what is printed on them."""
        while isinstance(cards, Filter) and self._constants.failing(cards.condition, cards.local):
            cards = cards.cards
        return cards if isinstance(cards, Zone) and not free_locals(cards) else None

    def attached(self, cards: Expr, local: int, condition: Expr) -> tuple[Expr, Expr] | None:
        """For cards attached to one card: the part of the condition that says so, and that card."""
        if self._riding is None or cards != Zone(Int(self._riding.zone)):
            return None
        carrier = Binary("-", Fact(self._riding.fact, Local(local)), Int(1))
        for part in all_of(condition):
            if isinstance(part, Binary) and (part.operator, part.left) == ("==", carrier):
                return None if local in free_locals(part.right) else (part, part.right)
        return None

    def table_first(self, cards: Expr, local: int, condition: Expr) -> tuple[Expr, int, Expr]:
        """Cards, a local and a condition on it, changed so that what a table answers is asked before what needs a loop.

        That is, of two conditions on the same cards, the inner one.
        """
        if not isinstance(cards, Filter) or not self._is_printed(condition, local) or self._stays_first(cards):
            return cards, local, condition
        return Filter(cards.cards, local, condition), cards.local, cards.condition

    def _is_printed(self, condition: Expr, local: int) -> bool:
        return self._constants.failing(condition, local) is not None

    def _stays_first(self, cards: Filter) -> bool:
        """Whether the condition needs no loop either, or must be tested for every card."""
        if records_coverage(cards.condition):
            return True
        attached = self.attached(cards.cards, cards.local, cards.condition)
        return attached is not None or self._is_printed(cards.condition, cards.local)


def all_of(condition: Expr) -> tuple[Expr, ...]:
    """The conditions all of which must hold."""
    return condition.parts if isinstance(condition, And) else (condition,)


def any_of(condition: Expr) -> tuple[Expr, ...]:
    """The conditions one of which must hold."""
    return condition.parts if isinstance(condition, Or) else (condition,)
