"""Games on disk.

A game is saved as JSON lines (see `records`). A journal is written line by line while a game is played, and each line
is on the disk before the next question, so a crash costs at most the answer being typed. A save is written whole or not
at all. A file that isn't a save is refused with a sentence that says why.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, TypeVar

import attrs
import platformdirs

from dsl.text.files import (
    Missing,
    TooLarge,
    Unreadable,
    chosen_home,
    is_file,
    is_folder,
    read_whole,
    reason,
    write_whole,
)
from dsl.text.spelling import abridged
from repl.saves import records
from repl.saves.records import Header, Line, Played, RecordError, Result

try:
    import fcntl
except ImportError:  # no such locks on Windows: there, two windows on one game are not noticed
    fcntl = None  # type: ignore[assignment]

LARGEST_FILE = 16 * 1024 * 1024
ENDING = ".jsonl"
LONGEST_PATH = 500
DAMAGED = ".damaged"
"""What is added to the name of the copy of a damaged file; it isn't listed as a game."""

NAME = re.compile(r"\w[\w .-]{0,79}")

T = TypeVar("T")


class StoreError(Exception):
    """A file can't be read or written; the message is a sentence for the player."""


class Damaged(StoreError):
    """A line of a saved game can't be used; `save` holds the lines before it, and `over` whether the game had ended."""

    def __init__(self, save: Save, message: str, over: bool = False) -> None:
        self.save, self.over = save, over
        super().__init__(message)


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
    def answers(self) -> int:
        """The number of answers in the file, including those taken back later."""
        return sum(isinstance(line, Played) for line in self.lines)

    @property
    def faulty(self) -> bool:
        """Whether the game ended with a rules fault, as far as the file says."""
        return any(isinstance(line, Result) and line.result == "fault" for line in self.lines[-1:])


@attrs.frozen
class Spoilt:
    """A file among the games in progress that can't be continued as it is; `error` says why."""

    path: Path
    error: StoreError


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
    """Read a save or a journal; raises `Damaged` for a line that isn't valid, else `StoreError`.

    Only an incomplete last line is tolerated.
    """
    return of_content(path, _content(path))


def of_content(path: Path, content: bytes) -> Save:
    """The save or journal with a content; raises as `read` does."""
    *lines, rest = content.split(b"\n")
    if not lines and (not rest or _incomplete(rest)):
        raise StoreError(f"{path} is not a saved game")
    lines += [rest] if rest else []
    header, found, length = _header(path, lines[0]), list[Line](), len(lines[0]) + 1
    for number, line in enumerate(lines[1:], 2):
        try:
            found.append(records.line(records.parsed(line)))
        except RecordError as error:
            cut = bool(rest) and number == len(lines) and _incomplete(rest)
            save = Save(path, header, tuple(found), cut, length)
            if cut:
                return save
            told = f"{path} is damaged in line {number} of {len(lines)}: {error}; {before_it(save, 'can be read')}"
            raise Damaged(save, told, _is_result(lines[-1])) from error
        length += len(line) + 1
    return Save(path, header, tuple(found), False, len(content))


def shortened(save: Save, count: int) -> Save:
    """A saved game without the lines after its first `count`."""
    kept = _content(save.path).split(b"\n")[: count + 1]
    return attrs.evolve(save, lines=save.lines[:count], cut=False, length=sum(len(line) + 1 for line in kept))


def before_it(save: Save, verb: str) -> str:
    """How many answers a damaged game has before its first unusable line, worded as the end of a sentence."""
    match save.answers:
        case 0:
            return f"no answer before it {verb}"
        case 1:
            return f"the answer before it {verb}"
        case many:
            return f"the {many} answers before it {verb}"


def write(path: Path, header: Header, lines: Iterable[Line]) -> None:
    """Write a save as a whole; after a failure, the old file is unchanged."""
    text = "".join(records.written(record) for record in (header, *lines))
    replace(path, text.encode())


def replace(path: Path, data: bytes) -> None:
    """Write a file whole or not at all; raises `StoreError`."""
    if is_folder(path):
        raise StoreError(f"{path} can't be written: it is a folder")
    _guarded(path, lambda: write_whole(path, data))


def save_path(name: str) -> Path:
    """The path of a save, which always ends like one; a name that contains a folder is a path itself."""
    is_path = os.sep in name or "/" in name or name.endswith(ENDING)
    if is_path and name.isprintable() and len(name) <= LONGEST_PATH:
        path = _expanded(name)
        return path if is_folder(path) or not path.name or path.suffix == ENDING else Path(f"{path}{ENDING}")
    if is_path or not NAME.fullmatch(name):
        raise StoreError(f"`{abridged(name)}` can't be the name of a save: use letters, digits, spaces and dashes")
    return home() / "saves" / (name + ENDING)


def load_path(name: str) -> Path:
    """The path of an existing save: as `save_path`, but a file may have another ending."""
    given = _expanded(name)
    return given if os.sep in name and is_file(given) else save_path(name)


def _expanded(name: str) -> Path:
    try:
        return Path(name).expanduser()
    except RuntimeError as error:
        raise StoreError(f"`{name}` names the home folder of an unknown user") from error


def saves() -> tuple[str, ...]:
    """The names of the saves, newest first."""
    return tuple(path.stem for path in _newest(home() / "saves"))


def unfinished() -> Iterator[Save | Spoilt]:
    """The unfinished games, the one played last first, with those that can't be continued as they are."""
    for path in _newest(home() / "games"):
        try:
            save = read(path)
        except Damaged as error:
            if not error.over:
                yield Spoilt(path, error)
        except StoreError as error:
            yield Spoilt(path, error)
        else:
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
        self._end = self._file.seek(0, os.SEEK_END)

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
        return cls._shortened(save, lambda: None)

    @classmethod
    def repair(cls, save: Save) -> tuple[Journal, Path]:
        """Continue a damaged journal after the lines of `save`; also the path of a copy of the damaged file."""
        copy = _unused(save.path.name + DAMAGED, save.path.parent)
        return cls._shortened(save, lambda: replace(copy, _content(save.path))), copy

    @classmethod
    def _shortened(cls, save: Save, before: Callable[[], None]) -> Journal:
        journal = cls(save.path)
        try:
            before()
            _guarded(save.path, lambda: journal._mend(save.length))
        except StoreError:
            journal.close()
            raise
        return journal

    def _mend(self, length: int) -> None:
        self._file.truncate(length)
        self._file.seek(max(length - 1, 0))
        self._end = length
        if self._file.read(1) not in (b"", b"\n"):
            self._append(b"\n")

    def rewritten(self, header: Header, lines: Iterable[Line]) -> Journal:
        """A journal in the place of this one, which is closed, with another content; raises `StoreError`."""
        self.close()
        write(self.path, header, lines)
        return Journal(self.path)

    def add(self, line: Line) -> None:
        """Append a line and sync it to the disk; raises `StoreError` if that fails, and leaves no part of it behind."""
        _guarded(self.path, lambda: self._append(records.written(line).encode()))

    def _append(self, data: bytes) -> None:
        try:
            self._file.seek(self._end)
            rest = memoryview(data)
            while rest:
                rest = rest[self._file.write(rest) :]
            os.fsync(self._file.fileno())
        except OSError:
            with suppress(OSError):
                self._file.truncate(self._end)
            raise
        self._end += len(data)

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


def _header(path: Path, line: bytes) -> Header:
    try:
        return records.header(records.parsed(line))
    except RecordError as error:
        raise StoreError(f"{path} can't be used as a saved game: {error}") from error


def _incomplete(rest: bytes) -> bool:
    """Whether the last line, which has no end, was cut off while it was written."""
    try:
        records.parsed(rest)
    except RecordError:
        return True
    return False


def _is_result(line: bytes) -> bool:
    try:
        return isinstance(records.line(records.parsed(line)), Result)
    except RecordError:
        return False


def _unused(name: str, folder: Path) -> Path:
    """A path in a folder that no file has."""
    path, number = folder / name, 1
    while path.exists():
        number += 1
        path = folder / f"{name}-{number}"
    return path


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
