"""Report branches that can't be reached, because of a condition or an assignment just before theirs.

Only the first statement of a branch, an `else if` and an `if` straight behind `set` are compared: nothing happens in
between.
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

Before = tuple[tuple[m.Expression, bool], ...]
"""Conditions that were tested, and whether they hold."""

OTHERWISE = "test something else, or leave this branch out"


def branches(context: Context, node: m.If, scope: Scope, before: Before = ()) -> None:
    """Report an `else if`, or an `if` at the beginning of a branch, whose condition can't hold there."""
    for body, holds in ((node.then, True), (node.otherwise, False)):
        if body and isinstance(body[0], m.If):
            known = (*before, (node.condition, holds))
            _tell(context, body[0].condition, known, scope)
            branches(context, body[0], scope, known)


def _tell(context: Context, condition: m.Expression, before: Before, scope: Scope) -> None:
    asked = _way(context, condition, scope)
    for tested, holds in reversed(before):
        same = tested == condition and not holds
        if same or excluded(both(_way(context, tested, scope, holds), asked)):
            message = f"{NEVER} where `{_text(tested)}` is {'true' if holds else 'not'}"
            related = [Label(tested.span, "tested before")]
            context.problems.add("never-holds", message, condition.span, related=related, help=OTHERWISE)
            return
    known: list[Way] = [()]
    for tested, holds in before:
        known = both(known, _way(context, tested, scope, holds))
    if excluded(both(known, asked)):
        related = [Label(tested.span, "tested before") for tested, _ in before]
        message = f"{NEVER} here: the conditions before exclude it"
        context.problems.add("never-holds", message, condition.span, related=related, help=OTHERWISE)


def _way(context: Context, condition: m.Expression, scope: Scope, holds: bool = True) -> list[Way]:
    return c.ways(context.names, condition, scope.variables, holds)


def _text(node: m.Expression) -> str:
    return " ".join(node.span.text.split())


def after_sets(context: Context, body: Sequence[m.Statement], at: int, scope: Scope) -> None:
    """Report an `if` whose condition is decided by the statements `set` straight before it."""
    node = body[at]
    claims, related = _set(context, body[:at], scope) if isinstance(node, m.If) else ((), [])
    if not claims or not isinstance(node, m.If):
        return
    help_ = "test it before it is set, or leave the test out"
    condition = node.condition
    if excluded(both([claims], _way(context, condition, scope))):
        message = f"{NEVER} here: it was set just before"
        context.problems.add("never-holds", message, condition.span, related=related, help=help_)


def _set(context: Context, body: Sequence[m.Statement], scope: Scope) -> tuple[Way, list[Label]]:
    """The values that the last statements of a block set, and where."""
    claims: list[Claim] = []
    related: list[Label] = []
    later: list[str] = []
    for each in reversed(body):
        if not isinstance(each, m.Set) or not isinstance(each.target, m.Named | m.Of | m.Call):
            break
        target, name = each.target, each.target.name.text
        value = c.fixed(context.names, each.value, target, scope.variables) if each.value else None
        plain = name in context.names.numbers or name in scope.variables
        if value is not None and plain and not any(names_in(target, changed) for changed in later):
            claims.append(Claim((target,), "==", value))
            related.append(Label(each.span, "set here"))
        later.append(name)
    return tuple(claims), related
