"""Rules `instead of` an event, lowered to structured steps.

The replacements are tried in turn. A replacement whose condition fails, or that proceeds, leads to the next, and the
last leads to the event itself. A remainder that would be needed twice becomes a routine of its own, so that the steps
grow no faster than the text of the rules.
"""

from __future__ import annotations

from collections.abc import Sequence

from dsl.expressions.values import Scope
from dsl.linking.ruleset import Part
from dsl.model import model as m
from dsl.model.traverse import parts
from dsl.program import fold
from dsl.routines.steps import Branching, Frame, Invoke, Step
from dsl.statements import once, variables
from dsl.weaving import event_body, making
from dsl.weaving.weaving import Doing, Weaving


def replaced(weaving: Weaving, doing: Doing, hooks: Sequence[tuple[Part, m.Hook]], scope: Scope) -> list[Step]:
    """The steps of an event's replacements; the event is the routine `… itself` for all of them, `scope` its scope."""
    variables.forget(weaving.context, scope, [statement for _, hook in hooks for statement in hook.body])
    inner = _start(weaving, doing, f"{doing.routine} itself", scope)
    parameters = inner.routine.locals
    making.finish(weaving, inner, "", event_body.itself(weaving, doing.event, inner), parameters, doing.event)
    return _from(weaving, doing, hooks, scope)


def _start(weaving: Weaving, doing: Doing, name: str, scope: Scope) -> Scope:
    return making.start(weaving.context, doing.part, name, doing.event.parameters, scope.origin, doing.given)


def _from(weaving: Weaving, doing: Doing, hooks: Sequence[tuple[Part, m.Hook]], scope: Scope) -> list[Step]:
    """The steps of these replacements, in the routine of `scope`."""
    if not hooks:
        return [_called(f"{doing.routine} itself", scope)]
    (owner, hook), *others = hooks
    if others and proceeds(hook) + (hook.condition is not None or hook.once is not None) > 1:
        rest = [_apart(weaving, doing, others, scope)]
    else:
        rest = _from(weaving, doing, others, scope)
    title = f"instead of {doing.event.name.text}"
    origin = weaving.context.origins.add(owner, title, hook.citations, hook, hooks=True)
    inner = scope.inner(part=owner, origin=origin)
    condition = fold.conj([making.condition(weaving, hook, inner), once.unused(weaving.context, hook, owner)])
    used = once.using(weaving.context, hook, owner, origin)
    body = (*used, *weaving.context.block(hook.body, inner, Frame(rest=tuple(rest))))
    making.keep_woven(weaving, hook.event.text, owner, hook, condition, body, scope)
    weaving.context.bounds.repeat(hook, rest)
    covered = [*weaving.context.coverage.acts(inner.origin), *body]
    if condition == fold.TRUE:
        weaving.replaced[scope.routine.name] = origin
    return covered if condition == fold.TRUE else [Branching(condition, tuple(covered), tuple(rest), inner.origin)]


def _apart(weaving: Weaving, doing: Doing, hooks: Sequence[tuple[Part, m.Hook]], scope: Scope) -> Step:
    """Make these replacements a routine of their own; returns its call."""
    name = f"{doing.routine}, last {len(hooks)} replacements"
    inner = _start(weaving, doing, name, scope)
    parameters = inner.routine.locals
    variables.forget(weaving.context, inner, [statement for _, hook in hooks for statement in hook.body])
    making.finish(weaving, inner, "", _from(weaving, doing, hooks, inner), parameters, doing.event)
    return _called(name, scope)


def _called(routine: str, scope: Scope) -> Invoke:
    return Invoke(routine, *making.arguments(scope), scope.origin)


def proceeds(node: m.Node) -> int:
    """The number of `proceed` in a part of the rules."""
    return 1 if isinstance(node, m.Proceed) else sum(map(proceeds, parts(node)))
