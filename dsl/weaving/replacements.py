"""The rules `instead of` an event → structured steps.

Functions of `Weaver`. Each replacement is asked for in turn; what is left when it doesn't hold, or proceeds, is the
next one, and in the end the event itself. Where what is left would stand more than once it becomes a routine, so that
rules grow no faster than their text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dsl.expressions.values import Scope
from dsl.linking.ruleset import Part
from dsl.model import model as m
from dsl.model.traverse import parts
from dsl.program import fold
from dsl.routines.steps import Branching, Frame, Invoke, Step

if TYPE_CHECKING:
    from dsl.weaving.weave import Weaver


def replaced(
    weaver: Weaver, part: Part, event: m.Event, hooks: Sequence[tuple[Part, m.Hook]], scope: Scope
) -> list[Step]:
    """The replacements of an event, which is the routine `… itself` for all of them; `scope` is the event's."""
    weaver.forget(scope, [statement for _, hook in hooks for statement in hook.body])
    inner = weaver.start(part, f"{event.name.text} itself", event.parameters, scope.origin)
    parameters = inner.routine.locals
    weaver.finish(inner, "", weaver.itself(event, inner), parameters, event)
    return _from(weaver, part, event, hooks, scope)


def _from(weaver: Weaver, part: Part, event: m.Event, hooks: Sequence[tuple[Part, m.Hook]], scope: Scope) -> list[Step]:
    """These replacements, in the routine of `scope`."""
    if not hooks:
        return [_called(weaver, f"{event.name.text} itself", scope)]
    (owner, hook), *others = hooks
    if others and proceeds(hook) + (hook.condition is not None) > 1:
        rest = [_apart(weaver, part, event, others, scope)]
    else:
        rest = _from(weaver, part, event, others, scope)
    inner = scope.inner(part=owner, origin=weaver.origin(owner, f"instead of {event.name.text}", hook.citations, hook))
    condition = weaver.condition(hook, inner)
    body = tuple(weaver.block(hook.body, inner, Frame(rest=tuple(rest))))
    weaver.keep_woven(hook.event.text, owner, hook, condition, body, scope)
    weaver.bounds.repeat(hook, rest)
    told = [*weaver.tell(inner.origin), *body]
    return told if condition == fold.TRUE else [Branching(condition, tuple(told), tuple(rest), inner.origin)]


def _apart(weaver: Weaver, part: Part, event: m.Event, hooks: Sequence[tuple[Part, m.Hook]], scope: Scope) -> Step:
    """These replacements as a routine of their own, and its call."""
    name = f"{event.name.text}, last {len(hooks)} replacements"
    inner = weaver.start(part, name, event.parameters, scope.origin)
    parameters = inner.routine.locals
    weaver.forget(inner, [statement for _, hook in hooks for statement in hook.body])
    weaver.finish(inner, "", _from(weaver, part, event, hooks, inner), parameters, event)
    return _called(weaver, name, scope)


def _called(weaver: Weaver, routine: str, scope: Scope) -> Invoke:
    return Invoke(routine, *weaver.arguments(scope), scope.origin)


def proceeds(node: m.Node) -> int:
    """How often `proceed` stands in a part of the rules."""
    return 1 if isinstance(node, m.Proceed) else sum(map(proceeds, parts(node)))
