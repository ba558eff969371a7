"""A cache of what is found in parts of a model: they never change, and many games of the same files are checked."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
T = TypeVar("T")

MOST_KEPT = 5_000
"""The most results of one function."""


def once_each(function: Callable[[K], T]) -> Callable[[K], T]:
    """Cache `function(part)` by the identity of the part; when there are too many results, all are dropped."""
    known: dict[int, tuple[K, T]] = {}

    @functools.wraps(function)
    def remembered(part: K) -> T:
        found = known.get(id(part))
        if found is None:
            if len(known) >= MOST_KEPT:
                known.clear()
            found = known[id(part)] = (part, function(part))  # the part is kept, so that no other gets its identity
        return found[1]

    return remembered
