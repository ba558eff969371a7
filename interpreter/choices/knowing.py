"""A player's knowledge: whether the value of an expression depends on anything hidden.

A player knows a value if nothing that he can't see affects it. The answer errs on the safe side: a player who remembers
or calculates may know more.
"""

from __future__ import annotations

from dsl.program.expressions import Expr, Fact, If, Local, Size, Zone
from dsl.program.operators import THROUGH, children, within
from dsl.program.program import Program
from interpreter.choices.evaluate import Evaluator, Locals
from interpreter.state.layout import Flat, layout_of
from interpreter.state.visibility import sees


class Knowledge:
    """What one player knows of a state at a decision."""

    def __init__(self, program: Program, s: Flat, player: int) -> None:
        self.program = program
        self.s = s
        self.player = player
        self._zones = layout_of(program).zones
        self._values = Evaluator(program)
        self.seen = frozenset(zone for zone in range(len(program.places)) if sees(program, s, player, zone))

    def cards(self, zone: int) -> bytes:
        """The cards in a zone, seen or not."""
        cards: bytes = self.s[self._zones + zone]
        return cards

    def sees_card(self, card: int) -> bool:
        """Whether the player sees such a card in any zone."""
        return any(card in self.cards(zone) for zone in self.seen)

    def knows(self, expr: Expr, local: Locals, unknown: frozenset[int], through: frozenset[int] = frozenset()) -> bool:
        """Whether the player knows the value of an expression.

        `unknown` are the locals whose values he doesn't know, `through` those that an expression around it binds.
        """
        match expr:
            case Local(index):
                return index not in unknown
            case Size(Zone(index)):
                return self.knows(index, local, unknown, through)
            case Zone(index):
                fixed = self.knows(index, local, unknown, through) and through.isdisjoint(_locals(index))
                return fixed and self._knows_zone(self._values.number(index, self.s, local))
            case Fact(_, card):
                return self.knows(card, local, unknown, through) and self._knows_facts(card, local, through)
            case If(condition, then, otherwise) if not through:
                if not self.knows(condition, local, unknown):
                    return False
                chosen = then if self._values.number(condition, self.s, local) else otherwise
                return self.knows(chosen, local, unknown)
            case _:
                inner = through | {expr.local} if isinstance(expr, THROUGH) else through
                return all(self.knows(part, local, unknown - inner, inner) for part in children(expr))

    def _knows_zone(self, zone: int) -> bool:
        """Whether the player knows all cards in a zone; he always knows how many there are."""
        return zone in self.seen or not (0 <= zone < len(self.program.places) and self.cards(zone))

    def _knows_facts(self, card: Expr, local: Locals, through: frozenset[int]) -> bool:
        """Whether the player sees the facts of a card; bound locals only hold cards from zones that he sees."""
        if not through.isdisjoint(_locals(card)):
            return True
        number = self._values.number(card, self.s, local)
        return number < 0 or self.sees_card(number)


def _locals(expr: Expr) -> set[int]:
    """The locals that an expression reads."""
    return {part.index for part in within(expr) if isinstance(part, Local)}
