"""The hooks at one moment of an event, lowered in the order in which they act."""

from __future__ import annotations

from dsl.expressions.values import Scope
from dsl.linking.ruleset import Part
from dsl.model import model as m
from dsl.program import fold
from dsl.routines.steps import Branching, Frame, Step
from dsl.statements import once, variables
from dsl.weaving import making
from dsl.weaving.order import in_order
from dsl.weaving.weaving import Weaving


def react(weaving: Weaving, name: str, moment: str, scope: Scope, frame: Frame | None = None) -> list[Step]:
    """The steps of the hooks at this moment of an event."""
    steps: list[Step] = []
    frame = frame or Frame()
    batch = frame.batch if frame.batch is not None else []
    for part, hook in ordered(weaving, name, moment):
        origin = weaving.context.origins.add(part, f"{moment} {name}", hook.citations, hook, hooks=True)
        inner = scope.inner(part=part, origin=origin)
        unused = once.unused(weaving.context, hook, part)
        condition = fold.conj([making.condition(weaving, hook, inner), unused])
        used = once.using(weaving.context, hook, part, origin)
        earlier = len(batch)
        body = (*used, *weaving.context.block(hook.body, inner, frame))
        variables.merge(scope, [inner])
        making.keep_woven(weaving, name, part, hook, condition, (*body, *batch[earlier:]), scope)
        covered = (*weaving.context.coverage.acts(origin), *body)
        steps.extend(covered if condition == fold.TRUE else [Branching(condition, covered, (), origin)])
    return steps


def ordered(weaving: Weaving, name: str, moment: str) -> list[tuple[Part, m.Hook]]:
    """The hooks at one moment of an event, in the order in which they act."""
    rules = [(part, hook) for part, hook in weaving.hooks.get(name, ()) if hook.moment == moment]
    return in_order(rules, weaving.context.names) if rules else rules
