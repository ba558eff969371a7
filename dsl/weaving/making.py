"""Make routines: start one with a scope, finish it with its steps; and lower the conditions of rules."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat

from dsl.expressions import definitions, typed
from dsl.expressions.context import Context
from dsl.expressions.values import CardRef, Counted, Scalar, Scope, Variable, where_of
from dsl.linking.ruleset import Part
from dsl.model import model as m
from dsl.names import types as t
from dsl.program import fold
from dsl.program import program as p
from dsl.routines.steps import Finished, Routine, Step, Whereabouts
from dsl.weaving.weaving import Weaving, Woven


def start(
    context: Context,
    part: Part,
    name: str,
    parameters: Sequence[m.Parameter],
    origin: int,
    counts: Sequence[Counted | None] = (),
) -> Scope:
    """The scope of a new routine with these parameters; `counts`: as what each card counts (see `Doing`)."""
    routine = Routine(name)
    scope = Scope(routine, part, {}, None, origin)
    for parameter, counted in zip(parameters, counts or repeat(None), strict=False):
        type_ = definitions.parameter_type(context, parameter)
        local = routine.new()
        if isinstance(type_, t.Card):
            zone_local = routine.new()
            where = frozenset([("argument", name, local)])
            card = CardRef(p.Local(local), p.Local(zone_local), where, counted=counted)
            scope.variables[parameter.name.text] = Variable(card, local, zone_local)
        else:
            several = parameter.type is not None and parameter.type.form == "set"
            scope.variables[parameter.name.text] = Variable(Scalar(p.Local(local), type_, several=several), local)
    return scope


def arguments(scope: Scope) -> tuple[tuple[p.Expr, ...], tuple[Whereabouts | None, ...]]:
    """The parameters of the routine of `scope` as arguments for another, and where their cards lie."""
    arguments: list[p.Expr] = []
    where: list[Whereabouts | None] = []
    for variable in scope.variables.values():
        arguments.append(p.Local(variable.local))
        where.append(where_of(variable.value))
        if variable.zone_local >= 0:
            arguments.append(p.Local(variable.zone_local))
            where.append(None)
    return tuple(arguments), tuple(where)


def finish(weaving: Weaving, scope: Scope, event: str, steps: Sequence[Step], parameters: int, node: m.Node) -> None:
    """Add a routine with its steps; `event` is its name in a trace, or empty."""
    shown = tuple(
        v.local for v in scope.variables.values() if isinstance(v.value.type, t.Card) and v.local < parameters
    )
    weaving.finished[scope.routine.name] = Finished(
        scope.routine.name,
        event,
        parameters,
        shown,
        scope.routine,
        tuple(steps),
        scope.origin,
        node.span,
        weaving.replaced.get(scope.routine.name, -1),
    )


def condition(weaving: Weaving, rule: m.Hook | m.Forbid, scope: Scope) -> p.Expr:
    """The condition under which a rule acts; reports one that never holds."""
    if rule.condition is None:
        return fold.TRUE
    condition = typed.holding(weaving.context, rule.condition, rule, "this rule can never fire", scope)
    if condition == fold.FALSE and not counts(scope):
        weaving.idle.add(rule.span)
    return condition


def keep_woven(
    weaving: Weaving, event: str, part: Part, hook: m.Hook, condition: p.Expr, steps: tuple[Step, ...], scope: Scope
) -> None:
    """Record a hook for the checks, as it was woven into the event's routine for cards that count as what they are."""
    if counts(scope):
        return
    weaving.woven.append(Woven(event, hook.moment, part, hook, condition, steps, _first_card(scope)))


def counts(scope: Scope) -> bool:
    """Whether a routine is about a card that counts as another."""
    return any(isinstance(each.value, CardRef) and each.value.counted for each in scope.variables.values())


def _first_card(scope: Scope) -> int:
    return next((v.local for v in scope.variables.values() if isinstance(v.value.type, t.Card)), -1)
