"""Bounds on the size of rules whose definitions, quantifiers, groups and replacements are written out.

A few lines of text can stand for more than any machine holds: `define a: b + b`, `define b: c + c` and so on. `Bounds`
counts what is lowered; the first part that is too large ends the compilation with a problem at its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice

import attrs

from dsl.model import model as m
from dsl.names.names import Names
from dsl.program import program as p
from dsl.routines.steps import (
    Asking,
    Branching,
    Finished,
    ForEach,
    GoTo,
    Invoke,
    Looping,
    Plain,
    Step,
    Watch,
    origin_of,
    walk,
    within,
)
from dsl.text.diagnostics import Problems
from dsl.text.source import Span

MOST_PARTS = 5_000
"""The most parts of one expression."""

MOST_IN_ALL = 50_000
"""The most parts and statements of all rules."""

MOST_STEPS = 100_000
"""The most steps of an event, with those of the events that it does, when every loop has one round."""

DEEPEST = 100
"""The most expressions within one another."""

DEEPEST_SELECTION = 4
"""Selections whose cards are each looked at for each card of the one outside."""

SHORTER = "store the repeated part in a `number`, or use fewer names"

DEEPEST_BLOCK = 40
DEEPEST_LOOP = 12

LEAVES = (Plain, Invoke, GoTo, Watch)
LOOPS = (Looping, ForEach)


@attrs.define
class Bounds:
    """Counts what is lowered; `largest` has, by file, the largest expression, its parts, and the parts of all."""

    names: Names
    depth: int = 0
    selections: int = 0
    parts: int = 0
    total: int = 0
    outermost: m.Node | None = None
    largest: dict[str, tuple[m.Node, int, int]] = attrs.field(factory=dict)

    @property
    def problems(self) -> Problems:
        """The problems of the ruleset."""
        return self.names.problems

    def enter(self, node: m.Node) -> None:
        """Count the beginning of an expression; `leave` must follow."""
        if self.depth == 0:
            self.outermost, self.parts = node, 0
        self.depth += 1
        self.parts += 1
        self.total += 1
        if self.depth > DEEPEST or self.parts > MOST_PARTS or self.total > MOST_IN_ALL:
            self._exceeded(node)

    def _exceeded(self, node: m.Node) -> None:
        if self.depth > DEEPEST:
            self._deep(node, "expressions", DEEPEST)
        self.grow(node, 0)

    def leave(self) -> None:
        """Count the end of an expression."""
        self.depth -= 1
        if self.depth == 0 and self.outermost is not None:
            self._keep(self.outermost, self.parts)

    def _keep(self, node: m.Node, parts: int) -> None:
        """Note how many parts an expression has."""
        file = node.span.file.name
        known, most, total = self.largest.get(file, (node, 0, 0))
        self.largest[file] = (node, parts, total + parts) if parts > most else (known, most, total + parts)

    def look(self, node: m.Node) -> None:
        """Count the beginning of a selection's condition; `looked` must follow."""
        self.selections += 1
        if self.selections > DEEPEST_SELECTION:
            self._deep(node, "selections", DEEPEST_SELECTION)

    def looked(self) -> None:
        """Count the end of a selection's condition."""
        self.selections -= 1

    def grow(self, node: m.Node, parts: int = 1) -> None:
        """Count more parts of the rules; raises `CompileError` when they are too many."""
        self.parts += parts
        self.total += parts
        if self.parts > MOST_PARTS and self.depth:
            self._overgrown(self.outermost or node)
        if self.total > MOST_IN_ALL:
            self._keep(self.outermost or node, self.parts)
            message = f"expanded, the rules have more than {MOST_IN_ALL:,} parts"
            found = [(self.names.module_of(name), kept.span, total) for name, (kept, _, total) in self.largest.items()]
            self.names.too_many(message, found, overgrown=True, advice=SHORTER)
            self.problems.stop_if_any()

    def repeat(self, node: m.Node, steps: Iterable[Step]) -> None:
        """Count steps that are written out once more."""
        before = self.total
        self.grow(node, sum(1 for _ in islice(walk(steps), MOST_IN_ALL + 1)))
        self._keep(node, self.total - before)

    def _overgrown(self, node: m.Node) -> None:
        message = f"expanded, this has more than {MOST_PARTS:,} parts"
        self.problems.add("overgrown", message, node.span, help=SHORTER)
        self.problems.stop_if_any()

    def _deep(self, node: m.Node, what: str, most: int) -> None:
        message = f"more than {most} {what} are nested in each other"
        self.problems.add(
            "too-deep", message, node.span, help="nest fewer, or give the inner ones a name with `define`"
        )
        self.problems.stop_if_any()


def measure(finished: Mapping[str, Finished], names: Names, origins: Sequence[p.Origin]) -> None:
    """Report routines that are nested too deeply, or that would take too many steps."""
    problems = names.problems
    for routine in finished.values():
        if len(routine.steps) <= min(DEEPEST_BLOCK, DEEPEST_LOOP):
            continue
        blocks, loops = _nesting(routine.body, {})
        if blocks > DEEPEST_BLOCK or loops > DEEPEST_LOOP:
            most = f"{DEEPEST_BLOCK} blocks" if blocks > DEEPEST_BLOCK else f"{DEEPEST_LOOP} loops"
            message = f"`{routine.name}` has more than {most} nested in each other"
            span = _blamed(routine, names, origins)
            problems.add("too-deep", message, span, help="make an `event` of the inner ones")
    problems.stop_if_any()
    if max(_steps(finished, _all_in).values(), default=0) <= MOST_STEPS:
        return
    steps = _steps(finished, lambda routine, known: _longest(routine.body, known))
    long = [routine for name, routine in finished.items() if steps[name] > MOST_STEPS]
    first = [routine for routine in long if not any(steps[name] > MOST_STEPS for name in _called(routine))]
    for longest in (first or long)[:1]:
        message = f"`{longest.name}`, with all that it does, is more than {MOST_STEPS:,} steps"
        span = _blamed(longest, names, origins)
        problems.add("overgrown", message, span, help="say `repeat … times` instead of doing it twice")
    problems.stop_if_any()


def _called(routine: Finished) -> list[str]:
    return [call.routine for call in routine.calls]


def _blamed(routine: Finished, names: Names, origins: Sequence[p.Origin]) -> Span:
    """The place to report a routine that is too large: the module with most steps in it, or else its declaration."""
    acting: dict[str, list[p.Origin]] = {}
    for step in routine.steps:
        origin = origin_of(step)
        if origin >= 0 and origins[origin].module != names.ruleset.base:
            acting.setdefault(origins[origin].module, []).append(origins[origin])
    declared = names.module_of(routine.span.file.name)
    most = max(acting.values(), key=len, default=[])
    return routine.span if not most or most[0].module == declared else most[0].span


def _nesting(steps: Iterable[Step], known: dict[int, tuple[int, int]]) -> tuple[int, int]:
    """How many blocks, and how many loops, lie within one another in steps that may be shared."""
    deepest = loops = 0
    for step in steps:
        if isinstance(step, LEAVES):
            continue
        if id(step) not in known:
            blocks, inner = _nesting(within(step), known)
            known[id(step)] = (blocks + 1, inner + isinstance(step, LOOPS))
        deepest, loops = max(deepest, known[id(step)][0]), max(loops, known[id(step)][1])
    return deepest, loops


def _steps(finished: Mapping[str, Finished], count: Callable[[Finished, Mapping[str, int]], int]) -> dict[str, int]:
    """What `count` finds for each routine, given those that it calls; of one being counted, a call is one step."""
    calls = {name: _called(routine) for name, routine in finished.items()}
    steps: dict[str, int] = {}
    todo = [(name, False) for name in finished]
    while todo:
        name, complete = todo.pop()
        if complete:
            steps[name] = min(1 + count(finished[name], steps), MOST_STEPS + 1)
        elif name not in steps:
            steps[name] = 1
            todo += [(name, True), *((call, False) for call in calls[name])]
    return steps


def _all_in(routine: Finished, known: Mapping[str, int]) -> int:
    """The steps of a routine, of all branches together: no fewer than `_longest` finds, and sooner counted."""
    return len(routine.steps) + sum(known[call.routine] for call in routine.calls)


def _longest(body: Iterable[Step], known: Mapping[str, int]) -> int:
    """The most steps of a body when every loop goes round once: of two branches only one is taken."""
    total = 0
    for step in body:
        match step:
            case Plain() | GoTo() | Watch():
                total += 1
            case Invoke(routine):
                total += 1 + known[routine]
            case Branching(_, then, otherwise):
                total += 1 + max(_longest(then, known), _longest(otherwise, known))
            case Asking(_, _, _, options):
                total += 1 + max((_longest(option.body, known) for option in options), default=0)
            case _:
                total += 1 + _longest(within(step), known)
    return total
