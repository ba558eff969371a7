"""Weave events once more for special arguments.

An event about a card that counts as one of another kind has a routine of its own, made of the same rules: conditions
that ask what the card is, and handlers, take it for a card of that kind, and so do the events and definitions that it
is handed on to. So has an event about several cards, for the zones in which they lie. What is wrong with the rules is
reported for the event as it is declared, so nothing is reported here but a kind whose cards have several handlers.
"""

from __future__ import annotations

from collections.abc import Callable

from dsl.expressions import classes, definitions
from dsl.expressions.context import Context
from dsl.expressions.values import Counted, Known
from dsl.names import types as t
from dsl.text.diagnostics import Label
from dsl.weaving import specificity
from dsl.weaving.weaving import Doing, Weaving


def weave(weaving: Weaving, make: Callable[[Weaving, Doing], None]) -> None:
    """Weave all routines of such events with `make`; each may call for others."""
    context, done = weaving.context, set[str]()
    while todo := [name for name in context.variants if name not in done]:
        for name in todo:
            done.add(name)
            event, given = context.variants[name]
            _know_handler(weaving, event, given)
            part, declared = context.names.events[event]
            weaving.again = True
            with context.problems.trial() as trial:
                make(weaving, Doing(part, declared, name, given))
                trial.drop()
            weaving.again = False


def routines(weaving: Weaving, event: str) -> list[str]:
    """The names of the routines of an event for special arguments."""
    return [name for name, (of, _) in weaving.context.variants.items() if of == event]


def _know_handler(weaving: Weaving, event: str, given: tuple[Known, ...]) -> None:
    """Report a kind that several handlers of an event serve, or a handler and none."""
    context, handlers = weaving.context, weaving.handlers.get(event, [])
    counted = next(iter(_of_cards(context, event, given)), None)
    if not isinstance(counted, Counted) or not handlers:
        return
    own = classes.members(context, counted.kind)
    with context.problems.trial() as trial:
        chosen = specificity.chosen(context, event, handlers)
        trial.drop()
    serving = [index for index, ids in chosen.items() if not ids.isdisjoint(own)]
    if not serving or (len(serving) == 1 and own <= chosen[serving[0]]):
        return
    related = [Label(handlers[index][1].span, "a rule for some of them") for index in serving]
    context.problems.add(
        "type",
        f"`{event}` doesn't do the same with all cards that are `{counted.kind}`",
        counted.span,
        related=related,
        help="say as which of them it counts: `counted as CARD`",
    )


def _of_cards(context: Context, event: str, given: tuple[Known, ...]) -> list[Known]:
    """As what each card counts that an event is about."""
    parameters = context.names.events[event][1].parameters
    pairs = zip(parameters, given, strict=True)
    return [each for parameter, each in pairs if isinstance(definitions.parameter_type(context, parameter), t.Card)]
