"""Worker processes, for callers that have much to play or to link.

Ctrl-C interrupts the calling process only: that ends the workers at once, and nothing that waits is begun. A worker
that is ended from outside costs no result: its tasks are done again. No worker outlives the calling process.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

T = TypeVar("T")
R = TypeVar("R")

TRIES = 3
"""How often a task is begun if the workers are ended from outside each time."""

AHEAD = 200
"""Tasks for each process that are handed to the pool before their turn."""

HEARTBEAT = 0.5
"""Seconds after which a worker looks whether the calling process is still there."""


STOPPING = {signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)}
"""Signals by which a caller is stopped."""

ENDED = "worker processes were ended from outside again and again, perhaps because memory ran out"


class WorkersEnded(RuntimeError):
    """The worker processes were ended from outside whenever a task was tried, or can't be started at all."""

    def __init__(self, reason: str = ENDED) -> None:
        super().__init__(reason)


class Workers:
    """Processes that take one task after another from a list; `lost` is called when one is ended from outside."""

    def __init__(self, start: Callable[[], ProcessPoolExecutor], ahead: int, lost: Callable[[], None] | None) -> None:
        self._start, self._ahead, self._lost = start, ahead, lost
        with _startable():
            self._pool = start()

    def map(self, function: Callable[[T], R], things: Iterable[T]) -> Iterator[R]:
        """The results of a function for each thing, in order; raises `WorkersEnded` if that is hopeless.

        Tasks are never cancelled: if processes end while a cancelled task still waits, the pool's own thread fails
        (Python 3.11).
        """
        from concurrent.futures.process import BrokenProcessPool

        coming = iter(things)
        waiting = deque([(each, self._submit(function, each)) for each in islice(coming, self._ahead)])
        tries = 0
        while waiting:
            try:
                result = waiting[0][1].result()
            except BrokenProcessPool:
                tries += 1
                if tries == TRIES:
                    raise WorkersEnded from None
                self._begin_again()
                waiting = deque([(each, self._again(function, each, future)) for each, future in waiting])
            else:
                waiting.popleft()
                tries = 0
                waiting.extend([(each, self._submit(function, each)) for each in islice(coming, 1)])
                yield result

    def shutdown(self) -> None:
        """End the processes when they have done their tasks."""
        self._pool.shutdown()

    def _submit(self, function: Callable[[T], R], thing: T) -> Future[R]:
        from concurrent.futures import Future
        from concurrent.futures.process import BrokenProcessPool

        try:
            with _startable():
                return self._pool.submit(_do, function, thing)
        except BrokenProcessPool as error:
            failed: Future[R] = Future()
            failed.set_exception(error)
            return failed

    def _again(self, function: Callable[[T], R], thing: T, before: Future[R]) -> Future[R]:
        """The same task, begun again unless it was done."""
        from concurrent.futures.process import BrokenProcessPool

        return self._submit(function, thing) if isinstance(before.exception(), BrokenProcessPool) else before

    def _begin_again(self) -> None:
        if self._lost:
            self._lost()
        self._pool.shutdown()
        with _startable():
            self._pool = self._start()


@contextmanager
def _startable() -> Iterator[None]:
    """Raises `WorkersEnded` where the system refuses to start another process, or what processes share.

    Signals wait until the processes are there: raised in the middle of a fork, an interruption would be lost.
    """
    masking = getattr(signal, "pthread_sigmask", None)
    before = masking(signal.SIG_BLOCK, STOPPING) if masking else None
    try:
        yield
    except (OSError, NotImplementedError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise WorkersEnded(f"worker processes can't be started here: {reason.lower()}; try one process") from error
    finally:
        if masking:
            masking(signal.SIG_SETMASK, before)


@contextmanager
def workers(
    processes: int, prepare: Callable[..., None] | None = None, *args: Any, lost: Callable[[], None] | None = None
) -> Iterator[Workers]:
    """Start so many processes, each of which first calls `prepare` with these arguments."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children

    found = Workers(
        lambda: ProcessPoolExecutor(processes, initializer=_begin, initargs=(prepare, args)), processes * AHEAD, lost
    )
    try:
        yield found
    except BaseException:
        for child in active_children():
            child.terminate()
        raise
    finally:
        found.shutdown()


def in_order(
    function: Callable[[T], R], things: Sequence[T], processes: int, lost: Callable[[], None] | None = None
) -> Iterator[R]:
    """The results of a function for things, in their order; workers are started only if they can share the work."""
    at_once = min(processes, len(things))
    if at_once <= 1:
        yield from map(function, things)
        return
    with workers(at_once, lost=lost) as pool:
        yield from pool.map(function, things)


_unprepared: list[Exception] = []
"""In a worker: why it could not be prepared, which is the result of its first task."""


def _begin(prepare: Callable[..., None] | None, args: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for each in STOPPING - {signal.SIGINT}:
        if callable(signal.getsignal(each)):
            signal.signal(each, signal.SIG_DFL)  # what the caller does then isn't for its workers
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPPING)
    _end_with_caller()
    try:
        if prepare:
            prepare(*args)
    except Exception as error:  # noqa: BLE001 - the calling process raises it
        _unprepared.append(error)


def _do(function: Callable[[T], R], thing: T) -> R:
    if _unprepared:
        raise _unprepared[0]
    return function(thing)


def _end_with_caller() -> None:
    """End this process soon after the calling one, however that ends; where there is no timer, it may stay idle."""
    from multiprocessing import parent_process

    caller, above = parent_process(), os.getppid()
    if caller is None or not hasattr(signal, "setitimer"):
        return

    def look(*_: object) -> None:
        if os.getppid() != above or not caller.is_alive():
            os._exit(1)

    signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, HEARTBEAT, HEARTBEAT)
