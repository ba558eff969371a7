"""Report branches that can't be reached, because of an assignment just before theirs.

Only an `if` straight behind `set` is compared: nothing happens in between.
"""

from __future__ import annotations

from collections.abc import Sequence

from dsl.conditions import claims as c
from dsl.conditions.claims import Claim, Way, both
from dsl.conditions.contradictions import NEVER, excluded
from dsl.expressions.context import Context
from dsl.expressions.values import Scope
from dsl.model import model as m
from dsl.model.traverse import names_in
from dsl.text.diagnostics import Label

HELP = "test it before it is set, or leave the test out"


def after_sets(context: Context, body: Sequence[m.Statement], at: int, scope: Scope) -> None:
    """Report an `if` whose condition is decided by the statements `set` straight before it."""
    node = body[at]
    if at and isinstance(node, m.If) and (test := _same_position(context, body[at - 1], node.condition)):
        _report(context, test, body[at - 1])
        return
    claims, related = _set(context, body[:at], scope) if isinstance(node, m.If) else ((), [])
    if not claims or not isinstance(node, m.If):
        return
    condition = node.condition
    if excluded(both([claims], c.ways(context.names, condition, scope.variables))):
        message = f"{NEVER} here: it was set just before"
        context.problems.add("never-holds", message, condition.span, related=related, help=HELP)


def _report(context: Context, test: m.Compare, before: m.Statement) -> None:
    """Report a test whether a marker stands where the statement before puts it."""
    related, why = [Label(before.span, "set here")], "here: it was set just before"
    if test.operator == "==":
        message = f"`{test.span.sentence}` always holds {why}"
        context.problems.add("always-holds", message, test.span, related=related, help=HELP)
    else:
        message = f"`{test.span.sentence}` never holds {why}"
        context.problems.add("never-holds", message, test.span, related=related, help=HELP)


def _same_position(context: Context, before: m.Statement, condition: m.Expression) -> m.Compare | None:
    """The test whether a marker stands where the statement before puts it, named by the same variable.

    With `is not`, it may be a part of a condition, which then never holds.
    """
    if not isinstance(before, m.Set) or not isinstance(before.target, m.Named | m.Of | m.Call):
        return None
    family = context.names.numbers.get(before.target.name.text)
    if family is None or not family.positions or not isinstance(before.value, m.Named):
        return None
    for part in condition.parts if isinstance(condition, m.All) else (condition,):
        if not isinstance(part, m.Compare) or (part.left, part.right) != (before.target, before.value):
            continue
        if part.operator == "!=" or (part.operator == "==" and part is condition):
            return part
    return None


def _set(context: Context, body: Sequence[m.Statement], scope: Scope) -> tuple[Way, list[Label]]:
    """The values that the last statements of a block set, and where."""
    claims: list[Claim] = []
    related: list[Label] = []
    later: list[str] = []
    for each in reversed(body):
        if not isinstance(each, m.Set) or not isinstance(each.target, m.Named | m.Of | m.Call):
            break
        target, name = each.target, each.target.name.text
        said = each.value or m.Integer(1, span=each.span)
        value = c.fixed(context.names, said, target, scope.variables)
        plain = name in context.names.numbers or name in scope.variables
        if value is not None and plain and not any(names_in(target, changed) for changed in later):
            claims.append(Claim((target,), "==", value))
            related.append(Label(each.span, "set here"))
        later.append(name)
    return tuple(claims), related
