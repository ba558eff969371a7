"""The parts of a program's expressions, and the values of their operators.

The compiler folds expressions by this and finds what they read; the engine evaluates them by it.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import Any, assert_never

import attrs

from dsl.program.blocks import CallAndWait, Fork
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
from dsl.program.instructions import Call, Instruction

CACHED = 16_384
"""Expressions whose reads are cached; more than a program has."""


def quotient(left: int, right: int) -> int:
    """The quotient of division rounding down; by 0 it is 0."""
    return left // right if right else 0


def remainder(left: int, right: int) -> int:
    """The remainder of division rounding down; by 0 it is 0."""
    return left % right if right else 0


def ordinal(bit: int, first: int) -> int:
    """The place of a bit, counted from `first`; for no bit, the place before the first."""
    return bit.bit_length() + first - 1


OPERATORS: Mapping[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": quotient,
    "%": remainder,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "&": operator.and_,
    "|": operator.or_,
    "ordinal": ordinal,
    "larger": max,
    "smaller": min,
}
"""The operators of `Binary` on two integers; the value of a comparison is a truth."""


THROUGH = (Count, Exists, ExistsRun, Filter, Find, Highest, Sum)
"""Expressions that go through the cards of a list, with each card (or each run of cards) in a local."""


def children(expr: Expr) -> Iterator[Expr]:  # noqa: C901, PLR0912 - one line a case
    """The expressions that an expression is made of."""
    match expr:
        case Int() | Cards() | Local():
            pass
        case Number(index) | Zone(index):
            yield index
        case Attribute(_, card) | Fact(_, card):
            yield card
        case Binary(_, left, right):
            yield from (left, right)
        case And(parts) | Or(parts):
            yield from parts
        case Not(part) | Covered(part) | Unpacked(part):
            yield part
        case If(condition, then, otherwise):
            yield from (condition, then, otherwise)
        case Size(cards) | Common(_, cards) | Reversed(cards):
            yield cards
        case Element(cards, position):
            yield from (cards, position)
        case Position(cards, card) | Without(cards, card):
            yield from (cards, card)
        case Slice(cards, start, stop):
            yield from (cards, start) if stop is None else (cards, start, stop)
        case Filter(cards, _, inner) | Count(cards, _, inner) | Exists(cards, _, inner) | Find(cards, _, inner):
            yield from (cards, inner)
        case ExistsRun(cards, _, _, inner) | Sum(cards, _, inner) | Highest(cards, _, inner):
            yield from (cards, inner)
        case _:
            assert_never(expr)


def rebuilt(expr: Expr, change: Callable[[Expr], Expr], inner: Callable[[Expr], Expr] | None = None) -> Expr:
    """The expression with its children changed; `inner`, if given, changes those read for each card of a list."""
    values: list[Any] = []
    for name in expr.__match_args__:
        value, how = getattr(expr, name), change if inner is None or name == "cards" else inner
        if isinstance(value, tuple):
            values.append(tuple(map(how, value)))
        else:
            values.append(how(value) if attrs.has(type(value)) else value)
    return type(expr)(*values)


def shifted(expr: Expr, first: int, by: int) -> Expr:
    """The expression with other locals: those from the `first` on, which it sets or reads, are moved by a number."""
    values: list[Any] = []
    for name in expr.__match_args__:
        value = getattr(expr, name)
        if isinstance(value, tuple):
            values.append(tuple([shifted(each, first, by) for each in value]))
        elif isinstance(value, int):
            local = name == "local" or (name == "index" and isinstance(expr, Local))
            values.append(value + by if local and value >= first else value)
        else:
            values.append(shifted(value, first, by) if attrs.has(type(value)) else value)
    return type(expr)(*values)


def operands(what: Instruction | Fork | CallAndWait) -> list[Expr]:
    """The expressions that an instruction reads, without those of instructions within it."""
    if isinstance(what, Call | CallAndWait):
        return list(what.arguments)
    values = [getattr(what, name) for name in what.__match_args__]
    return [value for value in values if isinstance(value, Expr)]


def within(expr: Expr) -> Iterator[Expr]:
    """An expression, and all within it."""
    waiting = [expr]
    while waiting:
        each = waiting.pop()
        yield each
        waiting += reversed([*children(each)])


def zones_named(expr: Expr) -> tuple[int, ...]:
    """The zones that an expression names, each once; those that depend on the state aren't known."""
    named = (part.index for part in within(expr) if isinstance(part, Zone))
    return tuple(dict.fromkeys(index.value for index in named if isinstance(index, Int)))


@lru_cache(CACHED)
def free_locals(expr: Expr) -> frozenset[int]:
    """The locals that an expression reads, without those that it sets itself to go through lists."""
    match expr:
        case Local(index):
            return frozenset([index])
        case Count() | Exists() | ExistsRun() | Filter() | Find() | Highest() | Sum():
            cards, inner = children(expr)
            return free_locals(cards) | free_locals(inner) - {expr.local}
        case _:
            return frozenset[int]().union(*(free_locals(part) for part in children(expr)))


@lru_cache(CACHED)
def reads_state(expr: Expr) -> bool:
    """Whether an expression depends on zones, numbers or facts, and so on more than locals and printed values.

    A condition that is recorded for coverage counts as such: it must be read while playing.
    """
    return isinstance(expr, Number | Zone | Fact | Covered) or any(reads_state(part) for part in children(expr))


CHEAP = 20
"""The most parts of an expression that is little work."""


def is_cheap(expr: Expr) -> bool:
    """Whether an expression is so little work that it needn't be counted."""
    parts = list(islice(within(expr), CHEAP + 1))
    return len(parts) <= CHEAP and not any(isinstance(part, THROUGH) for part in parts)


def is_heavy(expr: Expr) -> bool:
    """Whether an expression goes through cards for each card of another list."""
    return any(
        isinstance(inner, THROUGH)
        for outer in within(expr)
        if isinstance(outer, THROUGH)
        for part in list(children(outer))[1:]
        for inner in within(part)
    )
