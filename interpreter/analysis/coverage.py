"""What a game that was linked for counting tells of its rules while it is played.

Both executors tell the same: each entry of a program's log is an origin and what happened there, in one number.
Whoever counts reads the log and empties it; it grows as long as nobody does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import cast

import attrs

from dsl.program.expressions import Noted
from dsl.program.program import Program
from interpreter.analysis.memo import once_per_program

RULE, ENTER, LEAVE, FALSE, TRUE = range(5)
"""A rule acts, an event begins, an event is over, a condition doesn't hold, a condition holds."""

KINDS = 5
WORDS = {"rule": RULE, "enter": ENTER, "leave": LEAVE}


@attrs.frozen
class Notes:
    """The log of a program: entries are `origin * KINDS + what`."""

    log: list[int]

    @property
    def condition(self) -> Callable[[int, int], int]:
        """A function that notes a condition of an origin with its value, and returns the value."""
        add = self.log.append

        def noted(origin: int, value: int) -> int:
            add(origin * KINDS + (TRUE if value else FALSE))
            return value

        return noted


def entry(origin: int, what: str) -> int:
    """What the log holds for an instruction `Note`."""
    return origin * KINDS + WORDS[what]


@once_per_program
def notes_of(_: Program) -> Notes:
    """The log of a program; empty for ever if it was not linked for counting."""
    return Notes([])


def conditions(program: Program) -> Iterator[Noted]:
    """All conditions of which a program tells."""
    seen: set[int] = set()
    waiting: list[object] = [*program.procedures, *program.blocks, *program.out_of_reach, *program.invariants]
    while waiting:
        each = waiting.pop()
        if isinstance(each, tuple):
            waiting.extend(each)
        elif attrs.has(type(each)) and id(each) not in seen:
            seen.add(id(each))
            waiting.extend(attrs.asdict(cast(attrs.AttrsInstance, each), recurse=False).values())
            if isinstance(each, Noted):
                yield each
