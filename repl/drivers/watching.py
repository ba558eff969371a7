"""Rules files that change while something runs: what is watched, and how a driver is told.

`changes` waits in the thread that asks. A `Watcher` waits in a thread of its own and interrupts the driver that reads a
line; the session is used by the driver's thread only. Knows nothing of rules and games.
"""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Event, Lock, Thread
from typing import TextIO

import attrs

from dsl.reading.library import ENDING as RULES
from dsl.text.files import is_folder
from dsl.translation.texts import ENDING as TEXTS
from repl.drivers.streams import LineTooLong, line_of

ENDINGS = (RULES, TEXTS)
STEP = 50
"""Milliseconds without a change after which changes are told."""


class RulesHaveChanged(Exception):
    """A watched file was saved while a line was read; `typed` is the beginning of that line."""

    def __init__(self, typed: str = "") -> None:
        self.typed = typed
        super().__init__(typed)


@attrs.frozen
class Watched:
    """Folders, in which every rules file and texts file counts, and single files."""

    folders: frozenset[Path]
    files: frozenset[Path]

    @classmethod
    def of(cls, folders: Iterable[Path], files: Iterable[Path]) -> Watched:
        """These folders, without those below, and these files."""
        return cls(frozenset(map(Path.resolve, folders)), frozenset(map(Path.resolve, files)))

    @property
    def places(self) -> list[Path]:
        """The folders to be watched; an editor may replace a file, so that the file itself can't be."""
        return sorted(filter(is_folder, {*self.folders, *(file.parent for file in self.files)}))

    def counts(self, path: Path) -> bool:
        """Whether a change of this file counts."""
        return path in self.files or (path.parent in self.folders and path.suffix in ENDINGS)


def changes(watched: Watched, stop: Event | None = None) -> Iterator[frozenset[Path]]:
    """The files that were saved together, again and again, until `stop` is set or Ctrl-C is pressed."""
    from watchfiles import watch

    found = watch(
        *watched.places, step=STEP, stop_event=stop, recursive=False, raise_interrupt=stop is None,
        watch_filter=lambda _, path: watched.counts(Path(path)),
    )  # fmt: skip
    for group in found:
        yield frozenset(Path(path) for _, path in group)


class Watcher:
    """Watches files beside a driver. The driver says what is to be called at a change; a change is told once."""

    def __init__(self) -> None:
        self._watched: Watched | None = None
        self._stop = Event()
        self._lock = Lock()
        self._changed = False
        self._act: Callable[[], None] | None = None

    def follow(self, watched: Watched) -> None:
        """Watch these files, if they aren't watched already."""
        if watched == self._watched:
            return
        self.close()
        self._watched, self._stop = watched, Event()
        if watched.places:
            Thread(target=self._wait, args=(watched, self._stop), daemon=True).start()

    def close(self) -> None:
        """Stop watching."""
        self._stop.set()

    def changed(self) -> None:
        """Tell that a file has changed; called by the thread that watches."""
        with self._lock:
            self._changed = True
            if self._act is not None:
                self._act()

    def when_changed(self, act: Callable[[], None] | None) -> None:
        """Call this from now on at a change, at once if there was one that nobody has taken."""
        with self._lock:
            self._act = act
            if act is not None and self._changed:
                act()

    def take(self) -> bool:
        """Whether there was a change since this was last asked."""
        with self._lock:
            changed, self._changed = self._changed, False
            return changed

    def _wait(self, watched: Watched, stop: Event) -> None:
        for _ in changes(watched, stop):
            self.changed()


class Lines:
    """The lines of a source, and between them the changes that a watcher sees.

    A thread reads a line when one is wanted, and no further one before that is taken, so it never holds the source when
    the program ends.
    """

    def __init__(self, source: TextIO, watcher: Watcher) -> None:
        self._source, self._watcher = source, watcher
        self._found: queue.SimpleQueue[str | LineTooLong | None] = queue.SimpleQueue()
        self._wanted: queue.SimpleQueue[None] = queue.SimpleQueue()
        self._waiting = False
        Thread(target=self._read, daemon=True).start()

    def next(self) -> str:
        """The next line, as `line_of` reads it; raises `RulesHaveChanged` if a file changes before it is there."""
        if not self._waiting:
            self._waiting = True
            self._wanted.put(None)
        self._watcher.when_changed(lambda: self._found.put(None))
        try:
            found = self._found.get()
            while found is None and not self._watcher.take():
                found = self._found.get()
        finally:
            self._watcher.when_changed(None)
        if found is None:
            raise RulesHaveChanged
        self._waiting = False
        if isinstance(found, LineTooLong):
            raise found
        return found

    def _read(self) -> None:
        while True:
            self._wanted.get()
            try:
                self._found.put(line_of(self._source))
            except LineTooLong as error:
                self._found.put(error)
            except (OSError, ValueError):
                self._found.put("")


def reader(source: TextIO, watcher: Watcher | None) -> Callable[[], str]:
    """What reads the next line of a source; with a watcher, it may raise `RulesHaveChanged`."""
    if watcher is None:
        return lambda: line_of(source)
    return Lines(source, watcher).next


def interrupting(watcher: Watcher, call: Callable[[], object]) -> None:
    """Have another thread's loop interrupted at a change: `call` hands this over to the loop."""

    def act() -> None:
        with suppress(RuntimeError):  # the loop has ended, and the next line is told
            call()

    watcher.when_changed(act)
