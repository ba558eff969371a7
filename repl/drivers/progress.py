"""How far something long has come: a bar on a terminal that can show one, elsewhere a line now and then.

Both go to the standard error, so that results can be piped. They are written only when progress is reported: no thread
of its own runs beside processes that are being started.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

QUIET = ("NO_COLOR", "ACCESSIBLE")

SECONDS = 10.0
"""The time between two lines, and before the first one."""

REFRESH = 0.1
"""Seconds between two drawings of the bar."""

Report = Callable[[int, int], None]
"""Is told how many of how many are done."""


@contextmanager
def bar(
    words: str, console: Console | None = None, lines: bool = True, clock: Callable[[], float] = time.monotonic
) -> Iterator[Report]:
    """A function to be told how many of how many are done; without `lines`, only a bar is ever shown."""
    console = console or Console(stderr=True)
    if not console.is_terminal or console.is_dumb_terminal or any(os.environ.get(name) for name in QUIET):
        yield _lines(words, console, clock) if lines else lambda _done, _of: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, auto_refresh=False, transient=True) as progress:
        task = progress.add_task(words, total=None)
        now_and_then = _Interval(REFRESH, clock, at_once=True)

        def report(done: int, of: int) -> None:
            progress.update(task, completed=done, total=of, refresh=done == of or now_and_then.over())

        yield report


def _lines(words: str, console: Console, clock: Callable[[], float]) -> Report:
    begun, now_and_then = clock(), _Interval(SECONDS, clock)

    def report(done: int, of: int) -> None:
        if done < of and now_and_then.over():
            with suppress(OSError):  # nobody reads it any more, or the disk is full: the result still counts
                console.file.write(f"{words}: {done:,} of {of:,} after {clock() - begun:.0f} s\n")
                console.file.flush()

    return report


class _Interval:
    """Whether so many seconds are over since the last time that they were."""

    def __init__(self, seconds: float, clock: Callable[[], float], at_once: bool = False) -> None:
        self._seconds, self._clock = seconds, clock
        self._next = clock() + (0 if at_once else seconds)

    def over(self) -> bool:
        now = self._clock()
        if now < self._next:
            return False
        self._next = now + self._seconds
        return True
