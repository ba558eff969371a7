"""Lower `do`: the step that makes an event happen, with its arguments.

A card may count as one of another kind while the event lasts. For such cards the event has a routine of its own, which
`weaving/counting` weaves; this module records it.
"""

from __future__ import annotations

import attrs

from dsl.expressions import classes, definitions, typed
from dsl.expressions.context import Context
from dsl.expressions.values import Counted, Scalar, Scope
from dsl.model import model as m
from dsl.names import types as t
from dsl.program import program as p
from dsl.routines.steps import Invoke, Step, Whereabouts
from dsl.statements import borrowing


@attrs.define
class _Given:
    """The arguments of an event, where its cards lie, and for each parameter as what its card counts.

    `card` is the number of the first parameter that is a card.
    """

    arguments: list[p.Expr] = attrs.field(factory=list)
    where: list[Whereabouts | None] = attrs.field(factory=list)
    counts: list[Counted | None] = attrs.field(factory=list)
    card: int | None = None


def do(context: Context, node: m.Do, scope: Scope) -> list[Step]:
    """The step that makes an event happen."""
    if node.event.text not in context.names.events:
        context.names.say_unknown("event", node.event, context.names.events)
        return []
    part, event = context.names.events[node.event.text]
    context.names.see(node.event, part, scope.part)
    context.calls.add((scope.routine.name, node.event.text))
    if len(node.arguments) != len(event.parameters):
        context.wrong(
            node,
            definitions.about(event.name.text, len(event.parameters), len(node.arguments)),
            f"say `do {event.name.text}({', '.join(q.name.text for q in event.parameters)})`"
            if event.parameters
            else "",
        )
        return []
    given = _Given()
    with context.problems.trial() as trial:
        for term, parameter in zip(node.arguments, event.parameters, strict=True):
            _argument(context, event.name, term, parameter, scope, given)
    terms = node.arguments if not trial.clean else ()
    if terms and (wrong := definitions.misordered(context, event.name, event.parameters, terms, scope)):
        trial.drop()
        context.wrong(node, wrong[0], wrong[1].replace("say `", "say `do ", 1))
    if node.counted is not None:
        _count(context, node, node.counted, given, scope)
    routine = _routine(context, node.event.text, tuple(given.counts), scope)
    origin = context.origins.at(scope, node)
    done: list[Step] = [Invoke(routine, tuple(given.arguments), tuple(given.where), origin)]
    return borrowing.during(context, node, done, scope, origin) if node.asking else done


def _count(context: Context, node: m.Do, kind: m.Name, given: _Given, scope: Scope) -> None:
    """Let the first card count as one of a kind."""
    event, known = node.event.text, context.names.class_name(kind.text)
    cards = classes.kind(context, kind, scope.part)
    if given.card is None:
        advice = f"leave it out, or let the event be about a card: `event {event}(card)`"
        context.wrong(kind, f"`{event}` is about no card that could count as `{kind.text}`", advice)
    elif known is not None and not cards:
        advice = "name a kind that has cards"
        context.wrong(kind, f"no card of this game is `{kind.text}`, so none can count as one", advice)
    elif known is not None:
        given.counts[given.card] = Counted(known, kind.span)


def _routine(context: Context, event: str, counts: tuple[Counted | None, ...], scope: Scope) -> str:
    """The routine of an event; where a card counts as another, it is one of its own."""
    if not any(counts):
        return event
    name = f"{event}, counted as {', '.join(each.kind if each else '-' for each in counts)}"
    context.counting.setdefault(name, (event, counts))
    context.calls.add((scope.routine.name, name))
    return name


def _argument(
    context: Context,
    event: m.Name,
    term: m.Expression,
    parameter: m.Parameter,
    scope: Scope,
    given: _Given,
) -> None:
    """Add an argument of an event; reports one of another type than its parameter."""
    wanted = definitions.parameter_type(context, parameter)
    if isinstance(wanted, t.Card):
        card = definitions.card_argument(context, event, parameter, term, scope)
        if card.zone is None and not isinstance(card.type, t.Wrong):
            context.wrong(
                term, "it isn't known where this card lies", "name it where it is found: `let …: some … in …`"
            )
        if card.pointed and card.position is not None and not card.sole:
            context.pointed.append((event.text, len(given.arguments), parameter.name.text, term.span))
        given.card = len(given.counts) if given.card is None else given.card
        given.counts.append(card.counted)
        given.arguments.extend([card.expr, card.zone or p.Int(0)])
        given.where.extend([card.where or frozenset(), None])
        return
    value = context.value(term, scope)
    if value.type != wanted and not isinstance(value.type, t.Wrong):
        definitions.unfitting(context, event, parameter, term, value, scope)
    elif isinstance(value, Scalar):
        definitions.as_set(context, parameter, value, term)
    typed.certain(context, value, term)
    given.counts.append(None)
    given.arguments.append(value.expr)
    given.where.append(None)
