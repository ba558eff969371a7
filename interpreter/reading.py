"""What an expression depends on: the locals it reads, and whether it reads the state.

Generated code uses this to work out beforehand, for every card of the game, conditions that hang on nothing
but what is printed on a card.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

import attrs

from dsl.program import (
    And,
    Attribute,
    Binary,
    Cards,
    Common,
    Count,
    Element,
    Exists,
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
    Reversed,
    Size,
    Slice,
    Sum,
    Zone,
)


@attrs.frozen
class Reads:
    """The locals that an expression reads from outside, and whether it reads zones, numbers or facts."""

    locals: frozenset[int]
    state: bool


NOTHING = Reads(frozenset(), False)


def reads(expr: Expr) -> Reads:
    """What an expression depends on."""
    match expr:
        case Local(index):
            return Reads(frozenset([index]), False)
        case Number() | Zone() | Fact():
            return Reads(_all(children(expr)).locals, True)
        case (
            Filter(cards, local, inner)
            | Count(cards, local, inner)
            | Exists(cards, local, inner)
            | Find(cards, local, inner)
        ):
            return _bound(cards, local, inner)
        case Sum(cards, local, inner):
            return _bound(cards, local, inner)
        case _:
            return _all(children(expr))


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
        case Not(part):
            yield part
        case If(condition, then, otherwise):
            yield from (condition, then, otherwise)
        case Size(cards) | Common(_, cards) | Reversed(cards):
            yield cards
        case Element(cards, position):
            yield from (cards, position)
        case Slice(cards, start, stop):
            yield from (cards, start) if stop is None else (cards, start, stop)
        case Filter(cards, _, inner) | Count(cards, _, inner) | Exists(cards, _, inner) | Find(cards, _, inner):
            yield from (cards, inner)
        case Sum(cards, _, inner):
            yield from (cards, inner)
        case _:
            assert_never(expr)


def _bound(cards: Expr, local: int, inner: Expr) -> Reads:
    outer, within = reads(cards), reads(inner)
    return Reads(outer.locals | within.locals - {local}, outer.state or within.state)


def _all(exprs: Iterator[Expr]) -> Reads:
    found = [reads(expr) for expr in exprs]
    return Reads(frozenset().union(*(each.locals for each in found)), any(each.state for each in found))
