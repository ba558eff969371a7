"""How far something long has come: a bar on a terminal that can show one, elsewhere a line now and then.

Both go to the standard error, so that results can be piped. They are written only when progress is reported: no thread
of its own runs beside processes that are being started.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

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
    if not _can_rewrite(console):
        yield _lines(words, console, clock) if lines else lambda _done, _of: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, auto_refresh=False, transient=True) as progress:
        task = progress.add_task(words, total=None)
        now_and_then = _Interval(REFRESH, clock, at_once=True)

        def report(done: int, of: int) -> None:
            progress.update(task, completed=done, total=of, refresh=done == of or now_and_then.over())

        yield report


@contextmanager
def late_bar(words: str, console: Console) -> Iterator[Report]:
    """The same, shown when something is first reported, and only where a line can be rewritten."""
    with ExitStack() as stack:
        shown: list[Report] = []

        def report(done: int, of: int) -> None:
            shown[:] = shown or [stack.enter_context(bar(words, console, lines=False))]
            shown[0](done, of)

        yield report


Told = Callable[[float, str], None]
"""Is told which part of 1 is over, and in words what came of it."""


@contextmanager
def line(
    words: str, console: Console | None = None, lines: bool = True, clock: Callable[[], float] = time.monotonic
) -> Iterator[Told]:
    """A function to be told how far something has come that takes a given time; without `lines`, only a bar is shown.

    Elsewhere than on a terminal, it is a line now and then.
    """
    console = console or Console(stderr=True)
    if not _can_rewrite(console):
        yield _told_lines(words, console, clock) if lines else lambda _over, _said: None
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=20),
        TaskProgressColumn(),
        TextColumn("{task.fields[said]}"),
    )
    with Progress(*columns, console=console, auto_refresh=False, transient=True) as progress:
        task = progress.add_task(words, total=1.0, said="")
        now_and_then = _Interval(REFRESH, clock, at_once=True)

        def tell(over: float, said: str) -> None:
            progress.update(task, completed=over, said=said, refresh=over >= 1 or now_and_then.over())

        yield tell


def _told_lines(words: str, console: Console, clock: Callable[[], float]) -> Told:
    now_and_then = _Interval(SECONDS, clock)

    def tell(over: float, said: str) -> None:
        if over < 1 and now_and_then.over():
            _write(console, f"{words}: {over:.0%}, {said}")

    return tell


def _can_rewrite(console: Console) -> bool:
    return console.is_terminal and not console.is_dumb_terminal and not any(os.environ.get(name) for name in QUIET)


def _write(console: Console, text: str) -> None:
    with suppress(OSError):  # nobody reads it any more, or the disk is full: the result still counts
        console.file.write(f"{text}\n")
        console.file.flush()


def _lines(words: str, console: Console, clock: Callable[[], float]) -> Report:
    begun, now_and_then = clock(), _Interval(SECONDS, clock)
    first: list[int] = []

    def report(done: int, of: int) -> None:
        first[:] = first or [done]
        if done < of and now_and_then.over():
            passed, gained = clock() - begun, done - first[0]
            left = f", about {passed * (of - done) / gained:.0f} s left" if gained else ""
            _write(console, f"{words}: {done:,} of {of:,} after {passed:.0f} s{left}")

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
