"""A bar that shows how far something long has come, on a terminal that can show one; nothing anywhere else.

It goes to the standard error, so that results can be piped. The bar is drawn only when it is told of progress: no
thread of its own runs beside processes that are being started.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

QUIET = ("NO_COLOR", "ACCESSIBLE")


@contextmanager
def bar(words: str, console: Console | None = None) -> Iterator[Callable[[int, int], None]]:
    """A function to be told how many of how many are done."""
    console = console or Console(stderr=True)
    if not console.is_terminal or console.is_dumb_terminal or any(os.environ.get(name) for name in QUIET):
        yield lambda _done, _of: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, auto_refresh=False, transient=True) as progress:
        task = progress.add_task(words, total=None)

        def report(done: int, of: int) -> None:
            progress.update(task, completed=done, total=of, refresh=True)

        yield report
