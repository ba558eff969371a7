"""The standard streams of the program, made safe for any input and output.

Characters that an output can't write are replaced; an input may hold anything, of any length, or nothing at all.
"""

from __future__ import annotations

import codecs
import errno
import io
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

LONGEST_LINE = 1_000_000
"""Most characters of one line that are read."""

BYTE_ORDER_MARK = "\ufeff"

UNWRITTEN = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF}
"""The errors of an output that can't be written any more."""

SIMPLER = {"→": "->", "–": "-", "─": "-", "…": "...", "×": "x", "“": '"', "”": '"', "‘": "'", "’": "'", "•": "*"}
"""Replacements of signs that an encoding lacks."""


class LineTooLong(Exception):
    """An input line exceeds the limit, so nothing after it can be read."""


def prepare() -> None:
    """Set up the standard streams so that no text and no missing stream is an error."""
    codecs.register_error("simpler", _simpler)
    nowhere = Path(os.devnull)
    sys.stdin = sys.stdin or nowhere.open(encoding="utf-8")
    sys.stdout = sys.stdout or nowhere.open("w", encoding="utf-8")
    sys.stderr = sys.stderr or nowhere.open("w", encoding="utf-8")
    _reconfigure(sys.stdin, "backslashreplace")
    _reconfigure(sys.stdout, "simpler")
    _reconfigure(sys.stderr, "simpler")


def give_up_output() -> None:
    """Discard unwritten output, so that Python doesn't try to write it at exit."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def for_programs(*streams: TextIO) -> None:
    """Set streams between programs to UTF-8, on every system."""
    for stream in streams:
        _reconfigure(stream, "backslashreplace", "utf-8")


def line_of(source: TextIO) -> str:
    """The next line with its line end, "" at the end of the input; raises `LineTooLong`."""
    line = source.readline(LONGEST_LINE)
    if len(line) == LONGEST_LINE and not line.endswith("\n"):
        raise LineTooLong
    return line.removeprefix(BYTE_ORDER_MARK)


@contextmanager
def when_continued(act: Callable[[], None]) -> Iterator[None]:
    """Calls `act` whenever the program continues after it was suspended, as by Ctrl-Z."""
    if not hasattr(signal, "SIGCONT"):
        yield
        return
    before = signal.signal(signal.SIGCONT, lambda *_: act())
    try:
        yield
    finally:
        signal.signal(signal.SIGCONT, before)


def _reconfigure(stream: TextIO, errors: str, encoding: str | None = None) -> None:
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding=encoding, errors=errors)


def _simpler(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    unwritten = error.object[error.start : error.end]
    return "".join(SIMPLER.get(char) or _escaped(char) for char in unwritten), error.end


def _escaped(char: str) -> str:
    return char.encode("ascii", "backslashreplace").decode("ascii")
