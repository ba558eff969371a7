"""Choose the most special of the rules `on … of …` for each card.

A rule about fewer cards is more special than one about more. Of two rules about the same cards, the one whose class was
declared within the other's is more special, so the choice doesn't depend on the other cards of the game. A card's own
name is within every class of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from dsl.expressions import classes, typed
from dsl.expressions.context import Context
from dsl.linking.ruleset import Part
from dsl.model import model as m
from dsl.text.diagnostics import Label


def chosen(context: Context, event: str, handlers: Sequence[tuple[Part, m.Handler]]) -> dict[int, frozenset[int]]:
    """For each handler of an event, by its number, the cards that it serves: those for which none is more special."""
    reach = [classes.kind(context, handler.kind, part) for part, handler in handlers]
    around = [_around(context, handler.kind.text) for _, handler in handlers]
    served: dict[int, set[int]] = {}
    clashes: set[frozenset[int]] = set()
    for card in sorted(frozenset[int]().union(*reach)):
        able = [i for i, ids in enumerate(reach) if card in ids]
        best = min(able, key=lambda i: (len(reach[i]), -len(around[i])))
        for rival in able:
            within = reach[best] < reach[rival] or (reach[best] == reach[rival] and around[rival] < around[best])
            if rival != best and not within and frozenset([best, rival]) not in clashes:
                clashes.add(frozenset([best, rival]))
                _clash(context, event, handlers[best][1], handlers[rival][1], card)
        served.setdefault(best, set()).add(card)
    for index, (_, handler) in enumerate(handlers):
        if not reach[index] and _surely_empty(context, handler.kind.text):
            message = f"this rule can never fire: no card is `{handler.kind.text}`"
            advice = "add a card that is one, or leave the rule out"
            context.problems.add("never-fires", message, handler.kind.span, help=advice)
    return {index: frozenset(ids) for index, ids in served.items()}


def _surely_empty(context: Context, name: str) -> bool:
    """Whether a class is empty in all games: it has no problem, and depends on no option."""
    known = context.names.class_name(name)
    if known is None or known in context.classes.broken:
        return False
    return known not in context.names.classes or not typed.settled(context, context.names.classes[known][1])


def _around(context: Context, name: str) -> frozenset[str]:
    """The names of a class and of all within which it was declared; for a card's name, of all that it belongs to."""
    names, known = context.names, context.names.class_name(name)
    if known in names.faces:
        face = names.faces[known]
        holding = {each for each in names.classes if classes.members(context, each).issuperset(face.ids)}
        return frozenset({known, "card", *names.kinds[face.kind].lineage, *holding})
    found = {"card"}
    while known in names.classes and known not in found:
        found.add(known)
        known = context.names.class_name(names.classes[known][1].kind.text)
    return frozenset(found | set(names.kinds[known].lineage if known in names.kinds else ()))


def _clash(context: Context, event: str, first: m.Handler, second: m.Handler, card: int) -> None:
    face, about = context.names.ids[card].name, context.names.events[event][1].parameters
    called = about[0].name.text if about else "card"
    condition = f" if {called} is {second.kind.text}" if called != second.kind.text else ""
    context.problems.add(
        "unordered",
        f"two rules say what `{event}` does with `{face}`, and neither is more special",
        second.span,
        related=[Label(first.span, "the other rule")],
        help=f"make one of them about fewer cards; to act in addition, say `after {event}{condition}`",
    )
