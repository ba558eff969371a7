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


def after_sets(context: Context, body: Sequence[m.Statement], at: int, scope: Scope) -> None:
    """Report an `if` whose condition is decided by the statements `set` straight before it."""
    node = body[at]
    claims, related = _set(context, body[:at], scope) if isinstance(node, m.If) else ((), [])
    if not claims or not isinstance(node, m.If):
        return
    help_ = "test it before it is set, or leave the test out"
    condition = node.condition
    if excluded(both([claims], c.ways(context.names, condition, scope.variables))):
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
