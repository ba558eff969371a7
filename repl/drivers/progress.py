"""A progress bar, on terminals that can show one.

It goes to standard error, so that results can be piped. The bar is drawn only when progress is reported: no thread of
its own runs while processes are being started.
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
    """A function that takes the number of finished items and the total."""
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
