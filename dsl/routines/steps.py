"""Structured statements: what lowering makes of rules, and `cut` turns into blocks.

A `Step` is an instruction, or holds steps of its own. While rules are woven it is still known in which zones each card
may lie that is moved; the program knows nothing of that any more.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from functools import cached_property

import attrs

from dsl.program import program as p
from dsl.program.operators import operands
from dsl.text.source import Span

# Which zones a card may lie in: zone indices, or ("argument", event, position) for wherever the caller's card lies.
Whereabouts = frozenset[int | tuple[str, str, int]]


Touching = tuple[Whereabouts, frozenset[int]]
"""In which zones cards can lie, and in which they must be able to lie for something to make sense."""


def may_lie(where: Whereabouts, zones: Container[int]) -> bool:
    """Whether a card may lie in one of these zones."""
    return any(not isinstance(zone, int) or zone in zones for zone in where)


def union(places: Iterable[Whereabouts]) -> Whereabouts:
    """All of these zones."""
    return frozenset[int | tuple[str, str, int]]().union(*places)


@attrs.define
class Routine:
    """A procedure in the making: how many locals it has, which hold lists, and the locals to be shown in a trace."""

    name: str
    locals: int = 0
    lists: set[int] = attrs.field(factory=set)

    def new(self) -> int:
        """A fresh local."""
        self.locals += 1
        return self.locals - 1


@attrs.frozen
class Plain:
    """An instruction that neither waits nor branches; for a `Move`, `source` says in which zones the card can lie."""

    instruction: p.Instruction
    source: Whereabouts | None = None


@attrs.frozen
class Invoke:
    """Run an event or another routine, by name; `where` tells for each argument in which zones its card can lie."""

    routine: str
    arguments: tuple[p.Expr, ...]
    where: tuple[Whereabouts | None, ...]
    origin: int


@attrs.frozen
class Branching:
    """if / else; with `touching`, it is there only if cards can lie in those zones (see `changes`)"""

    condition: p.Expr
    then: tuple[Step, ...]
    otherwise: tuple[Step, ...]
    origin: int
    touching: tuple[Touching, ...] | None = None


@attrs.frozen
class Looping:
    """Repeat while; `label` names its beginning."""

    label: int
    condition: p.Expr
    body: tuple[Step, ...]
    origin: int


@attrs.frozen
class ForEach:
    """For each card of a list (in local `list` while it runs, at position `position`)."""

    local: int
    list: int
    position: int
    cards: p.Expr
    body: tuple[Step, ...]
    origin: int


@attrs.frozen
class Alternative:
    """An option with what it does; `opening`: it is there only before anything else."""

    words: tuple[str | int, ...]
    condition: p.Expr
    parameters: tuple[p.Parameter, ...]
    body: tuple[Step, ...]
    origin: int
    opening: bool = False


@attrs.frozen
class Asking:
    """A prompt; `label` names its beginning, `rounds`, `abilities` and `about` are as in `program.Choose`."""

    label: int
    prompt: int
    player: p.Expr
    options: tuple[Alternative, ...]
    must: bool
    quiet: int
    origin: int
    rounds: tuple[p.Expr, p.Expr] | None = None
    abilities: int = 0
    about: tuple[p.About, ...] = ()


@attrs.frozen
class GoTo:
    """Go on at the beginning of a loop or prompt that this stands in."""

    label: int


@attrs.frozen
class Watch:
    """After these changes, test the ends of the game that depend on them, and wake the triggers that do."""

    writes: Whereabouts
    counters: frozenset[int]


Step = Plain | Invoke | Branching | Looping | ForEach | Asking | GoTo | Watch


def walk(steps: Iterable[Step]) -> Iterator[Step]:
    """Every step, and every step within it."""
    todo = [*steps]
    todo.reverse()
    while todo:
        step = todo.pop()
        yield step
        inner = within(step)
        if inner:
            todo.extend(reversed(inner))


def within(step: Step) -> tuple[Step, ...]:
    """The steps that stand in a step."""
    match step:
        case Branching(_, then, otherwise):
            return (*then, *otherwise) if otherwise else then
        case Looping(_, _, body) | ForEach(_, _, _, _, body):
            return body
        case Asking(_, _, _, options):
            return tuple(step for option in options for step in option.body)
        case _:
            return ()


def exprs(step: Step) -> list[p.Expr]:
    """The expressions that a step itself reads."""
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
        case _:
            return []


@attrs.define
class Frame:
    """What surrounds a statement.

    `prompt` is what `ask again` goes back to, `loop` what `starting over` does, `rest` what `proceed` stands for;
    `batch` collects the watches of a step taken as one; `rounds` tells the round of a loop, and how many there are.
    """

    prompt: int = -1
    loop: int = -1
    rest: tuple[Step, ...] | None = None
    batch: list[Watch] | None = None
    rounds: tuple[p.Expr, p.Expr] | None = None


@attrs.frozen
class Finished:
    """A routine as `weave` leaves it."""

    name: str
    event: str
    parameters: int
    shown: tuple[int, ...]
    routine: Routine
    body: tuple[Step, ...]
    origin: int
    span: Span

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """Every step of the body, and every step within one (see `walk`)."""
        return tuple(walk(self.body))


def reached(finished: Mapping[str, Finished], start: Iterable[str], without: Container[str] = ()) -> list[str]:
    """These routines and all that they run, and that those run, without passing through some."""
    found = dict.fromkeys(start)
    todo = list(found)
    while todo:
        for step in finished[todo.pop()].steps:
            if isinstance(step, Invoke) and step.routine not in found and step.routine not in without:
                found[step.routine] = None
                todo.append(step.routine)
    return list(found)
