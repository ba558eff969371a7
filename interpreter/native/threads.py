"""Several threads that play in C at once: it releases the interpreter's lock meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def in_threads(function: Callable[[T], R], parts: Sequence[T], threads: int) -> Iterator[R]:
    """The results of a function for each part, in order; parts that aren't begun are dropped if one is given up."""
    with ThreadPoolExecutor(max(1, min(threads, len(parts)))) as pool:
        try:
            yield from pool.map(function, parts)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
