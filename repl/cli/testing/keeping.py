"""Commands that play for long: their games in parts, and the file (`--out`) with whose results they go on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from time import monotonic, process_time
from typing import TYPE_CHECKING, Generic, TypeVar

import attrs

from dsl.text.files import reason
from repl.cli.options import refuse
from repl.cli.stopping import tell_lost

if TYPE_CHECKING:
    from dsl import Program
    from interpreter import Row
    from repl.cli.testing.skill import Player

QUICK = 1.0
"""So many seconds should the games of a part take."""

SAVED_EVERY = 2.0
"""Seconds between two writings of the file."""

T = TypeVar("T")


@attrs.frozen
class Part:
    """The games of a part: their rows, how many are done with them, and the seconds by the clock and of processors."""

    rows: Sequence[Row]
    done: int
    elapsed: float
    busy: float


def read(out: Path | None, shape: type[T], command: str) -> list[T]:
    """The results that a file holds; ends the command if it holds anything else."""
    from repl.saves import kept

    try:
        return kept.read(out, shape, command) if out else []
    except kept.KeptError as error:
        refuse(f"Error: {out} can't be used: {error}.")


@attrs.define
class File(Generic[T]):
    """Where results are kept, if anywhere, beside others that are no part of the command."""

    out: Path | None
    others: Sequence[T] = ()
    problem: str = ""
    _saved: float = 0.0

    def save(self, results: Sequence[T], now: bool = False) -> None:
        """Write all results, if it is time for it."""
        from repl.saves.kept import write

        if self.out is None or not (now or monotonic() - self._saved > SAVED_EVERY):
            return
        try:
            write(self.out, [*self.others, *results])
            self._saved = monotonic()
        except OSError as error:
            self.problem = f"{self.out} can't be written: {reason(error)}"


def in_parts(program: Program, by: Player, seeds: range, done: int, size: int, threads: int) -> Iterator[Part]:
    """Play the games that aren't `done` yet, in parts of `size` games or, where they are quick, more and more."""
    from interpreter import NotNative, simulate

    while done < len(seeds):
        games = min(size, len(seeds) - done)
        busy, begun = process_time(), monotonic()
        try:
            rows = simulate(program, games, seed=seeds[done], policy=by.policy, processes=threads, lost=tell_lost)
        except NotNative as error:
            refuse(f"Error: C can't play these games: {error}.")
        done, elapsed = done + games, monotonic() - begun
        size = size * 2 if elapsed < QUICK else size
        yield Part(rows, done, elapsed, process_time() - busy)
