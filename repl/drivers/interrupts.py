"""Ctrl-C while a game runs: it stops work that may be stopped, and does nothing elsewhere.

So an answer is never half given or half saved. While a line is read, Ctrl-C belongs to whatever reads it.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from types import FrameType
from typing import TYPE_CHECKING, TextIO

from repl.session.work import Stopped, Told, Working, alone

if TYPE_CHECKING:
    from rich.console import Console


class Interrupts:
    """What Ctrl-C does now."""

    def __init__(self) -> None:
        self._stops = False

    @contextmanager
    def handled(self) -> Iterator[None]:
        """While a game runs; signals that something else handles are left alone."""
        if threading.current_thread() is not threading.main_thread() or not _is_free():
            yield
            return
        before = signal.signal(signal.SIGINT, self._pressed)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    @contextmanager
    def stopping(self) -> Iterator[None]:
        """Here Ctrl-C raises `Stopped`, once."""
        self._stops = True
        try:
            yield
        finally:
            self._stops = False

    def plainly(self, out: TextIO) -> Working:
        """Work that can be stopped, and of which nothing is shown."""

        @contextmanager
        def working(words: str) -> Iterator[Told]:
            try:
                with self.stopping(), alone(words) as told:
                    yield told
            except Stopped:
                out.write("\n")  # behind the `^C` of the terminal
                raise

        return working

    def on_screen(self, console: Console) -> Working:
        """Work that can be stopped, of which a line is shown; what is typed meanwhile isn't."""
        from repl.drivers.progress import late_bar

        @contextmanager
        def working(words: str) -> Iterator[Told]:
            silently = _unechoed() if console.is_terminal else nullcontext()
            with silently, self.stopping(), late_bar(words, console) as told:
                yield told

        return working

    def _pressed(self, _number: int, _frame: FrameType | None) -> None:
        if self._stops:
            self._stops = False
            raise Stopped


def _is_free() -> bool:
    return signal.getsignal(signal.SIGINT) is signal.default_int_handler


@contextmanager
def _unechoed() -> Iterator[None]:
    """The terminal doesn't show what is typed; it is read afterwards."""
    if os.name != "posix" or not sys.stdin.isatty():
        yield
        return
    import termios

    try:
        before = termios.tcgetattr(sys.stdin)
    except termios.error:
        yield
        return
    silent = [*before]
    silent[3] &= ~termios.ECHO
    termios.tcsetattr(sys.stdin, termios.TCSANOW, silent)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSANOW, before)
