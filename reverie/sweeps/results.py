"""The folder of a sweep, as it is read: `sweep.json`, which says what is played, and the rows in parts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs

from dsl.text.files import Missing, Unreadable, read_whole
from reverie.sweeps import rows
from reverie.sweeps.rows import Part
from reverie.sweeps.sweep import NoSweep, Sweep, read

MANIFEST = "sweep.json"

LARGEST = 256 * 1024 * 1024
"""Bytes of a file that isn't damaged."""

ANEW = "name another folder, or remove this one"


class ResultsError(ValueError):
    """A folder holds no sweep, or can't be read; the message says why."""


@attrs.frozen
class Results:
    """What is in a folder: the sweep, its parts, and files that can't be used, with the reason."""

    folder: Path
    sweep: Sweep
    parts: tuple[Part, ...]
    damaged: dict[Path, str]

    def table(self, *columns: str) -> Any:
        """All rows, in the order of the games, with all columns or some."""
        return rows.together(self.parts, *columns)

    def rows(self) -> Iterator[dict[str, Any]]:
        """The rows, one after the other, in the order of the games."""
        for part in self.parts:
            yield from part.table().to_pylist()

    @property
    def games(self) -> int:
        """The number of games of which something is known."""
        return sum(part.end - part.first for part in self.parts)

    @property
    def left_out(self) -> tuple[dict[str, Any], ...]:
        """The links that couldn't be played, with the reason."""
        return tuple(each for part in self.parts for each in part.left_out)

    @property
    def missing(self) -> int:
        """The number of games that aren't played yet."""
        return self.sweep.games - self.games


def results(folder: str | Path) -> Results:
    """What is in a folder of `reverie simulate --out`; raises `ResultsError` if that is no sweep, or can't be read.

    It is read as it is now: where the sweep goes on, call this again.
    """
    where = Path(folder)
    sweep = sweep_in(where)
    if sweep is None:
        raise ResultsError(f"{where} holds no sweep: `reverie simulate --out {where}` begins one")
    if not rows.available():
        raise ResultsError(rows.MISSING)
    found, damaged = rows.read_all(where, sweep.identity)
    return Results(where, sweep, tuple(found), damaged)


def sweep_in(folder: Path) -> Sweep | None:
    """The sweep to which a folder belongs; None if it holds none. Raises `ResultsError`."""
    path = folder / MANIFEST
    try:
        return read(read_whole(path, LARGEST))
    except Missing:
        return None
    except Unreadable as error:
        raise ResultsError(f"{path} can't be read: {error}") from error
    except NoSweep as error:
        raise ResultsError(f"{path} can't be used: {error}; {ANEW}") from error
