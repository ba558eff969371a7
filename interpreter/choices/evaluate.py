"""The value of an expression in a state: the definition.

The reference executor evaluates every expression here. So do views, invariants and everything else that is evaluated
too seldom to be worth generated code. Evaluation changes nothing: the locals that `Filter` and similar expressions bind
have their old values afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar, assert_never

from dsl.program.expressions import (
    And,
    Attribute,
    Binary,
    Cards,
    Common,
    Count,
    Covered,
    Element,
    Exists,
    ExistsRun,
    Expr,
    Fact,
    Filter,
    Find,
    Highest,
    If,
    Int,
    Local,
    Not,
    Number,
    Or,
    Position,
    Reversed,
    Size,
    Slice,
    Sum,
    Unpacked,
    Without,
    Zone,
)
from dsl.program.operators import OPERATORS
from dsl.program.program import Program
from interpreter.analysis.coverage import coverage_of
from interpreter.choices.selections import selections_of
from interpreter.state.changes import common, element, first_position, inside, runs, without
from interpreter.state.layout import Flat, layout_of

Value = int | bytes
Locals = list[Value]
Each = TypeVar("Each", int, bytes)


class Evaluator:
    """Evaluates expressions of a program."""

    def __init__(self, program: Program) -> None:
        self.layout, self._lists = layout_of(program), program.lists
        self._unpacked = selections_of(program).unpacked
        self.tables = tuple(table.values for table in program.tables)
        self._covered = coverage_of(program).condition

    def number(self, expr: Expr, s: Flat, local: Locals) -> int:
        """The value of an expression that is an integer."""
        if type(expr) is Int:  # the place of most numbers and zones is fixed
            return expr.value
        return int(self.value(expr, s, local))

    def cards(self, expr: Expr, s: Flat, local: Locals) -> bytes:
        """The value of an expression that is a list of cards."""
        return self.value(expr, s, local)  # type: ignore[return-value]

    def value(self, expr: Expr, s: Flat, local: Locals) -> Value:  # noqa: C901, PLR0912 - one line a case
        """The value of any expression."""
        match expr:
            case Int(value):
                return value
            case Local(index):
                return local[index]
            case Binary():
                return self._binary(expr, s, local)
            case Number(index):
                return s[self.layout.numbers + self.number(index, s, local)]  # type: ignore[no-any-return]
            case Zone(index):
                return s[self.layout.zones + self.number(index, s, local)]  # type: ignore[no-any-return]
            case Cards(ids):
                return self._lists(ids)
            case Attribute(table, card):
                return self.tables[table][self.number(card, s, local)]
            case Fact(fact, card):
                return s[self.layout.facts + fact][self.number(card, s, local)]  # type: ignore[no-any-return]
            case And(parts):
                return int(all(self.number(part, s, local) for part in parts))
            case Or(parts):
                return int(any(self.number(part, s, local) for part in parts))
            case Not(part):
                return int(not self.number(part, s, local))
            case Covered(part, origin):
                return self._covered(origin, self.number(part, s, local))
            case If(condition, then, otherwise):
                return self.value(then if self.number(condition, s, local) else otherwise, s, local)
            case Size(cards):
                return len(self.cards(cards, s, local))
            case Element(cards, position):
                return element(self.cards(cards, s, local), self.number(position, s, local))
            case Position(cards, card):
                return first_position(self.cards(cards, s, local), self.number(card, s, local))
            case Slice():
                return self._slice(expr, s, local)
            case Filter(cards, index, condition):
                return self._lists(self._serving(cards, index, condition, s, local))
            case Count(cards, index, condition):
                return len(list(self._serving(cards, index, condition, s, local)))
            case Exists(cards, index, condition):
                return int(bool(list(self._serving(cards, index, condition, s, local))))
            case ExistsRun(cards, size, index, condition):
                return self._any_run(runs(self.cards(cards, s, local), size), index, condition, s, local)
            case Find(cards, index, condition):
                return next(iter(list(self._serving(cards, index, condition, s, local))), -1)
            case Sum(cards, index, value):
                return sum(self.number(value, s, local) for _ in self._each(self.cards(cards, s, local), index, local))
            case Highest(cards, index, value):
                each = self._each(self.cards(cards, s, local), index, local)
                return max((self.number(value, s, local) for _ in each), default=0)
            case Common(table, cards):
                return common(self.tables[table], self.cards(cards, s, local))
            case Unpacked(number):
                return self._unpacked(self.number(number, s, local))
            case Without(cards, card):
                return without(self.cards(cards, s, local), self.number(card, s, local))
            case Reversed(cards):
                return self.cards(cards, s, local)[::-1]
            case _:
                assert_never(expr)

    def _binary(self, expr: Binary, s: Flat, local: Locals) -> Value:
        if expr.operator == "++":
            return self.cards(expr.left, s, local) + self.cards(expr.right, s, local)
        if expr.operator == "in":
            return int(inside(self.number(expr.left, s, local), self.cards(expr.right, s, local)))
        return int(OPERATORS[expr.operator](self.number(expr.left, s, local), self.number(expr.right, s, local)))

    def _slice(self, expr: Slice, s: Flat, local: Locals) -> bytes:
        stop = None if expr.stop is None else self.number(expr.stop, s, local)
        return self.cards(expr.cards, s, local)[self.number(expr.start, s, local) : stop]

    def _serving(self, cards: Expr, index: int, condition: Expr, s: Flat, local: Locals) -> Iterator[int]:
        listed = self.cards(cards, s, local)
        return (card for card in self._each(listed, index, local) if self.number(condition, s, local))

    def _any_run(self, listed: list[bytes], index: int, condition: Expr, s: Flat, local: Locals) -> int:
        serving = [each for each in self._each(listed, index, local) if self.number(condition, s, local)]
        return int(bool(serving))

    def _each(self, listed: Iterable[Each], index: int, local: Locals) -> Iterator[Each]:
        """Each value in turn, bound to a local, which has its old value afterwards."""
        before = local[index]
        for each in listed:
            local[index] = each
            yield each
        local[index] = before
