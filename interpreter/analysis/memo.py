"""What is computed once and kept: for a program as long as that lives, or as the latest answers to one question.

Programs are compared by identity here: hashing a whole program would cost more than most of what is kept.
"""

from __future__ import annotations

import functools
import weakref
from collections.abc import Callable
from typing import TypeVar

from dsl.program.program import Program

T = TypeVar("T")
K = TypeVar("K")

KEPT = 8192
"""How many answers of one kind are kept."""


class Latest(dict[K, T]):
    """Answers to one kind of question; when there are too many, all are forgotten."""

    def keep(self, key: K, answer: T) -> T:
        """Remember an answer, and give it back."""
        if len(self) >= KEPT:
            self.clear()
        self[key] = answer
        return answer


def once_per_program(function: Callable[[Program], T]) -> Callable[[Program], T]:
    """Remember `function(program)` while the program lives; the result must not hold the program itself."""
    known: dict[int, T] = {}

    @functools.wraps(function)
    def remembered(program: Program) -> T:
        key = id(program)
        try:
            return known[key]
        except KeyError:
            # First, so that no interruption leaves an answer behind that another program of this identity would get.
            weakref.finalize(program, known.pop, key, None)
            result = known[key] = function(program)
            return result

    return remembered
