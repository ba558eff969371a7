"""Numbers that last as long as an event.

When the event begins, its number gets the first value; when the event ends, the number gets back the value it had
before, so events within events are right. An event that a condition asks about (`during event`) has a hidden number of
this sort, which is 1 while the event lasts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

import attrs

from dsl.expressions.context import Context
from dsl.program import program as p
from dsl.routines import watches
from dsl.routines.steps import Frame, Plain, Step, reached
from dsl.text.diagnostics import Label
from dsl.weaving import variants
from dsl.weaving.weaving import Weaving


def know(context: Context) -> None:
    """Report events of numbers that aren't declared."""
    for family in context.names.numbers.values():
        for event in family.declared.during:
            if event.text not in context.names.events:
                context.names.say_unknown("event", event, context.names.events)
            else:
                context.names.see(event, context.names.events[event.text][0], family.part)


def wrap(weaving: Weaving, firsts: Mapping[str, int]) -> None:
    """Make numbers begin and end with their events; `firsts` are the first values of all numbers."""
    for family in weaving.context.names.numbers.values():
        for event in family.declared.during:
            for index in family.indices:
                _wrap(weaving, event.text, index, firsts[family.name])
    for name, index in weaving.context.hidden_numbers.items():
        if name not in weaving.context.names.events:
            continue
        _wrap(weaving, name, index, 1)
    for used in weaving.context.used.values():
        for index in used.indices if used.within and used.unit in weaving.context.names.events else ():
            _wrap(weaving, used.unit, index, 0)


def _wrap(weaving: Weaving, event: str, index: int, first: int) -> None:
    """Make a number begin and end with an event, also where it is about a card that counts as another."""
    for routine in (event, *variants.routines(weaving, event)):
        _wrap_routine(weaving, routine, index, first)


def _wrap_routine(weaving: Weaving, routine: str, index: int, first: int) -> None:
    finished = weaving.finished[routine]
    before, number, origin = finished.routine.new(), p.Int(index), finished.origin
    watch = watches.watch(frozenset(), Frame(), frozenset([index]))
    body: tuple[Step, ...] = (
        Plain(p.SetLocal(before, p.Number(number), origin)),
        Plain(p.SetNumber(number, p.Int(first), origin)),
        *watch,
        *finished.body,
        Plain(p.SetNumber(number, p.Local(before), origin)),
        *watch,
    )
    weaving.finished[routine] = attrs.evolve(finished, body=body)


def written_outside(weaving: Weaving) -> None:
    """Report rules that give such a number a value while none of its events may be under way."""
    for family in weaving.context.names.numbers.values():
        if family.declared.during:
            message = f"`{family.name}` lasts as long as {{}}, and this may also happen at other times"
            label, events = Label(family.declared.span, "the number"), [each.text for each in family.declared.during]
            _outside(weaving, events, family.indices, message, [label], "set it only in what those events do")
    for used in weaving.context.used.values():
        if used.within:
            message = "this is done once in {}, and it may also happen at other times"
            help_ = "say `once a turn` or `once a game`, or let it happen only in what that event does"
            _outside(weaving, [used.unit], used.indices, message, [], help_)


def _outside(
    weaving: Weaving, events: list[str], indices: Collection[int], message: str, related: list[Label], help_: str
) -> None:
    """Report statements outside some events that set one of these numbers."""
    routines = [each for event in events for each in (event, *variants.routines(weaving, event))]
    within = {*routines, *(f"{routine} itself" for routine in routines)}
    for name in reached(weaving.finished, [list(weaving.finished)[-1]], within):
        for origin in _written(weaving.finished[name].doing(p.SetNumber), indices):
            named = " or ".join(f"`{event}`" for event in events)
            span = weaving.context.origins[origin].span
            weaving.context.problems.add("outside", message.format(named), span, related=related, help=help_)


def _written(settings: Iterable[p.SetNumber], indices: Collection[int]) -> Iterator[int]:
    """The origins of the statements that set one of these numbers."""
    for setting in settings:
        match setting:
            case p.SetNumber(p.Int(index), _, origin) if index in indices:
                yield origin
            case p.SetNumber(p.Binary("+", p.Int(first), _), _, origin) if first == min(indices):
                yield origin
            case _:
                pass
