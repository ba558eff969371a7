"""Report comparisons with the same result in every state of the game, which can only be mistakes of their author.

Called by `comparisons`. A number is known by the range that its rule declares or that its cards allow. A comparison
that always holds is reported only where no module can change it; one that never holds, also where there are too few
cards.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from dsl.conditions import printed_values
from dsl.conditions.claims import OPPOSITE, TURNED
from dsl.conditions.contradictions import ALWAYS, NEVER
from dsl.expressions.arithmetic import written
from dsl.expressions.context import Context
from dsl.expressions.values import Scalar, Scope, Value
from dsl.model import model as m
from dsl.program import program as p
from dsl.program.operators import OPERATORS

PLAIN = "remove it, or test something that can change"


def tell(context: Context, node: m.Compare, left: Value, right: Value) -> None:
    """Report a comparison that always or never holds."""
    if written(node.left) and written(node.right):
        assert isinstance(left.expr, p.Int)
        assert isinstance(right.expr, p.Int)
        _report(context, node, bool(OPERATORS[node.operator](left.expr.value, right.expr.value)))
    elif node.left == node.right:
        _report(context, node, node.operator in ("==", "<=", ">="))
    elif isinstance(left.expr, p.Int):
        _ranged(context, node, TURNED.get(node.operator, node.operator), right, left, node.left)
    else:
        _ranged(context, node, node.operator, left, right, node.right)


def tell_printed(context: Context, node: m.Compare, left: Value, right: Value, scope: Scope) -> None:
    """Report a comparison with a value that no card has; a class may be for cards that are still to come."""
    if isinstance(scope.part.declaration, m.Class):
        return
    turned = TURNED.get(node.operator, node.operator)
    for value, known, said, operator in (
        (left, right, node.right, node.operator),
        (right, left, node.left, turned),
    ):
        if isinstance(known.expr, p.Int) and _plain(context, said):
            operation = OPERATORS["&" if operator in ("in", "not in") else operator]
            asked = partial(_holds, operation, known.expr.value)
            if attribute := printed_values.never(context.names, value.expr, asked):
                advice = printed_values.listed(context.names, attribute)
                _report(context, node, operator == "not in", ": no card is so", advice)


def _holds(operation: Callable[[int, int], int], known: int, printed: int) -> bool:
    return bool(operation(printed, known))


def _plain(context: Context, node: m.Expression) -> bool:
    """Whether a value stands in the text itself: a number, or a value of an enum."""
    return written(node) or (isinstance(node, m.Named) and node.name.text in context.names.members)


def _report(context: Context, node: m.Compare, holds: bool, why: str = "", advice: str = PLAIN) -> None:
    if holds:
        context.problems.add("always-holds", f"{ALWAYS}{why}", node.span, help=advice)
    else:
        context.problems.add("never-holds", f"{NEVER}{why}", node.span, help=advice)


def _ranged(context: Context, node: m.Compare, operator: str, value: Value, limit: Value, said: m.Expression) -> None:
    """Compare the range of a value with a number that is known."""
    if not isinstance(value, Scalar) or isinstance(value.expr, p.Int) or not isinstance(limit.expr, p.Int):
        return
    most = value.most if isinstance(value.expr, p.Number | p.Fact) else None
    known = limit.expr.value
    if _never(operator, value.least, value.most, known):
        above = value.most is not None and (value.most < known or (operator == ">" and value.most == known))
        why = f": it is at most {value.most}" if above else f": it is at least {value.least}"
        _report(context, node, False, why, _reachable(context, node, value, above))
    elif written(said) and _never(OPPOSITE[operator], value.least, most, known):
        _report(context, node, True, _span(value.least, most))


def _reachable(context: Context, node: m.Compare, value: Scalar, above: bool) -> str:
    """What to ask of a declared number instead: whether it is at the end of its range that is meant."""
    side = node.right if isinstance(node.left, m.Integer) else node.left
    if not isinstance(value.expr, p.Number) or not isinstance(side, m.Named | m.Of | m.Call):
        return PLAIN
    family = context.names.numbers.get(side.name.text)
    if family is None or family.positions:
        return PLAIN
    said, end = " ".join(side.span.text.split()), value.most if above else value.least
    return f"its range ends there: say `{said} is {end}`, or declare `{family.name}` with a wider range"


def _never(operator: str, least: int | None, most: int | None, known: int) -> bool:
    """Whether no number from `least` to `most` (None: any) compares so with a known one."""
    too_low = most is not None and (most < known or (most == known and operator == ">"))
    too_high = least is not None and (least > known or (least == known and operator == "<"))
    match operator:
        case ">" | ">=":
            return too_low
        case "<" | "<=":
            return too_high
        case "==":
            return too_low or too_high
        case _:
            return least == most == known


def _span(least: int | None, most: int | None) -> str:
    """The range of a number in words, as far as it is known."""
    if least is None:
        return f": it is at most {most}"
    return f": it is at least {least}" if most is None else f": it is never less than {least} or more than {most}"
