"""What steps can change of the things that a condition reads, and which steps may end the game.

Used by the checks for loops and for rings of events. Where it isn't known which zone or number a step changes, it may
be any.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set

import attrs

from dsl.program import program as p
from dsl.program.operators import free_locals
from dsl.program.reads import Spans, reads
from dsl.routines.split_blocks import needs
from dsl.routines.steps import Branching, Finished, ForEach, Invoke, Plain, Step, Watch, reached, walk
from dsl.routines.whereabouts import whereabouts
from dsl.weaving.endings import VICTORY
from dsl.weaving.weaving import Weaving


@attrs.frozen
class Read:
    """The zones, numbers (facts as -1, -2, …) and locals that a condition reads."""

    zones: Set[int]
    numbers: Set[int]
    locals: Set[int]
    spans: Spans

    @classmethod
    def by(cls, condition: p.Expr, spans: Spans) -> Read:
        """What a condition reads."""
        return cls(*reads(condition, spans), free_locals(condition), spans)

    def may_change(self, step: Step) -> bool:
        """Whether a step itself, without the steps inside it, may change a zone, number or fact that is read."""
        match step:
            case Plain(p.SetNumber() | p.SetFact()):
                return not self.numbers.isdisjoint(numbers_set(step.instruction, self.spans))
            case Plain(p.Move(_, source, target) | p.MoveAll(_, source, target) | p.Draw(_, source, target)):
                return self._any_zone(source, target)
            case Plain(p.Exchange(_, zone, _, other)):
                return self._any_zone(zone, other)
            case Plain(p.Shuffle(zone) | p.Expose(zone)):
                return self._any_zone(zone)
            case _:
                return False

    def _any_zone(self, *indices: p.Expr) -> bool:
        return any(may_be(index, self.zones, self.spans.zones) for index in indices)


def assigned(step: Step) -> tuple[int, ...]:
    """The locals to which a step itself gives a value."""
    match step:
        case Plain(p.SetLocal(local) | p.Roll(local) | p.Pick(local) | p.Draw(local)):
            return (local,)
        case ForEach(local, listed, position):
            return (local, listed, position)
        case _:
            return ()


def numbers_set(instruction: p.Instruction, spans: Spans) -> Set[int]:
    """The numbers (facts as -1, -2, …) to one of which an instruction gives a value; a `Watch` may name more."""
    match instruction:
        case p.SetNumber(p.Int(number)):
            return {number}
        case p.SetNumber(index):
            return reads(p.Number(index), spans)[1] - reads(index, spans)[1]
        case p.SetFact(fact):
            return {-1 - fact}
        case _:
            return set()


def may_be(index: p.Expr, zones: Set[int], counts: Mapping[int, int]) -> bool:
    """Whether a zone that an expression names may be one of some zones."""
    match index:
        case p.Int(value):
            return value in zones
        case p.Binary("+", p.Int(first), _) if first in counts:
            return not zones.isdisjoint(range(first, first + counts[first]))
        case _:
            return bool(zones)


def called(weaving: Weaving, steps: Iterable[Step]) -> Iterator[Step]:
    """Every step of the routines that some steps run, directly or not."""
    names = reached(weaving.finished, (step.routine for step in steps if isinstance(step, Invoke)))
    return (step for name in names for step in weaving.finished[name].steps)


def lasts(weaving: Weaving, condition: p.Expr, routine: Finished, call: Invoke) -> bool:
    """Whether a condition of a routine is the same again whenever a call that it makes leads back to it."""
    read = Read.by(condition, weaving.context.names.spans)
    return not any(map(read.may_change, called(weaving, [call]))) and _handed_on(weaving, read.locals, routine, call)


def _handed_on(weaving: Weaving, wanted: Set[int], routine: Finished, call: Invoke) -> bool:
    """Whether a call leads back to its routine only with the same values of some of its parameters."""
    if not wanted:
        return True
    todo, seen = [(call, routine, {local: local for local in wanted})], set[object]()
    while todo:
        each, caller, held = todo.pop()
        if any(local >= caller.parameters for local in held.values()) or _reassigned(caller, held.values()):
            return False
        given = {each.arguments[at]: at for at in reversed(range(len(each.arguments)))}
        after = {local: given.get(p.Local(now), -1) for local, now in held.items()}
        if -1 in after.values():
            if routine.name in reached(weaving.finished, [each.routine]):
                return False
            continue
        if each.routine == routine.name and any(local != now for local, now in after.items()):
            return False
        key = (each.routine, *after.items())
        if each.routine != routine.name and key not in seen:
            seen.add(key)
            todo += [(next_, weaving.finished[each.routine], after) for next_ in weaving.finished[each.routine].calls]
    return True


def _reassigned(routine: Finished, locals_: Iterable[int]) -> bool:
    return any(local in assigned(step) for local in locals_ for step in routine.steps)


class Ends:
    """Which steps may end the game."""

    def __init__(self, weaving: Weaving) -> None:
        conditions = [step.condition for step in weaving.finished[VICTORY].body if isinstance(step, Branching)]
        self._spans = weaving.context.names.spans
        self._zones, self._numbers = needs(conditions, self._spans)
        self._expand = whereabouts(weaving.finished, len(weaving.context.names.zoned))
        self._routines = set[str]()
        callers: dict[str, list[str]] = {name: [] for name in weaving.finished}
        for name, routine in weaving.finished.items():
            for call in routine.calls:
                callers[call.routine].append(name)
        todo = [name for name, routine in weaving.finished.items() if self._ends_itself(routine)]
        while todo:
            name = todo.pop()
            if name not in self._routines:
                self._routines.add(name)
                todo += callers[name]

    def may_end(self, steps: Iterable[Step]) -> bool:
        """Whether the game may end in some steps, or in those within them."""
        return any(map(self._ends, walk(steps)))

    def _ends_itself(self, routine: Finished) -> bool:
        """Whether a routine may end the game by what it does without the routines that it runs."""
        if routine.doing(p.End) or any(map(self._ends, routine.of(Watch))):
            return True
        return any(self._sets(each) for sort in (p.SetNumber, p.SetFact) for each in routine.doing(sort))

    def _sets(self, instruction: p.Instruction) -> bool:
        """Whether an instruction changes a number or a fact on which an ending depends."""
        return not self._numbers.isdisjoint(numbers_set(instruction, self._spans))

    def _ends(self, step: Step) -> bool:
        match step:
            case Plain(p.End()):
                return True
            case Plain(p.SetNumber() | p.SetFact()):
                return self._sets(step.instruction)
            case Watch(writes):
                return not self._zones.isdisjoint(self._expand(writes))
            case Invoke(routine):
                return routine in self._routines
            case _:
                return False
