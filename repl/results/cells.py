"""The rows of a sweep added up: for each set, number of players, options and ending, how many games and their sums.

The reports are made of these cells, so they need no more memory for many games than for few.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from math import sqrt
from typing import Any

import attrs

from interpreter.players.advice import SURE, Interval, wilson
from reverie.sweeps.rows import Part

KEYS = ("modules", "players", "options", "policy", "outcome", "ending")
"""The columns by which rows are added up."""

ADDED = ("score", "turns", "decisions", "time")
"""The columns that are added up."""


@attrs.frozen
class Sums:
    """Sums over some games; `scored` is the number of those with a score, and `squares` the sum of its squares."""

    games: int = 0
    won: int = 0
    lost: int = 0
    faults: int = 0
    scored: int = 0
    score: int = 0
    squares: int = 0
    turns: int = 0
    decisions: int = 0
    time: float = 0.0

    def __add__(self, other: Sums) -> Sums:
        return Sums(*map(sum, zip(attrs.astuple(self), attrs.astuple(other), strict=True)))

    @property
    def winnable(self) -> bool:
        """Whether some of the games were won or lost."""
        return bool(self.won or self.lost)

    @property
    def won_share(self) -> float:
        """The share of the games that were won."""
        return self.won / self.games

    @property
    def won_interval(self) -> Interval:
        """Its 95 % interval (Wilson)."""
        return wilson(self.won, self.games)

    @property
    def mean_score(self) -> float | None:
        """The mean of the scores, of the first player where each has one."""
        return self.score / self.scored if self.scored else None

    @property
    def score_interval(self) -> Interval | None:
        """Its 95 % interval; None for fewer than two games."""
        if self.scored < 2:
            return None
        mean = self.score / self.scored
        variance = max(0.0, (self.squares - self.scored * mean * mean) / (self.scored - 1))
        return mean - SURE * sqrt(variance / self.scored), mean + SURE * sqrt(variance / self.scored)


@attrs.frozen
class Cell:
    """The games that are equal in all keys, added up."""

    modules: str
    players: int
    options: str
    policy: str
    outcome: str
    ending: str
    sums: Sums


def cells_of(parts: Iterable[Part]) -> tuple[Cell, ...]:
    """The cells of some parts, in the order of their keys."""
    found: dict[tuple[Any, ...], Sums] = {}
    for part in parts:
        for row in _added_up(part.table(*KEYS, *ADDED)):
            key = tuple(row[name] for name in KEYS)
            found[key] = found.get(key, Sums()) + _sums(row)
    return tuple(Cell(**dict(zip(KEYS, key, strict=True)), sums=found[key]) for key in sorted(found))


def grouped(cells: Iterable[Cell], by: Callable[[Cell], Iterable[tuple[Any, ...]]]) -> dict[tuple[Any, ...], Sums]:
    """The sums of the cells by keys; a cell can have several of them, or none."""
    found: dict[tuple[Any, ...], Sums] = {}
    for cell in cells:
        for key in by(cell):
            found[key] = found.get(key, Sums()) + cell.sums
    return dict(sorted(found.items()))


def counted(parts: Iterable[Part], column: str) -> Counter[int]:
    """How often each number stands in a column."""
    compute = import_module("pyarrow.compute")
    found: Counter[int] = Counter()
    for part in parts:
        for each in compute.value_counts(part.table(column).column(column)).to_pylist():
            if each["values"] is not None:
                found[each["values"]] += each["counts"]
    return found


def _added_up(table: Any) -> Sequence[dict[str, Any]]:
    compute = import_module("pyarrow.compute")
    table = table.unify_dictionaries().append_column("square", compute.power(table.column("score"), 2))
    sums = [(name, "sum") for name in (*ADDED, "square")]
    grouping = table.group_by(list(KEYS), use_threads=False)
    found: list[dict[str, Any]] = grouping.aggregate([([], "count_all"), ("score", "count"), *sums]).to_pylist()
    return found


def _sums(row: dict[str, Any]) -> Sums:
    games = row["count_all"]
    return Sums(
        games=games,
        won=games * (row["outcome"] == "won"),
        lost=games * (row["outcome"] == "lost"),
        faults=games * (row["outcome"] == "fault"),
        scored=row["score_count"],
        score=row["score_sum"] or 0,
        squares=row["square_sum"] or 0,
        turns=row["turns_sum"],
        decisions=row["decisions_sum"],
        time=row["time_sum"],
    )
