"""Numbers: sums, differences, products, the functions that have names, and counts of things.

The values have bounds, as far as they are known, so that a comparison that can't hold is found. A count that the game
computes may be below 0, and means 0 then. A number in the text that is too small can only be a mistake, and is
reported. So is arithmetic that always comes to the same, by the numbers in the text and the ranges that rules declare.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from itertools import product
from operator import floordiv, mul

import attrs

from dsl.expressions import typed
from dsl.expressions.context import Context
from dsl.expressions.values import WRONG, Scalar, Scope
from dsl.model import model as m
from dsl.model.traverse import names_in
from dsl.names import types as t
from dsl.program import fold
from dsl.program import program as p

FUNCTIONS: Mapping[str, str] = {"larger": "larger", "smaller": "smaller", "quotient": "//", "remainder": "%"}
"""The operators of the functions by their names."""

MANY = ("larger", "smaller")
"""The functions of two numbers or more."""

TWO = 2

OTHER = "say another number, or leave it out"


def arithmetic(context: Context, node: m.Arithmetic, scope: Scope) -> Scalar:
    """The sum, difference or product of two numbers."""
    left, right = (bounded(context, typed.number(context, part, scope)) for part in (node.left, node.right))
    _tell(context, node, left, right)
    if node.operator == "*":
        least, most = _combined(left, right, mul)
        expr = fold.binary("*", fold.within_bounds(left.expr), fold.within_bounds(right.expr))
        return Scalar(expr, t.Number(), least=least, most=most)
    if isinstance(left.type, t.Wrong) or isinstance(right.type, t.Wrong):
        return WRONG
    added = node.operator == "+"
    least = _summed(left.least, right.least if added else right.most, added)
    most = _summed(left.most, right.most if added else right.least, added)
    expr, declared = fold.binary(node.operator, left.expr, right.expr), left.declared and right.declared
    return Scalar(expr, t.Number(), least=least, most=most, declared=declared)


def bounded(context: Context, value: Scalar) -> Scalar:
    """A number with its bounds; those of a printed one are the least and the greatest that any card has."""
    match value:
        case Scalar(p.Attribute(table), t.Number(), None, None):
            least, most = context.tables.bounds(table)
            return attrs.evolve(value, least=least, most=most)
        case _:
            return value


def _combined(one: Scalar, other: Scalar, operator: Callable[[int, int], int]) -> tuple[int | None, int | None]:
    """The bounds of what an operator makes of two numbers, whose own are all known: it is extreme where they are."""
    if one.least is None or one.most is None or other.least is None or other.most is None:
        return None, None
    found = [operator(*each) for each in product((one.least, one.most), (other.least, other.most))]
    return min(found), max(found)


def either(context: Context, values: Sequence[Scalar]) -> tuple[int | None, int | None]:
    """The bounds of a number that is one of several."""
    known = [bounded(context, value) for value in values]
    least, most = _all_known([value.least for value in known]), _all_known([value.most for value in known])
    return min(least, default=None), max(most, default=None)


def _summed(one: int | None, other: int | None, added: bool) -> int | None:
    """A bound of a sum or difference, if both are known."""
    if one is None or other is None:
        return None
    return one + other if added else one - other


def function(context: Context, node: m.Call, scope: Scope) -> Scalar:
    """The larger or smaller of numbers, or the quotient or remainder of two, rounded down; by 0 both are 0."""
    name, given = node.name.text, len(node.arguments)
    if given < TWO or (given > TWO and name not in MANY):
        message = f"`{name}` is about two numbers{' or more' if name in MANY else ''}, not {given}"
        return context.wrong(node, message, f"say `{name}(…, …)`")
    values = [bounded(context, typed.number(context, argument, scope)) for argument in node.arguments]
    if any(isinstance(value.type, t.Wrong) for value in values):
        return WRONG
    if name not in MANY and values[1].expr == fold.FALSE:
        return context.wrong(node.arguments[1], "nothing is divided by 0", "choose another number")
    _tell_function(context, node, values, scope)
    expr = reduce(lambda left, right: fold.binary(FUNCTIONS[name], left, right), [value.expr for value in values])
    least, most = _bounds(name, values)
    declared = all(value.declared for value in (values[1:] if name == "remainder" else values))
    return Scalar(expr, t.Number(), least=least, most=most, declared=declared)


def _bounds(name: str, values: Sequence[Scalar]) -> tuple[int | None, int | None]:
    """The bounds of a function's value, as far as they are known."""
    least, most = [value.least for value in values], [value.most for value in values]
    match name:
        case "larger":
            return max(_known(least), default=None), max(most_known) if (most_known := _all_known(most)) else None
        case "smaller":
            return min(least_known) if (least_known := _all_known(least)) else None, min(_known(most), default=None)
        case "quotient" if _above_none(values[1]):
            return _combined(values[0], values[1], floordiv)
        case "remainder" if _above_none(values[1]) and values[1].most is not None:
            return 0, values[1].most - 1
        case _:
            return None, None


def _above_none(value: Scalar) -> bool:
    return value.least is not None and value.least > 0


def _known(bounds: Sequence[int | None]) -> list[int]:
    return [bound for bound in bounds if bound is not None]


def _all_known(bounds: Sequence[int | None]) -> list[int]:
    """The bounds if all of them are known, else none."""
    return _known(bounds) if None not in bounds else []


# Counts of cards, rounds or neighbours, and numbers of places


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
        context.problems.add("bad-value", message, node.span, help=f"say {least} or more")


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
        case m.Call(name, arguments) if name.text in FUNCTIONS:
            return all(map(written, arguments))
        case _:
            return False


# Arithmetic that always comes to the same


def of_parameter(node: m.Expression, scope: Scope) -> bool:
    """Whether a term reads what a definition is about, which is another thing each time that it is used."""
    return bool(scope.defining) and any(names_in(node, name) for name in scope.variables)


def _tell(context: Context, node: m.Arithmetic, left: Scalar, right: Scalar) -> None:
    """Report a sum, difference or product that is always one of its sides, or always 0."""
    if isinstance(left.type, t.Wrong) or isinstance(right.type, t.Wrong):
        return
    known = [each for each in (node.left, node.right) if isinstance(each, m.Integer)]
    if node.operator == "-" and node.left == node.right and not known and _alone(node):
        _report(context, node, "always 0: both sides are the same", "subtract something else, or say 0")
    if len(known) != 1:
        return
    number, other = known[0].value, node.left if node.right is known[0] else node.right
    if node.operator == "*" and number == 0:
        _report(context, node, "always 0", OTHER)
    elif (node.operator == "*" and number == 1) or (number == 0 and (node.operator == "+" or node.right is known[0])):
        _report(context, node, f"always `{_text(other)}`", OTHER)


def _alone(node: m.Arithmetic) -> bool:
    """Whether a difference isn't a part of a longer sum, of which each part has the place of the whole."""
    return _text(node) == f"{_text(node.left)} - {_text(node.right)}"


def _tell_function(context: Context, node: m.Call, values: Sequence[Scalar], scope: Scope) -> None:
    """Report a function of two numbers that is always one of them, or always the same."""
    if any(of_parameter(each, scope) for each in node.arguments):
        return
    first, second = node.arguments[0], node.arguments[1]
    if first == second and len(values) == TWO and not isinstance(first, m.Integer):
        same = {"quotient": "1, or 0 where it is 0", "remainder": "0"}.get(node.name.text, f"`{_text(first)}`")
        _report(context, node, f"always {same}: both are the same", "compare two different numbers")
    elif node.name.text in ("quotient", "remainder"):
        _divided(context, node, values[0], node.arguments[1])
    elif len(values) == TWO:
        _compared(context, node, values)


def _divided(context: Context, node: m.Call, value: Scalar, by: m.Expression) -> None:
    """Report a quotient or remainder by 1, or of a number that is always smaller than the one it is divided by."""
    number = by.value if isinstance(by, m.Integer) else 0
    quotient, of = node.name.text == "quotient", _text(node.arguments[0])
    if number == 1:
        what = f"`{of}`" if quotient else "0"
        advice = "divide by another number" if quotient else "say another number: by 2, it is 0 or 1"
        _report(context, node, f"always {what}", advice)
    elif isinstance(node.arguments[0], m.Integer) or not value.declared or value.least is None or value.least < 0:
        return
    elif value.most is not None and value.most < number:
        what = "0" if quotient else f"`{of}`"
        _report(context, node, f"always {what}: `{of}` is at most {value.most}", "divide by a smaller number")


def _compared(context: Context, node: m.Call, values: Sequence[Scalar]) -> None:
    """Report the larger or smaller of two numbers, if one of them is written out and their ranges don't overlap."""
    for value, said, number in zip(values, node.arguments, reversed(node.arguments), strict=True):
        if not isinstance(number, m.Integer) or isinstance(said, m.Integer) or not value.declared:
            continue
        limit, larger = number.value, node.name.text == "larger"
        above = value.least is not None and value.least >= limit
        below = value.most is not None and value.most <= limit
        if above or below:
            end = f"at least {value.least}" if above else f"at most {value.most}"
            always = _text(said if above == larger else number)
            _report(context, node, f"always `{always}`: `{_text(said)}` is {end}", f"say `{always}`, or another number")
            return


def _report(context: Context, node: m.Node, always: str, advice: str) -> None:
    context.problems.add("bad-value", f"this is {always}", node.span, help=advice)


def _text(node: m.Node) -> str:
    return " ".join(node.span.text.split())
