"""The coverage log: what a program that was linked for coverage records about its rules during a game.

Both executors record the same. An entry is one number, made of the origin of a rule and of what happened there. The log
grows until a caller reads and empties it (see `simulation.counting`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import attrs

from dsl.program.expressions import Covered, Expr, Int
from dsl.program.operators import within
from dsl.program.program import Program
from interpreter.analysis.memo import once_per_program

RULE, ENTER, LEAVE, FALSE, TRUE = range(5)
"""A rule acts, an event begins, an event is over, a condition doesn't hold, a condition holds."""

KINDS = 5
WORDS = {"rule": RULE, "enter": ENTER, "leave": LEAVE, "fails": FALSE, "holds": TRUE}


@attrs.frozen
class Coverage:
    """The log of a program: entries are `origin * KINDS + kind`."""

    log: list[int]

    @property
    def condition(self) -> Callable[[int, int], int]:
        """A function that records the value of a condition with its origin, and returns the value."""
        add = self.log.append

        def record(origin: int, value: int) -> int:
            add(origin * KINDS + (TRUE if value else FALSE))
            return value

        return record


def entry(origin: int, kind: str) -> int:
    """The log's entry for an instruction `Cover`."""
    return origin * KINDS + WORDS[kind]


def entries(origin: int) -> tuple[int, int]:
    """The log's entries for a condition: that it holds, and that it doesn't."""
    return origin * KINDS + TRUE, origin * KINDS + FALSE


def records_coverage(expr: Expr) -> bool:
    """Whether evaluating an expression adds to the log; then it must be evaluated for every card it is about."""
    return any(isinstance(part, Covered) for part in within(expr))


@once_per_program
def coverage_of(_: Program) -> Coverage:
    """The log of a program; it stays empty if the program wasn't linked for coverage."""
    return Coverage([])


def open_conditions(program: Program) -> frozenset[int]:
    """The origins of all conditions whose value a program records, without those that always have the same value."""
    return frozenset(each.origin for each in covered_conditions(program) if not isinstance(each.part, Int))


@once_per_program
def covered_conditions(program: Program) -> tuple[Covered, ...]:
    """All conditions whose value a program records."""
    found: list[Covered] = []
    seen: set[int] = set()
    waiting: list[object] = [*program.procedures, *program.blocks, *program.out_of_reach, *program.invariants]
    waiting.append(program.scoring)
    while waiting:
        each = waiting.pop()
        if isinstance(each, tuple):
            waiting.extend(each)
        elif attrs.has(type(each)) and id(each) not in seen:
            seen.add(id(each))
            waiting.extend(attrs.asdict(cast(attrs.AttrsInstance, each), recurse=False).values())
            if isinstance(each, Covered):
                found.append(each)
    return tuple(found)
