"""Processes that work side by side, for whoever has much to play or to link.

Ctrl-C is for the process that uses them: it ends the others at once, whatever they are at, and nothing that was waiting
is begun any more.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children
from typing import Any


@contextmanager
def side_by_side(
    processes: int, prepare: Callable[..., None] | None = None, *args: Any
) -> Iterator[ProcessPoolExecutor]:
    """So many processes, each of which first calls `prepare` with these arguments."""
    pool = ProcessPoolExecutor(processes, initializer=_begin, initargs=(prepare, args))
    try:
        yield pool
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in active_children():
            child.terminate()
        raise
    finally:
        pool.shutdown()


def _begin(prepare: Callable[..., None] | None, args: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if prepare:
        prepare(*args)
