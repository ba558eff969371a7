"""The folder of a sweep: `sweep.json`, which says what is played, the rows in parts, and the records of faults.

One process at a time writes into it. A folder that holds anything else is refused with a sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from dsl.text.files import Unreadable, is_folder, read_whole, reason, write_shared
from repl.results import parts
from repl.results.plans import differences
from repl.results.playing import Done
from repl.saves.store import StoreError
from reverie.sweeps.results import ANEW, LARGEST, MANIFEST, Results, ResultsError, results, sweep_in
from reverie.sweeps.sweep import Sweep, digest

try:
    import fcntl
except ImportError:  # no such locks on Windows: there, two sweeps in one folder are not noticed
    fcntl = None  # type: ignore[assignment]

LOCK, UNFINISHED = ".lock", ".*.part"

POLICY = "policy.json"
"""The policy by which a player with skill goes, so that the sweep goes on with it whatever is learnt meanwhile."""

DAMAGED = "damaged"
"""The folder for files that can't be used, when the sweep goes on."""


def results_in(folder: Path) -> Results:
    """What is in a folder; raises `StoreError` if that is no sweep, or can't be read."""
    try:
        return results(folder)
    except ResultsError as error:
        raise StoreError(str(error)) from error


def learnt_in(folder: Path, sweep: Sweep) -> str:
    """The text of the policy by which a sweep's player goes, "" if by none; raises `StoreError` if it isn't there."""
    if not sweep.learnt:
        return ""
    path = folder / POLICY
    try:
        text = read_whole(path, LARGEST).decode()
    except (Unreadable, UnicodeDecodeError) as error:
        raise StoreError(f"{path} can't be read: {error}") from error
    if digest(text) != sweep.learnt:
        raise StoreError(f"{path} isn't the policy that played this sweep any more: {ANEW}")
    return text


def begun_with(folder: Path, policy: str) -> str | None:
    """The text of the policy by which the player of a sweep goes that was begun here; None if there is no such sweep.

    Raises `StoreError` if it isn't there any more.
    """
    sweep = _sweep(folder)
    return learnt_in(folder, sweep) if sweep and sweep.policy == policy else None


@contextmanager
def opened(folder: Path, sweep: Sweep, learnt: str = "") -> Iterator[Results]:
    """The folder of a sweep to write into: a new one, or one to go on with, without the files that can't be used.

    `learnt` is the text of the policy by which its player goes. Raises `StoreError` if the folder can't be used for
    this sweep, or if another process writes into it.
    """
    _begun(folder, sweep)
    with _writable(folder):
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / LOCK).open("ab")
    with lock:
        _lock(lock, folder)
        begun = _begun(folder, sweep)
        with _writable(folder):
            for path in folder.rglob(UNFINISHED):
                path.unlink()
            if not begun and learnt:
                write_shared(folder / POLICY, learnt.encode())
            if not begun:
                write_shared(folder / MANIFEST, sweep.to_text().encode())
        found = results_in(folder)
        with _writable(folder):
            for path in found.damaged:
                (folder / DAMAGED).mkdir(exist_ok=True)
                path.replace(folder / DAMAGED / path.name)
        yield found


def _begun(folder: Path, sweep: Sweep) -> bool:
    """Whether this sweep was begun in a folder; raises `StoreError` if something else is there."""
    there = _sweep(folder)
    if there is None and is_folder(folder) and (others := _others(folder)):
        raise StoreError(f"{folder} holds no sweep, but {others[0]}: {ANEW}")
    if there is not None and there != sweep:
        raise StoreError(f"{folder} holds another sweep: {'; '.join(differences(there, sweep))}; {ANEW}")
    return there is not None


def _lock(file: BinaryIO, folder: Path) -> None:
    """Lock a folder until this process ends; locks of this kind aren't those of its workers, too."""
    if fcntl is not None:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise StoreError(f"another process is writing into {folder}: wait for it, or stop it") from error


def add(folder: Path, sweep: Sweep, done: Sequence[Done]) -> None:
    """Write what became of some work, each run of consecutive games as a part; raises `StoreError`."""
    with _writable(folder):
        for each in done:
            for seed, record in each.records:
                write_shared(folder / parts.record_name(seed), record.encode())
        for run in _runs(done):
            parts.write(folder, sweep, run)


def _runs(done: Sequence[Done]) -> Iterator[Sequence[Done]]:
    """Work in runs of consecutive games."""
    run: list[Done] = []
    for each in sorted(done, key=lambda one: one.work.first):
        if run and run[-1].work.end != each.work.first:
            yield run
            run = []
        run.append(each)
    if run:
        yield run


def _sweep(folder: Path) -> Sweep | None:
    """The sweep to which a folder belongs; None if it holds none."""
    try:
        return sweep_in(folder)
    except ResultsError as error:
        raise StoreError(str(error)) from error


def _others(folder: Path) -> list[str]:
    """What is in a folder beside the files that begin a sweep."""
    ours = {LOCK, POLICY, *(path.name for path in folder.glob(UNFINISHED))}
    return sorted(path.name for path in folder.iterdir() if path.name not in ours)


@contextmanager
def _writable(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StoreError(f"{folder} can't be written: {reason(error)}") from error
