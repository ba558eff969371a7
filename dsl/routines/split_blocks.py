"""Split routines into blocks: from structured steps to the procedures and blocks of the program.

Reads the woven routines. A routine that can wait is cut into blocks where it waits; any other one becomes straight
instructions. On the way, a move names its zone if the card can lie in no other, and each watch becomes the tests that
depend on it. Nothing here knows which rules the steps came from.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import assert_never

import attrs

from dsl.program import fold
from dsl.program import program as p
from dsl.program.reads import Spans, reads
from dsl.routines.steps import (
    Asking,
    Branching,
    Finished,
    ForEach,
    GoTo,
    Invoke,
    Looping,
    Option,
    Plain,
    Step,
    Watch,
    Whereabouts,
    walk,
)
from dsl.routines.suspension import Suspension, suspension
from dsl.routines.whereabouts import whereabouts


@attrs.frozen
class Tests:
    """The tests that a watch may become.

    `victory` is the routine that tests the endings, which read `ends_read`. `dirty` is the number that wakes triggers,
    which read `triggers_read`. Both hold zones, then numbers (facts as -1, -2, …).
    """

    victory: str
    ends_read: tuple[frozenset[int], frozenset[int]]
    dirty: int
    triggers_read: tuple[frozenset[int], frozenset[int]]


@attrs.define
class _Draft:
    """A block in the making."""

    procedure: int
    name: str
    body: list[p.Instruction] = attrs.field(factory=list)
    last: p.Last = attrs.field(factory=p.Return)


def split_blocks(
    finished: dict[str, Finished], tests: Tests, zones: int
) -> tuple[tuple[p.Procedure, ...], tuple[p.Block, ...], dict[int, int]]:
    """The procedures and blocks of all routines, and the block at each label.

    `finished` holds the routines by name, the game itself last; `zones` is the number of zones.
    """
    index = {name: number for number, name in enumerate(finished)}
    splitter = _Splitter(index, suspension(finished), whereabouts(finished, zones), tests)
    procedures = tuple(splitter.procedure(routine) for routine in finished.values())
    blocks = tuple(p.Block(d.procedure, d.name, tuple(d.body), d.last) for d in splitter.drafts)
    return procedures, blocks, splitter.labels


@attrs.define
class _Splitter:
    """Splits one routine after the other; `current` is the open block, None where the code can't be reached."""

    index: Mapping[str, int]
    suspension: Suspension
    where: Callable[[Whereabouts], frozenset[int]]
    tests: Tests
    drafts: list[_Draft] = attrs.field(factory=list)
    labels: dict[int, int] = attrs.field(factory=dict)
    numbers: Counter[str] = attrs.field(factory=Counter)
    current: int | None = None
    routine: Finished | None = None

    def procedure(self, routine: Finished) -> p.Procedure:
        """A routine as a procedure; one that waits adds its blocks to the drafts."""
        waits = routine.name in self.suspension.routines
        self.routine = routine
        entry = -1
        body: tuple[p.Instruction, ...] = ()
        if waits:
            entry = self.current = self._new()
            self._steps(routine.body)
        else:
            body = tuple(self._straight(routine.body))
        return p.Procedure(
            name=routine.name,
            event=routine.event,
            parameters=routine.parameters,
            locals=routine.routine.locals,
            lists=frozenset(routine.routine.lists),
            waits=waits,
            entry=entry,
            body=body,
            shown=routine.shown,
            origin=routine.origin,
            replaced=routine.replaced,
        )

    # without waiting

    def _straight(self, steps: Iterable[Step]) -> Iterator[p.Instruction]:
        for step in steps:
            match step:
                case Plain(instruction, source):
                    yield self._known(instruction, source)
                case Watch(writes, counters):
                    yield from self._tests(writes, counters)
                case Invoke(name, arguments, _, origin):
                    yield p.Call(self.index[name], arguments, origin)
                case Branching(condition, then, otherwise, origin):
                    yield p.Branch(condition, tuple(self._straight(then)), tuple(self._straight(otherwise)), origin)
                case Looping(_, condition, body, origin):
                    yield p.While(condition, tuple(self._straight(body)), origin)
                case ForEach(local, _, _, cards, body, origin):
                    yield p.ForEach(local, cards, tuple(self._straight(body)), origin)
                case Asking() | GoTo():
                    raise AssertionError(f"{step} waits")
                case _:
                    assert_never(step)

    def _known(self, instruction: p.Instruction, source: Whereabouts | None) -> p.Instruction:
        """The instruction; a move of a card that can lie in one zone only names that zone."""
        if isinstance(instruction, p.Move) and source is not None and not isinstance(instruction.source, p.Int):
            zones = self.where(source)
            if len(zones) == 1:
                return attrs.evolve(instruction, source=p.Int(next(iter(zones))))
        return instruction

    def _tests(self, writes: Whereabouts, counters: frozenset[int]) -> Iterator[p.Instruction]:
        zones = self.where(writes)
        origin = self.routine.origin if self.routine else 0
        if zones & self.tests.triggers_read[0] or counters & self.tests.triggers_read[1]:
            yield p.SetNumber(p.Int(self.tests.dirty), p.Int(1), origin)
        if zones & self.tests.ends_read[0] or counters & self.tests.ends_read[1]:
            yield p.Call(self.index[self.tests.victory], (), origin)

    # with waiting

    def _new(self) -> int:
        assert self.routine
        name = self.routine.name
        number = self.numbers[name]
        self.numbers[name] += 1
        self.drafts.append(_Draft(self.index[name], f"{name}/{number}"))
        return len(self.drafts) - 1

    def _end(self, last: p.Last) -> None:
        assert self.current is not None
        self.drafts[self.current].last = last
        self.current = None

    def _jump(self, block: int) -> bool:
        """Continue with a block, unless this place can't be reached; returns whether it can."""
        if self.current is None:
            return False
        self._end(p.Jump(block))
        return True

    def _waits(self, steps: Iterable[Step]) -> bool:
        assert self.routine
        return any(self.suspension.waits(step, self.routine.name) for step in walk(steps))

    def _steps(self, steps: Iterable[Step]) -> None:
        for step in steps:
            if self.current is None:
                return
            self._step(step)

    def _step(self, step: Step) -> None:
        assert self.current is not None
        if not self._waits([step]):
            self.drafts[self.current].body.extend(self._straight([step]))
            return
        match step:
            case Invoke(name, arguments, _, origin):
                after = self._new()
                self._end(p.CallAndWait(self.index[name], arguments, after, origin))
                self.current = after
            case Branching():
                self._branch(step)
            case Looping():
                self._loop(step)
            case ForEach():
                self._each(step)
            case Asking():
                self._ask(step)
            case GoTo(label):
                self._jump(self.labels[label])
            case Plain() | Watch():
                raise AssertionError(f"{step} doesn't wait")
            case _:
                assert_never(step)

    def _branch(self, step: Branching) -> None:
        then, otherwise, join = self._new(), self._new(), self._new()
        self._end(p.Fork(step.condition, then, otherwise, step.origin))
        reached = False
        for block, steps in ((then, step.then), (otherwise, step.otherwise)):
            self.current = block
            self._steps(steps)
            reached |= self._jump(join)
        self.current = join if reached else None

    def _loop(self, step: Looping) -> None:
        header, body, after = self._new(), self._new(), self._new()
        self.labels[step.label] = header
        self._jump(header)
        self.current = header
        self._end(p.Jump(body) if step.condition == fold.TRUE else p.Fork(step.condition, body, after, step.origin))
        self.current = body
        self._steps(step.body)
        self._jump(header)
        self.current = after

    def _each(self, step: ForEach) -> None:
        assert self.current is not None
        position, listed = p.Local(step.position), p.Local(step.list)
        self.drafts[self.current].body += [
            p.SetLocal(step.list, step.cards, step.origin),
            p.SetLocal(step.position, p.Int(0), step.origin),
        ]
        take = (
            Plain(p.SetLocal(step.local, p.Element(listed, position), step.origin)),
            Plain(p.SetLocal(step.position, p.Binary("+", position, p.Int(1)), step.origin)),
        )
        self._loop(Looping(-1, p.Binary("<", position, p.Size(listed)), (*take, *step.body), step.origin))

    def _ask(self, step: Asking) -> None:
        block, join = self._new(), self._new()
        self.labels[step.label] = block
        self._jump(block)
        options = tuple(self._option(option, join) for option in step.options)
        self.current = block
        self._end(
            p.Choose(
                prompt=step.prompt,
                player=step.player,
                options=options,
                empty=join,
                must=step.must,
                quiet=step.quiet,
                origin=step.origin,
                rounds=step.rounds,
                abilities=step.abilities,
                about=step.about,
                sealed=step.sealed,
            )
        )
        self.current = join

    def _option(self, option: Option, join: int) -> p.Option:
        start = self.current = self._new()
        self._steps(option.body)
        self._jump(join)
        return p.Option(option.words, option.condition, option.parameters, start, option.origin, option.shown)


def needs(exprs: Iterable[p.Expr], spans: Spans) -> tuple[frozenset[int], frozenset[int]]:
    """The zones and the numbers (facts as -1, -2, …) that some expressions read."""
    zones: set[int] = set()
    numbers: set[int] = set()
    for expr in exprs:
        found = reads(expr, spans)
        zones |= found[0]
        numbers |= found[1]
    return frozenset(zones), frozenset(numbers)
