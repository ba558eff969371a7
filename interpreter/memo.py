"""What is computed once for a program and kept as long as the program lives.

Programs are compared by identity here: hashing a whole program would cost more than most of what is kept.
"""

from __future__ import annotations

import functools
import weakref
from collections.abc import Callable
from typing import TypeVar

from dsl.program import Program

T = TypeVar("T")


def once_per_program(function: Callable[[Program], T]) -> Callable[[Program], T]:
    """Remember `function(program)` while the program lives; the result must not hold the program itself."""
    known: dict[int, T] = {}

    @functools.wraps(function)
    def remembered(program: Program) -> T:
        key = id(program)
        try:
            return known[key]
        except KeyError:
            result = known[key] = function(program)
            weakref.finalize(program, known.pop, key, None)
            return result

    return remembered
