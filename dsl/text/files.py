"""Files of the user: the folder chosen for them, and reading or writing a whole file or nothing.

Every path that a person types is read here. Whatever it leads to, reading never blocks and never fills the memory.
Nothing here knows what a file holds.
"""

from __future__ import annotations

import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

OPEN_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""Flags for opening a file: a pipe without a writer doesn't block."""


STREAMS = (("/", "dev"), ("/", "proc"))
"""Where names stand for what is open already, such as the standard output."""


class Unreadable(Exception):
    """A file can't be read; the message is the reason, worded as the end of a sentence."""


class Missing(Unreadable):
    """There is no such file."""


class TooLarge(Unreadable):
    """A file is larger than the limit for its kind."""


def chosen_home() -> Path | None:
    """The folder named by REVERIE_HOME, or None if it isn't set; raises `RuntimeError` for an unknown `~user`."""
    chosen = os.environ.get("REVERIE_HOME")
    return Path(chosen).expanduser() if chosen else None


def read_whole(path: Path, most: int) -> bytes:
    """The content of a plain file of at most `most` bytes; raises `Unreadable` for anything else."""
    try:
        with os.fdopen(os.open(path, OPEN_FLAGS), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise Unreadable("it is no plain file")
            content = file.read(most + 1)
    except FileNotFoundError as error:
        raise Missing("there is no such file") from error
    except OSError as error:
        raise Unreadable(reason(error)) from error
    except ValueError as error:
        raise Unreadable("no file can have this name") from error
    if len(content) > most:
        raise TooLarge("it is far too large")
    return content


def reason(error: OSError) -> str:
    """The reason why a file can't be read or written, worded as the end of a sentence."""
    match error:
        case IsADirectoryError():
            return "it is a folder"
        case NotADirectoryError() | FileExistsError():
            return "a part of its path is no folder"
        case _:
            return (error.strerror or str(error)).lower()


def is_file(path: Path) -> bool:
    """Whether the path leads to something other than a folder; False for a name that no file can have."""
    return _mode(path) != 0 and not stat.S_ISDIR(_mode(path))


def is_folder(path: Path) -> bool:
    """Whether the path leads to a folder; False for a name that no folder can have."""
    return stat.S_ISDIR(_mode(path))


def _mode(path: Path) -> int:
    try:
        return path.stat().st_mode
    except (OSError, ValueError):
        return 0


def write_whole(path: Path, data: bytes, *, lasting: bool = True) -> None:
    """Replace a file atomically: it holds all of the new data or, after an `OSError`, still the old.

    Without `lasting` the file may be damaged if the machine stops soon afterwards.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            if lasting:
                os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


class Parts:
    """A file that is written in parts and appears whole or not at all; every method may raise `OSError`.

    Until `keep`, a file of that name is unchanged. A path that leads to no plain file, such as a pipe, is written to at
    once.
    """

    def __init__(self, path: Path) -> None:
        there = _mode(path)
        handle = os.open(path, os.O_WRONLY | os.O_APPEND) if there else -1
        self._path, self._beside = path.resolve(), ""
        if not there or (stat.S_ISREG(there) and path.parts[:2] not in STREAMS):
            if there:
                os.close(handle)
            handle, self._beside = tempfile.mkstemp(dir=self._path.parent, prefix=".", suffix=".part")
            Path(self._beside).chmod(stat.S_IMODE(there) if there else 0o666 & ~_umask())
        self._file = os.fdopen(handle, "wb")

    def add(self, data: bytes) -> None:
        """Write another part."""
        self._file.write(data)
        self._file.flush()

    def keep(self) -> None:
        """Put the file in its place."""
        if self._beside:
            os.fsync(self._file.fileno())
        self._file.close()
        if self._beside:
            Path(self._beside).replace(self._path)

    def drop(self) -> None:
        """Remove what was written so far."""
        with suppress(OSError):
            self._file.close()
        if self._beside:
            Path(self._beside).unlink(missing_ok=True)


def write_shared(path: Path, data: bytes) -> None:
    """Write a file whole or not at all, for whoever may read new files; raises `OSError`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    file = Parts(path)
    try:
        file.add(data)
        file.keep()
    except BaseException:
        file.drop()
        raise


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
