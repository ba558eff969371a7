"""The least and the greatest value of numbers, as far as they are known before the game.

So C computes with plain operators where no overflow is possible.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from dsl.program.expressions import (
    And,
    Attribute,
    Binary,
    Cards,
    Count,
    Element,
    Exists,
    ExistsRun,
    Expr,
    Fact,
    Filter,
    Find,
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
    Without,
    Zone,
)
from dsl.program.operators import OPERATORS
from dsl.program.program import Program
from interpreter.analysis.memo import once_per_program

Range = tuple[int, int]

SAFE = 1 << 62
"""Numbers nearer to 0 than this are computed with plain operators."""

LONGEST = 1 << 20
"""More cards than any list has."""

TRUTH: Range = (0, 1)
EXACT = {"+", "-", "*", "larger", "smaller"}
"""Operators that are greatest and least at the ends of the ranges of both sides."""


class Ranges:
    """The ranges of one program's expressions."""

    def __init__(self, program: Program) -> None:
        special = {program.dealt, program.rolls, program.picks}
        self.counters: list[Range] = [
            (0, 0) if number in special else (counter.minimum, counter.maximum)
            for number, counter in enumerate(program.counters)
        ]
        """The ranges of the numbers; those that say what chance decides are 0 in any state that C plays."""
        self._tables = [(min(table.values), max(table.values)) for table in program.tables]
        self._facts = [(0, fact.maximum) for fact in program.facts]
        self._card = (-1, len(program.faces) - 1)

    def of(self, expr: Expr, known: Mapping[int, Range | None]) -> Range | None:  # noqa: C901, PLR0912 - a line a case
        """The range of an expression; `known` are those of locals."""
        match expr:
            case Int(value):
                return value, value
            case Local(index):
                return known.get(index)
            case Number(Int(index)):
                return self.counters[index]
            case Number():
                return min(low for low, _ in self.counters), max(high for _, high in self.counters)
            case Attribute(table, _):
                return self._tables[table]
            case Fact(fact, _):
                return self._facts[fact]
            case And() | Or() | Not() | Exists() | ExistsRun() | Binary("==" | "!=" | "<" | "<=" | ">" | ">=" | "in"):
                return TRUTH
            case If(_, then, otherwise):
                return _either(self.of(then, known), self.of(otherwise, known))
            case Size() | Count():
                return 0, LONGEST
            case Position():
                return -1, LONGEST
            case Find(cards) | Element(cards):
                members = self.of_members(cards, known)
                return members and (min(members[0], -1), members[1])
            case Binary(operator, left, right) if operator in EXACT:
                return _computed(operator, self.of(left, known), self.of(right, known))
            case _:
                return None

    def of_members(self, cards: Expr, known: Mapping[int, Range | None]) -> Range | None:
        """The range of the cards in a list."""
        match cards:
            case Cards(ids):
                return (min(ids), max(ids)) if ids else (0, 0)
            case Zone():
                return 0, self._card[1]
            case Filter(inner) | Slice(inner) | Reversed(inner) | Without(inner):
                return self.of_members(inner, known)
            case Binary("++", left, right) | If(_, left, right):
                return _either(self.of_members(left, known), self.of_members(right, known))
            case _:
                return None


def _either(one: Range | None, other: Range | None) -> Range | None:
    return (min(one[0], other[0]), max(one[1], other[1])) if one and other else None


def _computed(operator: str, one: Range | None, other: Range | None) -> Range | None:
    if one is None or other is None:
        return None
    ends = [OPERATORS[operator](left, right) for left, right in product(one, other)]
    return (min(ends), max(ends)) if min(ends) > -SAFE and max(ends) < SAFE else None


@once_per_program
def ranges_of(program: Program) -> Ranges:
    """The ranges of a program's expressions."""
    return Ranges(program)
