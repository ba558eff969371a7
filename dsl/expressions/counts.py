"""Counts of cards, rounds or neighbours, and numbers of places.

A count that the game computes may be below 0, and means 0 then. A number in the text that is too small can only be a
mistake, and is reported.
"""

from __future__ import annotations

from dsl.expressions import typed
from dsl.expressions.context import Context
from dsl.expressions.values import Scalar, Scope
from dsl.model import model as m
from dsl.program import fold
from dsl.program import program as p


def count(context: Context, node: m.Expression, scope: Scope, least: int = 0) -> Scalar:
    """A number of things; reports one in the text that is below `least`."""
    value = typed.number(context, node, scope)
    if isinstance(value.expr, p.Int) and written(node):
        check(context, value.expr.value, node, least)
    return value


def of_cards(context: Context, node: m.Expression, scope: Scope) -> Scalar:
    """A number of cards; reports one in the text that no game can have."""
    value = count(context, node, scope)
    if isinstance(value.expr, p.Int) and written(node) and value.expr.value > p.MOST_COPIES:
        message = f"a game has at most {p.MOST_COPIES:,} cards, not {value.expr.value:,}"
        context.problems.add("bad-value", message, node.span, help="for all cards of a zone, write `every card in …`")
    return value


def check(context: Context, number: int, node: m.Node, least: int) -> None:
    """Report a number in the text that is below `least`."""
    if number < least:
        message = f"this comes to {number}, and the least that makes sense here is {least}"
        context.problems.add("bad-value", message, node.span)


def at_least_none(number: p.Expr) -> p.Expr:
    """A computed number, or 0 if it is below 0."""
    match number:
        case p.Int(value):
            return p.Int(max(value, 0))
        case p.Size() | p.Count():
            return number
        case _:
            return p.If(p.Binary(">", number, fold.FALSE), number, fold.FALSE)


def written(node: m.Expression) -> bool:
    """Whether a number depends only on the numbers written in it."""
    match node:
        case m.Integer():
            return True
        case m.Arithmetic(_, left, right):
            return written(left) and written(right)
        case _:
            return False
