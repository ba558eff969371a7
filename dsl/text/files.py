"""Files of a user's own: the folder that was chosen for them, and reading or writing one whole or not at all.

Everything that people name is read here: whatever a name leads to, nothing hangs, and nothing that could fill the
memory is read.
"""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

AT_ONCE = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""How a file is opened: one that waits for somebody at its other end isn't waited for."""


class Unreadable(Exception):
    """A file can't be read; the message is the reason, as the end of a sentence."""


class Missing(Unreadable):
    """There is no such file."""


class TooLarge(Unreadable):
    """A file is larger than anything of its kind."""


def chosen_home() -> Path | None:
    """The folder that REVERIE_HOME names for everything, if it is set; raises `RuntimeError` for an unknown `~user`."""
    chosen = os.environ.get("REVERIE_HOME")
    return Path(chosen).expanduser() if chosen else None


def read_whole(path: Path, most: int) -> bytes:
    """What a plain file of at most `most` bytes holds; raises `Unreadable` for anything else."""
    try:
        with os.fdopen(os.open(path, AT_ONCE), "rb") as file:
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
    """Why a file can't be read or written, as the end of a sentence."""
    match error:
        case IsADirectoryError():
            return "it is a folder"
        case NotADirectoryError() | FileExistsError():
            return "a part of its path is no folder"
        case _:
            return (error.strerror or str(error)).lower()


def is_file(path: Path) -> bool:
    """Whether something that isn't a folder is there; False for a name that no file can have."""
    return _mode(path) != 0 and not stat.S_ISDIR(_mode(path))


def is_folder(path: Path) -> bool:
    """Whether a folder is there; False for a name that no folder can have."""
    return stat.S_ISDIR(_mode(path))


def _mode(path: Path) -> int:
    try:
        return path.stat().st_mode
    except (OSError, ValueError):
        return 0


def write_whole(path: Path, data: bytes, *, lasting: bool = True) -> None:
    """Put a file there at one stroke: afterwards it is the new one or, after an `OSError`, still the old one.

    One that needn't be `lasting` may be damaged if the machine stops soon after.
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
