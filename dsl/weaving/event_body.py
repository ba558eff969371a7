"""The body of an event that nothing forbids or replaces: hooks, its own rules, and rules for cards of a class."""

from __future__ import annotations

from collections.abc import Sequence

from dsl.expressions import classes, definitions
from dsl.expressions.context import Context
from dsl.expressions.values import Scope
from dsl.model import model as m
from dsl.names import types as t
from dsl.names.names import Face
from dsl.program import program as p
from dsl.routines import watches
from dsl.routines.steps import Branching, Frame, Invoke, Step, Watch
from dsl.statements import variables
from dsl.text.diagnostics import Label
from dsl.weaving import reactions, specificity
from dsl.weaving.weaving import SETTLE, Weaving


def itself(weaving: Weaving, event: m.Event, scope: Scope) -> list[Step]:
    """The steps of an event that no rule forbids or replaces."""
    name = event.name.text
    joined = reactions.ordered(weaving, name, "together with")
    before = reactions.react(weaving, name, "before", scope)
    inner = scope.inner()
    if joined:
        batch: list[Watch] = []
        body = weaving.context.block(event.body, inner, Frame(batch=batch))
        variables.adopt(scope, inner)
        body += reactions.react(weaving, name, "together with", scope, Frame(batch=batch))
        body += watches.close(batch, Frame())
    else:
        body = weaving.context.block(event.body, inner, Frame())
        variables.adopt(scope, inner)
    handled = _handled(weaving, event, scope)
    after = reactions.react(weaving, name, "after", scope)
    return [*before, *body, *handled, *after, *(settling(weaving, scope.origin) if event.move else [])]


def settling(weaving: Weaving, origin: int) -> list[Step]:
    """The steps at the end of a move: they run the condition triggers if one may hold."""
    if not weaving.triggers:
        return []
    wake = p.Binary(">", p.Number(p.Int(weaving.context.dirty)), p.Int(0))
    return [Branching(wake, (Invoke(SETTLE, (), (), origin),), (), origin)]


def _handled(weaving: Weaving, event: m.Event, scope: Scope) -> list[Step]:
    name = event.name.text
    handlers = weaving.handlers.get(name, [])
    card = next((v for v in scope.variables.values() if isinstance(v.value.type, t.Card)), None)
    if not handlers:
        return []
    if card is None:
        own = event.span.file is handlers[0][1].span.file
        more = f", or let the event be about a card: `event {name}(card)`" if own else ""
        advice = f"say `after {name} if …`{more}"
        weaving.context.wrong(handlers[0][1], f"`{name}` is about no card", advice)
        return []
    context = weaving.context
    chosen = specificity.chosen(context, name, handlers)
    _complete(context, event, chosen)
    steps: list[Step] = []
    inners: list[Scope] = []
    for index, (part, handler) in sorted(enumerate(handlers), key=lambda pair: len(chosen.get(pair[0], frozenset()))):
        ids = chosen.get(index, frozenset())
        origin = context.origins.add(part, f"{name} of {handler.kind.text}", handler.citations, handler, hooks=True)
        inner = scope.inner(part=part, origin=origin)
        inner.variables[handler.kind.text] = next(v for v in inner.variables.values() if v.local == card.local)
        body = (*context.coverage.acts(origin), *context.block(handler.body, inner, Frame()))
        inners.append(inner)
        if ids:
            served = classes.counted(context, card.value, ids)
            served = served or classes.belongs(context, ids, handler.kind.text, p.Local(card.local))
            steps = [Branching(served, body, tuple(steps), origin)]
        elif not weaving.again:
            weaving.idle.add(handler.span)
    variables.merge(scope, inners)
    return steps


def _complete(context: Context, event: m.Event, chosen: dict[int, frozenset[int]]) -> None:
    """Report cards without a handler, of an event that does nothing else.

    These are cards that begin in the same zones as the cards that its handlers are for, and that it may be about.
    """
    served = frozenset[int]().union(*chosen.values())
    if event.body:
        return
    zones = {zone for card in served for zone, _, _ in context.names.ids[card].starts}
    missing = _meant(context, event) - served
    unserved: dict[str, list[Face]] = {}
    for face in context.names.faces.values():
        if not missing.isdisjoint(face.ids) and any(zone in zones for zone, _, _ in face.starts):
            unserved.setdefault(face.span.file.name, []).append(face)
    for faces in unserved.values():
        _unserved(context, event, faces)


MOST_LISTED = 6
"""The most cards without a handler that one problem names."""


def _unserved(context: Context, event: m.Event, faces: Sequence[Face]) -> None:
    """Report the cards of a file without a handler, at the first of them."""
    listed = [f"`{face.name}`" for face in faces[:MOST_LISTED]]
    listed += [f"{len(faces) - MOST_LISTED} more"] if len(faces) > MOST_LISTED else []
    cards = f"{', '.join(listed[:-1])} and {listed[-1]}" if len(listed) > 1 else listed[0]
    rules = [f"`on {event.name.text} of {kind}`" for kind in dict.fromkeys(face.kind for face in faces)]
    message = f"no rule says what `{event.name.text}` does with {cards}"
    related = [Label(event.span, "the event")]
    context.problems.add(
        "no-rule", message, faces[0].span, related=related, help=f"write {', '.join(rules[:MOST_LISTED])}"
    )


def _meant(context: Context, event: m.Event) -> frozenset[int]:
    """The cards that an event is about: those of the kind that its first card parameter names, or all."""
    cards = (each for each in event.parameters if isinstance(definitions.parameter_type(context, each), t.Card))
    parameter = next(cards, None)
    if parameter is None:
        return frozenset()  # reported: it is called like something else than a card
    name = parameter.name.text if parameter.type is None else parameter.type.name
    known = context.names.class_name(name)
    return frozenset(range(len(context.names.ids))) if known in (None, "card") else classes.members(context, known)
