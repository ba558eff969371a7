"""Many games that end early: by Ctrl-C, by SIGTERM or SIGHUP, or because the worker processes were ended from outside.

What was played until then is shown all the same, and said to be partial.
"""

from __future__ import annotations

import signal
import sys
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

AGAIN = 0.01
"""Seconds after which a signal that was lost is sent once more."""

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
        with _insisting():
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


@contextmanager
def _insisting() -> Iterator[None]:
    """Send a signal again that came inside a destructor or a weak reference, where Python drops what is raised."""
    dropped = sys.unraisablehook

    def insist(unraisable: sys.UnraisableHookArgs) -> None:
        if not isinstance(unraisable.exc_value, KeyboardInterrupt):
            dropped(unraisable)
            return
        number = getattr(unraisable.exc_value, "signal", signal.SIGINT)
        # Later, because what is raised inside this hook is dropped as well.
        threading.Timer(AGAIN, _send, [number]).start()

    sys.unraisablehook = insist
    try:
        yield
    finally:
        sys.unraisablehook = dropped


def _send(number: int) -> None:
    """Signal the main thread, which wakes it where it waits; Windows can only leave it a mark."""
    main = threading.main_thread().ident
    if sys.platform != "win32" and main is not None:
        signal.pthread_kill(main, number)
    else:
        signal.raise_signal(number)


def _in_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()
