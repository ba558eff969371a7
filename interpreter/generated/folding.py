"""Expressions simplified for locals whose values are known.

Where code is written out once for each value of a parameter, most conditions on it are known while it is written.
Nothing here writes source.
"""

from __future__ import annotations

from collections.abc import Mapping

from dsl.program.expressions import And, Attribute, Binary, Cards, Element, Expr, If, Int, Local, Not, Or
from dsl.program.fold import binary, choose, conj, disj, neg
from dsl.program.operators import THROUGH, free_locals, rebuilt
from dsl.program.program import Program
from interpreter.state.changes import element, inside

Known = Mapping[int, int]
"""Locals whose values are known."""


class Folding:
    """Folds expressions of one program."""

    def __init__(self, program: Program) -> None:
        self._tables = tuple(table.values for table in program.tables)

    def settled(self, expr: Expr, known: Known) -> Expr:
        """An expression with the values of these locals put in, and all that follows from them."""
        if free_locals(expr).isdisjoint(known):
            return expr
        if isinstance(expr, Local):
            return Int(known[expr.index])
        if isinstance(expr, THROUGH):
            within = {local: value for local, value in known.items() if local != expr.local}
            return rebuilt(expr, lambda part: self.settled(part, known), lambda part: self.settled(part, within))
        return self._folded(rebuilt(expr, lambda part: self.settled(part, known)))

    def _folded(self, expr: Expr) -> Expr:
        match expr:
            case And(parts):
                return conj(parts)
            case Or(parts):
                return disj(parts)
            case Not(part):
                return neg(part)
            case If(condition, then, otherwise):
                return choose(condition, then, otherwise)
            case Attribute(table, Int(card)):
                return Int(self._tables[table][card])
            case Element(Cards(ids), Int(position)):
                return Int(element(ids, position))
            case Binary("in", Int(card), Cards(ids)):
                return Int(int(inside(card, ids)))
            case Binary(operator, left, right):
                return binary(operator, left, right)
            case _:
                return expr
