"""Checks for events that start one another in a ring, of which nothing can come.

A ring counts only if each of its events starts the next one in any case, or under a condition that nothing on the way
changes, and nothing on the way can end the game. What depends on any other condition or on an answer is left to the
game, which stops it as a rules fault.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set

from dsl.program import program as p
from dsl.program.operators import children
from dsl.program.reads import reads
from dsl.routines.split_blocks import needs
from dsl.routines.steps import Branching, Invoke, Looping, Plain, Step, Watch, may_lie, reached, walk
from dsl.text.diagnostics import Label
from dsl.text.source import heads
from dsl.text.spelling import counted
from dsl.weaving.endings import VICTORY
from dsl.weaving.weaving import MAIN, Weaving

MOST_SHOWN = 5
"""The most events of a ring that are shown."""


ITSELF = "say `proceed` here: then the event happens after all, as it would without this rule"

ALONE = "let it start itself only under a condition: say `if …` before it; `repeat` does statements again"

ONE_OF_THEM = "let one of them start the next only under a condition: say `if …` before it"

Calls = dict[str, list[Invoke]]
"""The calls that each routine makes in any case."""


def endless(weaving: Weaving) -> None:
    """Report events that start one another without a condition."""
    done = reached(weaving.finished, [MAIN])
    ringed = _without({name: [*weaving.finished[name].calls] for name in done}, set())
    if not ringed:
        return
    ending = _Ending(weaving)
    sure = _without({name: [*_sure(weaving.finished[name].body, ending)] for name in ringed}, set())
    while sure:
        ring = _ring(MAIN if MAIN in sure else next(iter(sure)), sure)
        _report(weaving, ring)
        sure = _without(sure, ring.keys())


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
    while True:
        last = {name for name, calls in left.items() if all(call.routine not in left for call in calls)}
        if not last:
            return left
        left = {name: calls for name, calls in left.items() if name not in last}


def _report(weaving: Weaving, ring: Mapping[str, Invoke]) -> None:
    """Report a ring, at the first of its calls."""
    origins = weaving.context.origins
    first, *others = dict.fromkeys(origins[call.origin].span for call in ring.values())
    events = [f"`{name}`" for name in ring if name in weaving.context.names.events]
    more = f" and {counted(len(events) - MOST_SHOWN, 'more event')}" if len(events) > MOST_SHOWN else ""
    verb = "start one another" if len(events) > 1 else "starts itself"
    replaced = next((line for line in heads(first) if line.startswith("instead of ")), "")
    itself = len(events) == 1 and replaced.startswith(f"instead of {events[0][1:-1]}")
    weaving.context.problems.add(
        "endless",
        f"{', '.join(events[:MOST_SHOWN])}{more} {verb} without end",
        first,
        related=[Label(span, "and here") for span in others[:MOST_SHOWN]],
        help=ITSELF if itself else ONE_OF_THEM if len(events) > 1 else ALONE,
    )


def _sure(steps: Iterable[Step], ending: _Ending) -> Iterator[Invoke]:
    """The calls that steps make in any case, or in any later round, up to the one in which the game may end."""
    for step in steps:
        match step:
            case Invoke():
                yield step
            case Branching(p.Int(value), then, otherwise):
                yield from _sure(then if value else otherwise, ending)
            case Branching(condition, then, otherwise):
                for call in (*_sure(then, ending), *_sure(otherwise, ending)):
                    if ending.lasts(condition, call):
                        yield call
            case Looping(_, p.Int(1), body):
                yield from _sure(body, ending)
            case _:
                pass
        if ending.may_end(step):
            return


def _about_locals(expr: p.Expr) -> bool:
    return isinstance(expr, p.Local) or any(map(_about_locals, children(expr)))


class _Ending:
    """Which steps may end the game."""

    def __init__(self, weaving: Weaving) -> None:
        self._spans, self._finished = weaving.context.names.spans, weaving.finished
        victory = weaving.finished[VICTORY].body
        conditions = [step.condition for step in victory if isinstance(step, Branching)]
        self._zones, self._numbers = needs(conditions, weaving.context.names.spans)
        self._routines = set[str]()
        callers: dict[str, list[str]] = {name: [] for name in weaving.finished}
        for name, routine in weaving.finished.items():
            for call in routine.calls:
                callers[call.routine].append(name)
        todo = [name for name, routine in weaving.finished.items() if any(map(self._ends, routine.steps))]
        while todo:
            name = todo.pop()
            if name not in self._routines:
                self._routines.add(name)
                todo += callers[name]

    def may_end(self, step: Step) -> bool:
        """Whether the game may end in a step, or in one within it."""
        return any(map(self._ends, walk([step])))

    def lasts(self, condition: p.Expr, call: Invoke) -> bool:
        """Whether a condition about numbers alone is the same after a call that leads back to it."""
        zones, numbers = reads(condition, self._spans)
        if zones or not numbers or any(number < 0 for number in numbers) or _about_locals(condition):
            return False
        return not any(
            self._sets(step, numbers)
            for name in reached(self._finished, [call.routine])
            for step in self._finished[name].steps
        )

    def _sets(self, step: Step, numbers: Set[int]) -> bool:
        match step:
            case Watch(_, counters):
                return not numbers.isdisjoint(counters)
            case Plain(p.SetNumber(index)):
                return not numbers.isdisjoint(reads(p.Number(index), self._spans)[1])
            case _:
                return False

    def _ends(self, step: Step) -> bool:
        match step:
            case Plain(p.End()):
                return True
            case Watch(writes, counters):
                return may_lie(writes, self._zones) or not self._numbers.isdisjoint(counters)
            case Invoke(routine):
                return routine in self._routines
            case _:
                return False
