"""Steps: the structured code of a routine, which lowering makes of rules and `split_blocks` turns into blocks.

A `Step` is an instruction or contains further steps. Until it is split, a routine still knows in which zones each card
that moves may lie; the program doesn't.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar, assert_never

import attrs

from dsl.program import program as p
from dsl.program.operators import operands
from dsl.text.shapes import shape
from dsl.text.source import Span

S = TypeVar("S", bound="Step")
I = TypeVar("I", bound=p.Instruction)

Whereabouts = frozenset[int | tuple[str, str, int]]
"""The zones in which a card may lie: zone indices, or ("argument", event, position) for those of the caller's card."""

NOWHERE: Whereabouts = frozenset()

Touching = tuple[Whereabouts, frozenset[int]]
"""The zones in which cards may lie, and those of which they must reach one for a step to have any effect."""


def may_lie(where: Whereabouts, zones: Container[int]) -> bool:
    """Whether a card may lie in one of these zones."""
    return any(not isinstance(zone, int) or zone in zones for zone in where)


def union(places: Iterable[Whereabouts]) -> Whereabouts:
    """The union of several whereabouts."""
    return NOWHERE.union(*places)


@attrs.define
class Routine:
    """The locals of a procedure in the making: how many there are, and which of them hold lists.

    `named` are all variables that it has or had, with the word for what they hold or "", for messages about those that
    have ended. `abilities` are those that it offers, by number, with their first locals: each has the same ones at all
    of its prompts.
    """

    name: str
    locals: int = 0
    lists: set[int] = attrs.field(factory=set)
    named: dict[str, str] = attrs.field(factory=dict)
    abilities: set[tuple[int, int]] = attrs.field(factory=set)

    def new(self) -> int:
        """The index of a new local."""
        self.locals += 1
        return self.locals - 1


@shape
class Plain:
    """An instruction that neither waits nor branches; for a `Move`, `source` is where the card may lie."""

    instruction: p.Instruction
    source: Whereabouts | None = None


@shape
class Invoke:
    """Run an event or another routine, by name; `where` is where the card of each argument may lie, if it is one."""

    routine: str
    arguments: tuple[p.Expr, ...]
    where: tuple[Whereabouts | None, ...]
    origin: int


@shape
class Branching:
    """If / else; with `touching`, it is dropped unless cards can lie in those zones (see `weaving.zone_events`)."""

    condition: p.Expr
    then: tuple[Step, ...]
    otherwise: tuple[Step, ...]
    origin: int
    touching: tuple[Touching, ...] | None = None


@shape
class Looping:
    """Repeat while a condition holds; `label` names the beginning of the loop."""

    label: int
    condition: p.Expr
    body: tuple[Step, ...]
    origin: int


@shape
class ForEach:
    """Run `body` for each card of a list, which is held in local `list`, with the position in local `position`."""

    local: int
    list: int
    position: int
    cards: p.Expr
    body: tuple[Step, ...]
    origin: int


@shape
class Option:
    """An option with its steps; `opening`: it is offered only before anything else happens in its turn."""

    words: tuple[str | int, ...]
    condition: p.Expr
    parameters: tuple[p.Parameter, ...]
    body: tuple[Step, ...]
    origin: int
    opening: bool = False
    shown: p.Parts = ()


@shape
class Asking:
    """A prompt; `label` names its beginning, and the other fields are those of `program.Choose`."""

    label: int
    prompt: int
    player: p.Expr
    options: tuple[Option, ...]
    must: bool
    quiet: int
    origin: int
    rounds: tuple[p.Expr, p.Expr] | None = None
    abilities: int = 0
    about: tuple[p.About, ...] = ()
    sealed: tuple[p.Local, ...] | None = None


@shape
class GoTo:
    """Continue at the beginning of an enclosing loop or prompt."""

    label: int


@shape
class Watch:
    """A change of zones and numbers: the endings that depend on them are tested, and the triggers are woken."""

    writes: Whereabouts
    counters: frozenset[int]


Leaf = Plain | Invoke | GoTo | Watch
"""A step without steps inside it."""

Step = Plain | Invoke | Branching | Looping | ForEach | Asking | GoTo | Watch


def walk(steps: Iterable[Step]) -> Iterator[Step]:
    """Every step and, after it, every step inside it."""
    todo = [*steps]
    todo.reverse()
    while todo:
        step = todo.pop()
        yield step
        if not isinstance(step, Leaf):
            todo.extend(reversed(within(step)))


def within(step: Step) -> tuple[Step, ...]:
    """The steps directly inside a step."""
    match step:
        case Plain() | Invoke() | GoTo() | Watch():
            return ()
        case Branching(_, then, otherwise):
            return (*then, *otherwise) if otherwise else then
        case Looping(_, _, body) | ForEach(_, _, _, _, body):
            return body
        case Asking(_, _, _, options):
            return tuple(step for option in options for step in option.body)
        case _:
            assert_never(step)


def exprs(step: Step) -> list[p.Expr]:
    """The expressions that a step reads, without those of the steps inside it."""
    match step:
        case Plain(instruction):
            return [each for each in operands(instruction) if not isinstance(each, p.Int)]
        case Invoke(_, arguments, _, _):
            return list(arguments)
        case Branching(condition, _, _, _) | Looping(_, condition, _, _):
            return [condition]
        case ForEach(_, _, _, cards, _, _):
            return [cards]
        case Asking(_, _, _, options):
            found: list[p.Expr] = []
            for option in options:
                found.append(option.condition)
                for parameter in option.parameters:
                    found += [parameter.condition, *(s.cards for s in parameter.sources)]
            return found
        case GoTo() | Watch():
            return []
        case _:
            assert_never(step)


def origin_of(step: Step) -> int:
    """The origin of a step, or -1 for one that has none."""
    match step:
        case Plain(instruction):
            return instruction.origin
        case GoTo() | Watch():
            return -1
        case _:
            return step.origin


AT_ONCE = -2
"""Stands for the label of a prompt at which all players choose at once: none of them is asked again."""


@attrs.define
class Frame:
    """The surroundings of a statement.

    `prompt` is the label to which `ask again` returns (or `AT_ONCE`), `loop` the one to which `starting over` returns
    (-1 for none). `rest` are the steps that `proceed` stands for. `batch` collects the watches of a `together` block.
    `rounds` are the current round of a loop and the number of its rounds.
    """

    prompt: int = -1
    loop: int = -1
    rest: tuple[Step, ...] | None = None
    batch: list[Watch] | None = None
    rounds: tuple[p.Expr, p.Expr] | None = None

    def asking(self, label: int) -> Frame:
        """The surroundings of a statement within a prompt."""
        return Frame(label, self.loop, self.rest, self.batch, self.rounds)

    def looping(self, label: int) -> Frame:
        """The surroundings of a statement within a loop whose rounds aren't counted."""
        return Frame(self.prompt, label, self.rest, self.batch)

    def without_rounds(self) -> Frame:
        """These surroundings where the rounds of a loop no longer matter."""
        return self if self.rounds is None else Frame(self.prompt, self.loop, self.rest, self.batch)


@shape
class Finished:
    """A woven routine, ready to be split."""

    name: str
    event: str
    parameters: int
    shown: tuple[int, ...]
    routine: Routine
    body: tuple[Step, ...]
    origin: int
    span: Span
    replaced: int = -1

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """Every step of the body and every step inside one (see `walk`)."""
        return tuple(walk(self.body))

    @cached_property
    def calls(self) -> Sequence[Invoke]:
        """Every call among the steps."""
        return self.of(Invoke)

    def of(self, sort: type[S]) -> Sequence[S]:
        """Every step of a sort among the steps."""
        return self._by_sort.get(sort, ())

    def doing(self, sort: type[I]) -> Sequence[I]:
        """Every instruction of a sort among the steps."""
        return self._by_sort.get(sort, ())

    @cached_property
    def _by_sort(self) -> dict[type, list[Any]]:
        """The steps by their class, and the instructions by theirs."""
        found: defaultdict[type, list[Any]] = defaultdict(list)
        for step in self.steps:
            found[type(step)].append(step)
            if isinstance(step, Plain):
                found[type(step.instruction)].append(step.instruction)
        return found


def reached(finished: Mapping[str, Finished], start: Iterable[str], without: Container[str] = ()) -> list[str]:
    """The names of some routines and of all that they run, directly or not, without passing through `without`."""
    found = dict.fromkeys(start)
    todo = list(found)
    while todo:
        for call in finished[todo.pop()].calls:
            if call.routine not in found and call.routine not in without:
                found[call.routine] = None
                todo.append(call.routine)
    return list(found)
