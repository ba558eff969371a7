"""Games on disk.

A game is saved as JSON lines (see `records`). A journal is written line by line while a game is played, and each line
is on the disk before the next question, so a crash costs at most the answer being typed. A save is written whole or not
at all. A file that isn't a save is refused with a sentence that says why.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import BinaryIO, TypeVar

import attrs
import platformdirs

from dsl.text.files import Missing, TooLarge, Unreadable, chosen_home, is_file, read_whole, reason, write_whole
from repl.saves import records
from repl.saves.records import Header, Line, RecordError, Result

try:
    import fcntl
except ImportError:  # no such locks on Windows: there, two windows on one game are not noticed
    fcntl = None  # type: ignore[assignment]

LARGEST_FILE = 16 * 1024 * 1024
ENDING = ".jsonl"
NAME = re.compile(r"\w[\w .-]{0,79}")

T = TypeVar("T")


class StoreError(Exception):
    """A file can't be read or written; the message is a sentence for the player."""


@attrs.frozen
class Save:
    """The content of a file. `cut`: its last line is incomplete and left out; `length`: the bytes before that line."""

    path: Path
    header: Header
    lines: tuple[Line, ...]
    cut: bool
    length: int

    @property
    def finished(self) -> bool:
        """Whether the game is over, as far as the file says."""
        return bool(self.lines) and isinstance(self.lines[-1], Result)

    @property
    def faulty(self) -> bool:
        """Whether the game ended with a rules fault, as far as the file says."""
        return any(isinstance(line, Result) and line.result == "fault" for line in self.lines[-1:])


def home() -> Path:
    """The folder of a player's games: REVERIE_HOME, or the system's folder for user data."""
    return chosen() or Path(platformdirs.user_data_dir("reverie", appauthor=False))


def chosen() -> Path | None:
    """The folder in REVERIE_HOME, or None; raises `StoreError` if its home folder is unknown."""
    try:
        return chosen_home()
    except RuntimeError as error:
        raise StoreError("REVERIE_HOME names the home folder of an unknown user") from error


def read(path: Path) -> Save:
    """Read a save or a journal, or raise `StoreError`. Only an incomplete last line is tolerated."""
    content = _content(path)
    *whole, rest = content.split(b"\n")
    found = [_record(path, number, line) for number, line in enumerate(whole, 1)]
    cut = False
    if rest:
        try:
            found.append((len(whole) + 1, records.parsed(rest)))
        except RecordError:
            cut = True
    if not found:
        raise StoreError(f"{path} is not a saved game")
    header = _located(path, 1, lambda: records.header(found[0][1]))
    lines = tuple(_located(path, number, partial(records.line, data)) for number, data in found[1:])
    return Save(path, header, lines, cut, len(content) - (len(rest) if cut else 0))


def write(path: Path, header: Header, lines: Iterable[Line]) -> None:
    """Write a save as a whole; after a failure, the old file is unchanged."""
    text = "".join(records.written(record) for record in (header, *lines))
    replace(path, text.encode())


def replace(path: Path, data: bytes) -> None:
    """Write a file whole or not at all; raises `StoreError`."""
    _guarded(path, lambda: write_whole(path, data))


def save_path(name: str) -> Path:
    """The path of a save; a name that contains a folder or ends like a save is a path itself."""
    is_path = os.sep in name or "/" in name or name.endswith(ENDING)
    if is_path and name.isprintable():
        return _expanded(name)
    if is_path or not NAME.fullmatch(name):
        raise StoreError(f"`{name}` can't be the name of a save: use letters, digits, spaces and dashes")
    return home() / "saves" / (name + ENDING)


def _expanded(name: str) -> Path:
    try:
        return Path(name).expanduser()
    except RuntimeError as error:
        raise StoreError(f"`{name}` names the home folder of an unknown user") from error


def saves() -> tuple[str, ...]:
    """The names of the saves, newest first."""
    return tuple(path.stem for path in _newest(home() / "saves"))


def unfinished() -> Iterator[Save]:
    """The unfinished games, the one played last first; unreadable files are skipped."""
    for path in _newest(home() / "games"):
        try:
            save = read(path)
        except StoreError:
            continue
        if not save.finished:
            yield save


class Journal:
    """The file in which a game in progress is saved, locked against other sessions while it is open."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: BinaryIO = _guarded(path, lambda: path.open("r+b", buffering=0))
        try:
            _lock(self._file)
        except OSError as error:
            self._file.close()
            raise StoreError(f"{path.name} is being played in another window") from error
        self._file.seek(0, os.SEEK_END)

    @classmethod
    def create(cls, header: Header, lines: Sequence[Line] = ()) -> Journal:
        """Begin a journal in the player's folder, with a name of its own."""
        folder = home() / "games"
        stamp = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
        stem = stamp + "-" + (re.sub(r"\W+", "-", Path(header.game).stem).strip("-") or "game")
        path, number = folder / f"{stem}{ENDING}", 1
        while is_file(path):
            number += 1
            path = folder / f"{stem}-{number}{ENDING}"
        write(path, header, lines)
        return cls(path)

    @classmethod
    def reopen(cls, save: Save) -> Journal:
        """Continue a journal, after removing an incomplete last line."""
        journal = cls(save.path)
        _guarded(save.path, lambda: journal._mend(save.length))
        return journal

    def _mend(self, length: int) -> None:
        self._file.truncate(length)
        self._file.seek(max(length - 1, 0))
        if self._file.read(1) not in (b"", b"\n"):
            self._file.write(b"\n")

    def add(self, line: Line) -> None:
        """Append a line and sync it to the disk; raises `StoreError` if that fails."""
        _guarded(self.path, lambda: self._append(records.written(line).encode()))

    def _append(self, data: bytes) -> None:
        self._file.write(data)
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the file and release its lock."""
        self._file.close()


def _content(path: Path) -> bytes:
    try:
        return read_whole(path, LARGEST_FILE)
    except Missing as error:
        raise StoreError(f"there is no file {path}") from error
    except TooLarge as error:
        raise StoreError(f"{path} is not a saved game: {error}") from error
    except Unreadable as error:
        raise StoreError(f"{path} can't be read: {error}") from error


def _record(path: Path, number: int, line: bytes) -> tuple[int, dict[str, object]]:
    return number, _located(path, number, lambda: records.parsed(line))


def _located(path: Path, number: int, read: Callable[[], T]) -> T:
    try:
        return read()
    except RecordError as error:
        if number == 1:
            raise StoreError(f"{path} can't be used as a saved game: {error}") from error
        raise StoreError(f"{path} is damaged in line {number}: {error}") from error


def _newest(folder: Path) -> list[Path]:
    found = [(path.stat().st_mtime_ns, path.name, path) for path in folder.glob("[!.]*" + ENDING) if is_file(path)]
    return [path for *_, path in sorted(found, reverse=True)]


def _lock(file: BinaryIO) -> None:
    if fcntl is not None:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)


def _guarded(path: Path, act: Callable[[], T]) -> T:
    try:
        return act()
    except OSError as error:
        raise StoreError(f"{path} can't be written: {reason(error)}") from error
