"""Make routines: start one with a scope, finish it with its steps; and lower the conditions of rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import repeat

from dsl.expressions import definitions, places, typed
from dsl.expressions.context import Context
from dsl.expressions.values import (
    ONE_HEAP,
    CardList,
    CardRef,
    Counted,
    Known,
    Lying,
    Scalar,
    Scope,
    Spot,
    Variable,
    where_of,
)
from dsl.linking.ruleset import Part
from dsl.model import model as m
from dsl.names import types as t
from dsl.program import fold
from dsl.program import program as p
from dsl.routines.steps import Finished, Routine, Step, Whereabouts, union
from dsl.weaving.weaving import Weaving, Woven


def start(
    context: Context,
    part: Part,
    name: str,
    parameters: Sequence[m.Parameter],
    origin: int,
    given: Sequence[Known] = (),
) -> Scope:
    """The scope of a new routine with these parameters; `given`: what is known of its arguments."""
    routine = Routine(name)
    scope = Scope(routine, part, {}, None, origin)
    for parameter, known in zip(parameters, given or repeat(None), strict=False):
        type_ = definitions.parameter_type(context, parameter)
        if isinstance(type_, t.Cards):
            lists = known if isinstance(known, tuple) else ONE_HEAP
            scope.variables[parameter.name.text] = _several(routine, lists)
            continue
        local = routine.new()
        if isinstance(type_, t.Card):
            zone_local = routine.new()
            where: Whereabouts = frozenset([("argument", name, local)])
            counted = known if isinstance(known, Counted) else None
            card = CardRef(p.Local(local), p.Local(zone_local), where, counted=counted)
            scope.variables[parameter.name.text] = Variable(card, local, zone_local)
        else:
            several = parameter.type is not None and parameter.type.form == "set"
            scope.variables[parameter.name.text] = Variable(Scalar(p.Local(local), type_, several=several), local)
    return scope


def _several(routine: Routine, lists: Sequence[Lying]) -> Variable:
    """A name for several cards: for each zone in which they lie, a local for their list and one for the zone."""
    spots = []
    for known in lists:
        cards, zone = routine.new(), routine.new()
        routine.lists.add(cards)
        listed = p.Reversed(p.Local(cards)) if known.turned else p.Local(cards)
        where: Whereabouts = frozenset([("argument", routine.name, cards)])
        spots.append(Spot(listed, p.Local(zone), where, known.shape, whole=False, first=known.first))
    anywhere = union(spot.where for spot in spots)
    return Variable(CardList(spots[0].cards, t.Cards(), spots[0].zone, anywhere, tuple(spots)), -1)


def arguments(scope: Scope) -> tuple[tuple[p.Expr, ...], tuple[Whereabouts | None, ...]]:
    """The parameters of the routine of `scope` as arguments for another, and where their cards lie."""
    arguments: list[p.Expr] = []
    where: list[Whereabouts | None] = []
    for variable in scope.variables.values():
        if isinstance(variable.value, CardList):
            for spot in variable.value.spots:
                arguments.extend([places.as_they_lie(spot.cards), spot.zone])
                where.extend([spot.where, None])
            continue
        arguments.append(p.Local(variable.local))
        where.append(where_of(variable.value))
        if variable.zone_local >= 0:
            arguments.append(p.Local(variable.zone_local))
            where.append(None)
    return tuple(arguments), tuple(where)


def finish(weaving: Weaving, scope: Scope, event: str, steps: Sequence[Step], parameters: int, node: m.Node) -> None:
    """Add a routine with its steps; `event` is its name in a trace, or empty."""
    shown = tuple(local for v in scope.variables.values() for local in _shown(v) if local < parameters)
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


def _shown(variable: Variable) -> Iterator[int]:
    """The locals that hold the cards of a variable."""
    match variable.value:
        case CardList(spots=spots):
            lists = (places.as_they_lie(spot.cards) for spot in spots)
            yield from (cards.index for cards in lists if isinstance(cards, p.Local))
        case CardRef():
            yield variable.local
        case _:
            pass


def condition(weaving: Weaving, rule: m.Hook | m.Forbid, scope: Scope) -> p.Expr:
    """The condition under which a rule acts; reports one that never holds."""
    if rule.condition is None:
        return fold.TRUE
    condition = typed.holding(weaving.context, rule.condition, rule, "this rule can never fire", scope)
    if condition == fold.FALSE and not weaving.again:
        weaving.idle.add(rule.span)
    return weaving.context.coverage.tested(condition, scope.part, rule.condition)


def keep_woven(
    weaving: Weaving, event: str, part: Part, hook: m.Hook, condition: p.Expr, steps: tuple[Step, ...], scope: Scope
) -> None:
    """Record a hook for the checks, as it was woven into a routine, unless that is one for special arguments."""
    if weaving.again:
        return
    weaving.woven.append(Woven(event, hook.moment, part, hook, condition, steps, _first_card(scope)))


def _first_card(scope: Scope) -> int:
    return next((v.local for v in scope.variables.values() if isinstance(v.value.type, t.Card)), -1)
