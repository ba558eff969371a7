"""The lines that a person typed in earlier sessions, newest last, in a file as private as the saved games.

A convenience and no part of a game: a file that can't be read or written is ignored.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from dsl.text.files import Unreadable, read_whole, write_whole
from repl.saves import store
from repl.saves.store import StoreError

FILE = "typed.txt"
MOST = 1_000
"""The number of lines to which the file is cut back when it holds twice as many."""
LONGEST = 200
"""Longer lines are not remembered."""
LARGEST = 4 * 1024 * 1024
APPENDING = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def path() -> Path:
    """The file, in the folder of the player's games."""
    return store.home() / FILE


def lines() -> list[str]:
    """The remembered lines, newest last."""
    try:
        found = read_whole(path(), LARGEST).decode(errors="replace").split("\n")
    except (Unreadable, StoreError):
        return []
    kept = [line for line in found if _fit(line)]
    if len(kept) > 2 * MOST:
        kept = kept[-MOST:]
        with suppress(OSError):
            write_whole(path(), _written(kept), lasting=False)
    return kept[-MOST:]


def add(typed: str) -> None:
    """Remember what was typed, line by line."""
    data = _written(line for line in typed.split("\n") if _fit(line))
    with suppress(OSError, StoreError):
        path().parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path(), APPENDING, 0o600)
        try:
            found = os.fstat(handle)
            if stat.S_ISREG(found.st_mode) and found.st_size + len(data) <= LARGEST:
                os.write(handle, data)
        finally:
            os.close(handle)


def _fit(line: str) -> bool:
    return bool(line.strip()) and line.isprintable() and len(line) <= LONGEST


def _written(found: Iterable[str]) -> bytes:
    return "".join(f"{line}\n" for line in found).encode(errors="replace")
