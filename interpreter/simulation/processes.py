"""Worker processes, for callers that have much to play or to link.

Ctrl-C interrupts the calling process only: that ends the workers at once, and nothing that waits is begun.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import attrs

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

T = TypeVar("T")
R = TypeVar("R")


@attrs.frozen
class Workers:
    """Processes that take one task after another from a list."""

    pool: ProcessPoolExecutor

    def map(self, function: Callable[[T], R], things: Iterable[T]) -> Iterator[R]:
        """The results of a function for each thing, in order.

        Tasks are never cancelled: if processes end while a cancelled task still waits, the pool's own thread fails
        (Python 3.11).
        """
        waiting = deque([self.pool.submit(function, thing) for thing in things])
        while waiting:
            yield waiting.popleft().result()


@contextmanager
def workers(processes: int, prepare: Callable[..., None] | None = None, *args: Any) -> Iterator[Workers]:
    """Start so many processes, each of which first calls `prepare` with these arguments."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children

    pool = ProcessPoolExecutor(processes, initializer=_begin, initargs=(prepare, args))
    try:
        yield Workers(pool)
    except BaseException:
        for child in active_children():
            child.terminate()
        raise
    finally:
        pool.shutdown()


def _begin(prepare: Callable[..., None] | None, args: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if prepare:
        prepare(*args)
