"""Numbers that last as long as an event.

When the event begins, its number gets the first value; when the event ends, the number gets back the value it had
before, so events within events are right. An event that a condition asks about (`during event`) has a hidden number of
this sort, which is 1 while the event lasts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

import attrs

from dsl.expressions.context import Context
from dsl.model import model as m
from dsl.model.traverse import every_node, names_in
from dsl.names.names import NumberFamily
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
    """Report rules that give such a number a value while none of its events may be under way, or never read another."""
    for family in weaving.context.names.numbers.values():
        if family.declared.during:
            message = f"`{family.name}` lasts as long as {{}}, and this may also happen at other times"
            label, events = (
                Label(family.declared.span, f"the {family.sort}"),
                [each.text for each in family.declared.during],
            )
            reports = weaving.context.problems.reported
            help_ = f"set it only in what those events do, or in a rule about one of them: `before {events[0]}`"
            _outside(weaving, events, family.indices, message, [label], help_)
            if reports == weaving.context.problems.reported:
                _read_outside(weaving, family, events)
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


def _read_outside(weaving: Weaving, family: NumberFamily, events: list[str]) -> None:
    """Report rules that compare a number although none of its events can be under way: it has its first value there."""
    context = weaving.context
    rules = [rule for _, rule in context.names.ruleset.all(m.Event, m.Hook, m.Handler) if _reads(rule, family.name)]
    rules = [rule for rule in rules if _event_of(rule) not in ("", *events)]
    if not rules:
        return
    within = {
        *reached(weaving.finished, [each for name in events for each in (name, *variants.routines(weaving, name))])
    }
    ever = {*reached(weaving.finished, [list(weaving.finished)[-1]])}
    for rule in rules:
        event = _event_of(rule)
        routines = {event, f"{event} itself", *variants.routines(weaving, event)}
        if not routines.isdisjoint(within) or event not in ever:
            continue
        named = " or ".join(f"`{event}`" for event in events)
        message = (
            f"`{family.name}` lasts as long as {named}, and this never happens meanwhile: it has its first value here"
        )
        span = next(_compared(rule, family.name)).span
        help_ = f"read it while {named} lasts, such as in `after {events[0]} if …`; or declare it without `during`"
        context.problems.add(
            "outside", message, span, related=[Label(family.declared.span, f"the {family.sort}")], help=help_
        )


def _event_of(rule: m.Event | m.Hook | m.Handler) -> str:
    """The event at which a rule acts; "" for a change of a zone, which may be part of any."""
    match rule:
        case m.Event(name):
            return name.text
        case m.Hook():
            return "" if rule.change else rule.event.text
        case m.Handler(event):
            return event.text


def _reads(rule: m.Node, name: str) -> bool:
    """Whether a rule itself compares a number."""
    return names_in(rule, name) and any(_compared(rule, name))


def _compared(rule: m.Node, name: str) -> Iterator[m.Node]:
    """The comparisons of a number in a rule; elsewhere, its first value may be what is wanted."""
    for node in every_node(rule):
        if isinstance(node, m.Compare):
            for side in (node.left, node.right):
                if isinstance(side, m.Named | m.Of | m.Call) and side.name.text == name:
                    yield side


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
