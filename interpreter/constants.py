"""Tables that generated code reads: printed attributes, and which cards fail a condition.

A condition on a card that hangs only on what is printed is worked out for every card beforehand; picking those
cards out of a list is then one call of `bytes.translate`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dsl.program import Binary, Expr, Program
from dsl.terms import OPERATORS, children
from interpreter.evaluate import Evaluator, Locals
from interpreter.reading import reads


class Deletes(dict[int, bytes]):
    """For a condition `table[card] operator value`: the cards to leave out, by value, worked out when asked for."""

    def __init__(self, table: tuple[int, ...], operator: Callable[[int, int], int]) -> None:
        super().__init__()
        self._table = table
        self._operator = operator

    def __missing__(self, value: int) -> bytes:
        found = bytes(card for card, printed in enumerate(self._table) if not self._operator(printed, value))
        self[value] = found
        return found


class Constants:
    """Collects the constants of the code of one program, under the names by which the code knows them."""

    def __init__(self, program: Program) -> None:
        self.values: dict[str, Any] = {}
        self._names: dict[Any, str] = {}
        self._program = program
        self._evaluator = Evaluator(program)
        self._cards = range(len(program.faces))

    def name(self, prefix: str, key: object, value: Any) -> str:
        """The name of a constant; equal keys share one."""
        known = self._names.get((prefix, key))
        if known is None:
            known = self._names[prefix, key] = f"{prefix}{len(self._names)}"
            self.values[known] = value
        return known

    def table(self, table: int) -> str:
        """The name of a printed attribute's values."""
        return self.name("T", table, self._program.tables[table].values)

    def printed(self, expr: Expr, local: int) -> tuple[int, ...] | None:
        """An expression's value for each card in a local, if it hangs on nothing else."""
        what = reads(expr)
        if what.state or what.locals - {local}:
            return None
        values = []
        scratch: Locals = [0] * (_highest_local(expr, local) + 1)
        for card in self._cards:
            scratch[local] = card
            values.append(self._evaluator.number(expr, [], scratch))
        return tuple(values)

    def leave_out(self, condition: Expr, local: int) -> str | None:
        """The name of the cards that fail a condition, if that hangs on the card alone."""
        values = self.printed(condition, local)
        if values is None:
            return None
        failing = bytes(card for card, value in enumerate(values) if not value)
        return self.name("D", failing, failing)

    def compared(self, condition: Expr, local: int) -> tuple[str, Expr] | None:
        """For a printed value compared with one that is no matter of the card.

        The name of the cards to leave out by that other value, and the other value.
        """
        if not isinstance(condition, Binary) or condition.operator not in OPERATORS:
            return None
        operator = OPERATORS[condition.operator]
        left, right = self._side(condition.left, local), self._side(condition.right, local)
        if left is not None and local not in reads(condition.right).locals:
            key = ("left", condition.operator, left)
            return self.name("E", key, Deletes(left, operator)), condition.right
        if right is not None and local not in reads(condition.left).locals:
            key = ("right", condition.operator, right)
            return self.name("E", key, Deletes(right, lambda one, other: operator(other, one))), condition.left
        return None

    def _side(self, expr: Expr, local: int) -> tuple[int, ...] | None:
        return self.printed(expr, local) if local in reads(expr).locals else None


def _highest_local(expr: Expr, local: int) -> int:
    highest = local
    waiting = [expr]
    while waiting:
        each = waiting.pop()
        highest = max(highest, getattr(each, "local", 0))
        waiting.extend(children(each))
    return highest
