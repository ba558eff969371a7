"""Checks for events that start one another in a ring, of which nothing can come.

A ring counts only if each of its events starts the next one in any case, or under a condition that nothing on the way
changes, and nothing on the way can end the game. A condition about what an event is about lasts if the event is started
again with the same. What depends on any other condition or on an answer is left to the game, which stops it as a rules
fault.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

import attrs

from dsl.checks.changes import Ends, lasts
from dsl.model import model as m
from dsl.model.traverse import every_node
from dsl.names.names import Names
from dsl.program import program as p
from dsl.routines.steps import Branching, Finished, ForEach, Invoke, Looping, Plain, Step, reached
from dsl.text.diagnostics import Label
from dsl.text.source import Span, heads
from dsl.text.spelling import counted
from dsl.weaving.weaving import MAIN, Weaving

MOST_SHOWN = 5
"""The most events of a ring that are shown."""


ITSELF = "say `proceed` here: then the event happens after all, as it would without this rule"

ALONE = "let it start itself only under a condition: say `if …` before it; `repeat` does statements again"

CHANGING = "change on the way what the condition asks for, or start another event"

ONE_OF_THEM = "let one of them start the next only under a condition: say `if …` before it"

HOOK = re.compile(r"(?P<moment>instead of|before|after|on|together with) (?P<rest>.+)")

CONDITION = re.compile(
    r"^(?:if|else if) (?P<condition>[^#\[]*[^#\[ ])|^(?:before|after|instead of) .* if (?P<hook>[^#\[]*[^#\[ ])"
)
"""The condition of a statement or of a rule, in the line at which it begins."""

Calls = dict[str, list[Invoke]]
"""The calls that each routine makes in any case."""


def endless(weaving: Weaving) -> None:
    """Report events that start one another without a condition."""
    done = reached(weaving.finished, [MAIN])
    ringed = _without({name: [*weaving.finished[name].calls] for name in done}, set())
    if not ringed:
        return
    flow = _Flow(weaving, ringed.keys())
    sure = _without({name: [*flow.sure(weaving.finished[name])] for name in ringed}, set())
    while sure:
        ring = _ring(MAIN if MAIN in sure else next(iter(sure)), sure)
        _report(weaving, ring)
        sure = _without(sure, ring.keys())


def again(weaving: Weaving) -> None:
    """Report rules that do their own event with the same things, though nothing has changed what they ask for."""
    names, problems = weaving.context.names, weaving.context.problems
    told = [each.span for each in problems.found if each.code == "endless" and each.span]
    hooks = [hook for _, hook in names.ruleset.all(m.Hook) if not hook.change and hook.event.text in names.events]
    for hook in hooks:
        if hook.once is not None or hook.moment not in ("instead of", "before"):
            _after_itself(weaving, hook, told)
            continue
        for done in _unchanged(names, hook.body, asked=hook.condition is not None):
            back = done.event.text == hook.event.text or any(
                other.event.text == done.event.text and other.condition is None and other.once is None
                for other in hooks
                if other.moment == "instead of" and _does(names, other, hook.event.text)
            )
            if back and _same(names, hook, done) and not any(at.start <= done.span.start < at.end for at in told):
                message = f"this comes back to the rule in which it stands, `{hook.moment} {hook.event.text}`"
                problems.add("endless", message, done.span, help=_otherwise(hook, done))


def _after_itself(weaving: Weaving, hook: m.Hook, told: Sequence[Span]) -> None:
    """Report a rule that does its own event again after each time, where the event itself doesn't end the game."""
    names = weaving.context.names
    if hook.moment != "after" or hook.once is not None or hook.condition is not None:
        return
    body = names.events[hook.event.text][1].body
    if any(isinstance(node, m.Lose | m.GameOver) for part in (*body, *hook.body) for node in every_node(part)):
        return
    for each in hook.body:
        again = isinstance(each, m.Do) and each.event.text == hook.event.text and _same(names, hook, each)
        if again and not any(at.start <= each.span.start < at.end for at in told):
            message = f"`{hook.event.text}` happens again after each time, and so without end"
            help_ = f"let it start itself only under a condition: `after {hook.event.text} if …`"
            weaving.context.problems.add("endless", message, each.span, help=help_)


def _otherwise(hook: m.Hook, done: m.Do) -> str:
    if done.event.text != hook.event.text:
        return f"`instead of {done.event.text}` does `{hook.event.text}` again: let one of the two `proceed`"
    return ITSELF if hook.moment == "instead of" else f"leave it out: `{hook.event.text}` happens anyway"


def _does(names: Names, hook: m.Hook, event: str) -> bool:
    return any(each.event.text == event and _same(names, hook, each) for each in _unchanged(names, hook.body))


def _same(names: Names, hook: m.Hook, done: m.Do) -> bool:
    """Whether an event is done with the very things that the event of a rule is about, in their order."""
    own = [each.name.text for each in names.events[hook.event.text][1].parameters]
    plain = done.counted is None and not done.asking
    return plain and own == [each.name.text if isinstance(each, m.Named) else "" for each in done.arguments]


def _unchanged(names: Names, body: Iterable[m.Statement], *, asked: bool = False) -> Iterator[m.Do]:
    """The events that statements do before anything is changed; `asked`: what abilities may change counts, too."""
    for statement in body:
        match statement:
            case m.Let():
                continue
            case m.Do():
                yield statement
            case m.If(_, then, otherwise):
                yield from _unchanged(names, then, asked=asked)
                yield from _unchanged(names, otherwise, asked=asked)
            case m.Ask(prompt=prompt, options=options):
                open_ = prompt.text in names.prompts and names.prompts[prompt.text][1].window
                for option in () if asked and open_ else options:
                    yield from _unchanged(names, option.body, asked=asked)
            case _:
                pass
        return


def _ring(name: str, sure: Calls) -> dict[str, Invoke]:
    """The ring to which a routine leads (every routine leads to one), with the call that each of its routines makes."""
    path: dict[str, Invoke] = {}
    while name not in path:
        path[name] = next(call for call in sure[name] if call.routine in sure)
        name = path[name].routine
    return dict([*path.items()][[*path].index(name) :])


def _without(sure: Calls, ring: Set[str]) -> Calls:
    """The routines that lead to a ring other than this one: those that call some that do."""
    left = {name: calls for name, calls in sure.items() if name not in ring}
    callers: defaultdict[str, list[str]] = defaultdict(list)
    waiting: dict[str, int] = {}
    for name, calls in left.items():
        called = {call.routine for call in calls if call.routine in left}
        waiting[name] = len(called)
        for each in called:
            callers[each].append(name)
    ending = [name for name, calls_left in waiting.items() if not calls_left]
    for name in ending:  # which grows
        for caller in callers[name]:
            waiting[caller] -= 1
            ending += [] if waiting[caller] else [caller]
    gone = {*ending}
    return {name: calls for name, calls in left.items() if name not in gone}


def _report(weaving: Weaving, ring: Mapping[str, Invoke]) -> None:
    """Report a ring, at the first of its calls."""
    origins = weaving.context.origins
    first, *others = dict.fromkeys(origins[call.origin].span for call in ring.values())
    events = [f"`{name}`" for name in ring if name in weaving.context.names.events]
    more = f" and {counted(len(events) - MOST_SHOWN, 'more event')}" if len(events) > MOST_SHOWN else ""
    verb = "start one another" if len(events) > 1 else "starts itself"
    condition = next(filter(None, map(CONDITION.search, heads(first))), None) if len(ring) == 1 else None
    still = f": `{condition['condition'] or condition['hook']}` is still true each time" if condition else ""
    weaving.context.problems.add(
        "endless",
        f"{', '.join(events[:MOST_SHOWN])}{more} {verb} without end{still}",
        first,
        related=[Label(span, "and here") for span in others[:MOST_SHOWN]],
        help=_help(events, first, lasting=condition is not None),
    )


def _help(events: Sequence[str], first: Span, *, lasting: bool) -> str:
    """What to do about a ring of events, the first of whose calls stands at a place."""
    if len(events) > 1:
        return ONE_OF_THEM
    rule = next((found for line in heads(first) if (found := HOOK.match(line))), None)
    if rule is not None and rule["rest"].startswith(events[0][1:-1]):
        return ITSELF if rule["moment"] == "instead of" else f"leave it out: {events[0]} happens anyway"
    return CHANGING if lasting else ALONE


@attrs.frozen
class _Flow:
    """What the routines that lead to a ring do in any case."""

    weaving: Weaving
    ringed: Set[str]
    ends: Ends = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "ends", Ends(self.weaving))

    def sure(self, routine: Finished) -> Iterator[Invoke]:
        """The calls that a routine makes in any case, or in any later round, up to the one that may end the game."""
        return self._sure(routine.body, routine)

    def _sure(self, steps: Iterable[Step], routine: Finished) -> Iterator[Invoke]:
        known: dict[int, int] = {}
        for step in steps:
            match step:
                case Invoke():
                    yield from (step,) if step.routine in self.ringed else ()
                case Branching(condition, then, otherwise):
                    yield from self._branches(condition, then, otherwise, routine)
                case Looping(_, p.Binary("<", p.Local(done), p.Local(times)), body) if known.get(times, 0) > known.get(
                    done, 0
                ):
                    yield from self._sure(body, routine)
                case Looping(_, p.Int(1), body):
                    yield from self._sure(body, routine)
                case Looping(_, condition, body) | ForEach(_, _, _, condition, body):
                    yield from self._lasting(condition, self._sure(body, routine), routine)
                case Plain(p.SetLocal(local, p.Int(value))):
                    known[local] = value
                case _:
                    pass
            if self.ends.may_end([step]):
                return

    def _branches(
        self, condition: p.Expr, then: Sequence[Step], otherwise: Sequence[Step], routine: Finished
    ) -> Iterator[Invoke]:
        if isinstance(condition, p.Int):
            yield from self._sure(then if condition.value else otherwise, routine)
        else:
            calls = (*self._sure(then, routine), *self._sure(otherwise, routine))
            yield from self._lasting(condition, calls, routine)

    def _lasting(self, condition: p.Expr, calls: Iterable[Invoke], routine: Finished) -> Iterator[Invoke]:
        """Those of some calls after which a condition of the routine is the same when they lead back to it."""
        return (call for call in calls if lasts(self.weaving, condition, routine, call))
