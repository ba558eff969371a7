"""Caches: of results for a program, as long as it lives, and of the latest answers to one question.

Programs are compared by identity: hashing a whole program would cost more than most of the cached results.
"""

from __future__ import annotations

import functools
import weakref
from collections.abc import Callable
from typing import TypeVar

from dsl.program.program import Program

T = TypeVar("T")
K = TypeVar("K")

MOST_CACHED = 8192
"""Most answers in a cache."""


class Cache(dict[K, T]):
    """A cache of answers to one kind of question; when there are too many, all are dropped."""

    def store(self, key: K, answer: T) -> T:
        """Cache an answer, and return it."""
        if len(self) >= MOST_CACHED:
            self.clear()
        self[key] = answer
        return answer


def once_per_program(function: Callable[[Program], T]) -> Callable[[Program], T]:
    """Cache `function(program)` while the program lives; the result must not hold the program itself."""
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
