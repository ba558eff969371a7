"""Checks for `repeat while` of which no round changes anything that its condition reads."""

from __future__ import annotations

from collections.abc import Iterable, Set

import attrs

from dsl.program import program as p
from dsl.program.operators import free_locals
from dsl.program.reads import Spans, reads
from dsl.routines.steps import GoTo, Invoke, Looping, Plain, Step, Watch, may_lie, walk
from dsl.weaving.weaving import Weaving

HELP = "change in its block what it asks for, or say `if`"


def unchanging(weaving: Weaving) -> None:
    """Report loops that go on for ever once they begin."""
    spans = weaving.context.names.spans
    for routine in weaving.finished.values():
        for step in routine.steps:
            if isinstance(step, Looping) and not isinstance(step.condition, p.Int):
                read = _Read(*reads(step.condition, spans), free_locals(step.condition), spans)
                if not read.changed(step.body, weaving):
                    message = "this loop never ends: nothing in its block changes what its condition reads"
                    span = weaving.context.origins[step.origin].span
                    weaving.context.problems.add("endless", message, span, help=HELP)


@attrs.frozen
class _Read:
    """The zones, numbers and locals that a condition reads."""

    zones: Set[int]
    numbers: Set[int]
    locals: Set[int]
    spans: Spans

    def changed(self, body: Iterable[Step], weaving: Weaving) -> bool:
        """Whether steps may change the value of the condition, end the game or leave the loop."""
        seen: set[str] = set()
        own = tuple(body)
        todo = [own]
        while todo:
            steps = todo.pop()
            for step in walk(steps):
                if self._changes(step, own=steps is own):
                    return True
                if isinstance(step, Invoke) and step.routine not in seen:
                    seen.add(step.routine)
                    todo.append(weaving.finished[step.routine].body)
        return False

    def _changes(self, step: Step, *, own: bool) -> bool:
        match step:
            case Watch(writes, counters):
                return may_lie(writes, self.zones) or not self.numbers.isdisjoint(counters)
            case Plain(p.SetNumber(index)):
                set_ = reads(p.Number(index), self.spans)[1] - reads(index, self.spans)[1]
                return not self.numbers.isdisjoint(set_)
            case Plain(p.SetLocal(local) | p.Roll(local) | p.Pick(local)):
                return own and local in self.locals
            case Plain(p.Shuffle(zone)):
                return not isinstance(zone, p.Int) or zone.value in self.zones
            case Plain(p.End() | p.Move() | p.MoveAll() | p.Draw() | p.Exchange() | p.SetFact()) | GoTo():
                return True
            case _:
                return False
