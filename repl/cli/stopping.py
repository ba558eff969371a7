"""Many games that end early: by Ctrl-C, by SIGTERM or SIGHUP, or because the worker processes were ended from outside.

What was played until then is shown all the same, and said to be partial.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

import attrs
import click

from repl.cli.options import FOUND

SIGNALS = 128
"""The exit code after a signal is this and the number of the signal."""

INTERRUPTED = SIGNALS + signal.SIGINT

ENDING = [each for name in ("SIGTERM", "SIGHUP") if (each := getattr(signal, name, None)) is not None]

LOST = (
    "A worker process was ended from outside, perhaps because memory ran out; its part is played again."
    " `--processes 1` needs least memory."
)


@attrs.define
class Stop:
    """Why something was stopped before its end, "" if it wasn't, and the exit code for that."""

    reason: str = ""
    code: int = 0


@contextmanager
def stoppable() -> Iterator[Stop]:
    """Let whatever is done here be stopped; its results so far can then be shown."""
    stop = Stop()
    handled = [each for each in ENDING if _in_main_thread() and signal.getsignal(each) == signal.SIG_DFL]
    for each in handled:
        signal.signal(each, _terminated)
    from interpreter.simulation.processes import WorkersEnded

    try:
        yield stop
    except _Terminated as ended:
        stop.reason, stop.code = f"ended by {ended.signal.name}", SIGNALS + ended.signal
    except KeyboardInterrupt:
        stop.reason, stop.code = "stopped by Ctrl-C", INTERRUPTED
    except WorkersEnded as error:
        stop.reason, stop.code = str(error), FOUND
    finally:
        for each in handled:
            signal.signal(each, signal.SIG_DFL)


def tell_lost() -> None:
    """Say that a worker was ended from outside."""
    click.echo(LOST, err=True)


def partial(stop: Stop, done: int, of: int, what: str) -> str:
    """The sentence that says how much was done before the end."""
    return f"Partial: {done:,} of {of:,} {what} ({stop.reason})."


class _Terminated(KeyboardInterrupt):
    """Another signal; whatever ends by Ctrl-C ends by this, too."""

    def __init__(self, number: int) -> None:
        self.signal = signal.Signals(number)
        super().__init__()


def _terminated(number: int, _frame: FrameType | None) -> NoReturn:
    raise _Terminated(number)


def _in_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()
