"""What an expression depends on: the locals it reads, and whether it reads the state.

Generated code uses this to work out beforehand, for every card of the game, conditions that hang on nothing
but what is printed on a card.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from dsl.program import Count, Exists, ExistsRun, Expr, Fact, Filter, Find, Local, Noted, Number, Sum, Zone
from dsl.terms import children


@attrs.frozen
class Reads:
    """The locals that an expression reads from outside, and whether it reads zones, numbers or facts.

    A condition that is told to whoever counts counts as one that reads the state: it must be asked while playing.
    """

    locals: frozenset[int]
    state: bool


NOTHING = Reads(frozenset(), False)


def reads(expr: Expr) -> Reads:
    """What an expression depends on."""
    match expr:
        case Local(index):
            return Reads(frozenset([index]), False)
        case Number() | Zone() | Fact() | Noted():
            return Reads(_all(children(expr)).locals, True)
        case (
            Filter(cards, local, inner)
            | Count(cards, local, inner)
            | Exists(cards, local, inner)
            | Find(cards, local, inner)
        ):
            return _bound(cards, local, inner)
        case ExistsRun(cards, _, local, inner) | Sum(cards, local, inner):
            return _bound(cards, local, inner)
        case _:
            return _all(children(expr))


def _bound(cards: Expr, local: int, inner: Expr) -> Reads:
    outer, within = reads(cards), reads(inner)
    return Reads(outer.locals | within.locals - {local}, outer.state or within.state)


def _all(exprs: Iterator[Expr]) -> Reads:
    found = [reads(expr) for expr in exprs]
    return Reads(frozenset().union(*(each.locals for each in found)), any(each.state for each in found))
