"""Lower `do`: the step that makes an event happen, with its arguments.

A card may count as one of another kind while the event lasts. For such cards the event has a routine of its own, which
`weaving/variants` weaves; this module records it.
"""

from __future__ import annotations

import attrs

from dsl.expressions import classes, definitions, markers, places, typed
from dsl.expressions.context import Context
from dsl.expressions.values import ONE_HEAP, CardList, Counted, Known, Lying, Scalar, Scope, Value
from dsl.model import model as m
from dsl.names import types as t
from dsl.program import program as p
from dsl.routines.steps import Invoke, Step, Whereabouts
from dsl.statements import borrowing
from dsl.text import hints


def _example(parameter: m.Parameter) -> str:
    """What may be given for a parameter: a number, or else a name."""
    return "1" if parameter.type is not None and parameter.type.name == "number" else parameter.name.text


@attrs.define
class _Given:
    """The arguments of an event, where its cards lie, and what is known of each (see `Known`).

    `card` is the number of the first parameter that is a card.
    """

    arguments: list[p.Expr] = attrs.field(factory=list)
    where: list[Whereabouts | None] = attrs.field(factory=list)
    counts: list[Known] = attrs.field(factory=list)
    card: int | None = None


def do(context: Context, node: m.Do, scope: Scope) -> list[Step]:
    """The step that makes an event happen."""
    if node.event.text not in context.names.events:
        usual = hints.as_usual(node.event.span)
        context.names.say_unknown("event", node.event, context.names.events, sure=usual)
        return []
    part, event = context.names.events[node.event.text]
    context.names.see(node.event, part, scope.part)
    context.calls.add((scope.routine.name, node.event.text))
    if len(node.arguments) != len(event.parameters):
        context.wrong(
            node,
            definitions.about(event.name.text, len(event.parameters), len(node.arguments)),
            f"say `do {event.name.text}({', '.join(map(_example, event.parameters))})`"
            if event.parameters
            else f"leave the parentheses out, or declare what it is about: `event {event.name.text}(card)`",
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
    elif (
        not terms
        and len(node.arguments) > 1
        and (wrong := definitions.swapped(context, event.name, event.parameters, node.arguments))
    ):
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


def _routine(context: Context, event: str, given: tuple[Known, ...], scope: Scope) -> str:
    """The routine of an event; where a card counts as another, or cards lie in several zones, it is one of its own."""
    if not any(given):
        return event
    name = f"{event}, given {', '.join(map(_words, given))}"
    context.variants.setdefault(name, (event, given))
    context.calls.add((scope.routine.name, name))
    return name


def _words(given: Known) -> str:
    match given:
        case None:
            return "anything"
        case Counted(kind):
            return f"a card as {kind}"
        case _:
            return " and ".join(map(_lying, given))


def _lying(cards: Lying) -> str:
    side = " from the last" if cards.turned else " from the first" if cards.first else ""
    return f"cards of a {cards.shape}{side}"


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
    if isinstance(wanted, t.Cards):
        _several(definitions.several(context, event, parameter, term, scope), given)
        return
    value = markers.joined(context.names, context.value(term, scope), wanted)
    if value.type != wanted and not isinstance(value.type, t.Wrong):
        definitions.unfitting(context, event, parameter, term, value, scope)
    elif isinstance(value, Scalar):
        definitions.as_set(context, parameter, value, term)
    typed.certain(context, value, term)
    given.counts.append(None)
    given.arguments.append(value.expr)
    given.where.append(None)


def _several(cards: Value, given: _Given) -> None:
    """Add several cards as arguments: those of each zone as a list, with the zone."""
    spots = cards.spots if isinstance(cards, CardList) else ()
    for spot in spots:
        given.arguments.extend([places.as_they_lie(spot.cards), spot.zone])
        given.where.extend([spot.where, None])
    known = tuple(map(places.lying, spots))
    given.counts.append(None if known == ONE_HEAP else known)
