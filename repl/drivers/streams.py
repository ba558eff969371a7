"""The two ends of a program: what comes in and where it goes, whatever they are.

Text that an end can't write is told in other signs; what comes in may be anything, of any length, or nothing at all.
"""

from __future__ import annotations

import codecs
import errno
import io
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TextIO

LONGEST_LINE = 1_000_000
"""Characters of one line that are read; nobody means anything by more."""

BYTE_ORDER_MARK = "\ufeff"

UNWRITTEN = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF}
"""What goes wrong where no more can be written."""

SIMPLER = {"→": "->", "–": "-", "─": "-", "…": "...", "×": "x", "“": '"', "”": '"', "‘": "'", "’": "'", "•": "*"}
"""What stands for a sign where it can't be written."""


class LineTooLong(Exception):
    """A line that comes in has no end within reason, so that nothing after it can be read either."""


def prepare() -> None:
    """Make the standard streams such that no text and no missing end is an error."""
    codecs.register_error("simpler", _simpler)
    nowhere = Path(os.devnull)
    sys.stdin = sys.stdin or nowhere.open(encoding="utf-8")
    sys.stdout = sys.stdout or nowhere.open("w", encoding="utf-8")
    sys.stderr = sys.stderr or nowhere.open("w", encoding="utf-8")
    _reconfigure(sys.stdin, "backslashreplace")
    _reconfigure(sys.stdout, "simpler")
    _reconfigure(sys.stderr, "simpler")


def give_up_output() -> None:
    """Let what could not be written go, so that it isn't tried again at the end."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def for_programs(*streams: TextIO) -> None:
    """Streams between programs are UTF-8, wherever they are."""
    for stream in streams:
        _reconfigure(stream, "backslashreplace", "utf-8")


def line_of(source: TextIO) -> str:
    """The next line with its end, "" if there is none; raises `LineTooLong`."""
    line = source.readline(LONGEST_LINE)
    if len(line) == LONGEST_LINE and not line.endswith("\n"):
        raise LineTooLong
    return line.removeprefix(BYTE_ORDER_MARK)


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
