"""How well the automatic players play: their results by game and player, and as a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import cattrs

from interpreter.players.advice import SURE, Interval, wilson
from repl.reports.columns import left, right
from repl.saves.kept import Played

if TYPE_CHECKING:
    from interpreter import Row

NAME, VALUE, AROUND, GAMES, TIME = 15, 8, 18, 14, 12
"""The widths of the columns."""


@attrs.frozen
class Result(Played):
    """What came of the games of a player: `done` were played, `games` of them to their end, and `won` were won.

    A game without an end isn't won, and has no score; `seconds` is the time of all processors.
    """

    games: int = 0
    won: int = 0
    total: int = 0
    squares: int = 0
    decisions: int = 0
    seconds: float = 0.0

    def joined(self, rows: Sequence[Row], done: int, seconds: float) -> Result:
        """The result with more games, up to the one numbered `done`."""
        counted = [row for row in rows if row.status != "fault"]
        scores = [max(row.scores) for row in counted if row.scores]
        return attrs.evolve(
            self, done=done, games=self.games + len(counted), won=self.won + sum(r.status == "won" for r in counted),
            total=self.total + sum(scores), squares=self.squares + sum(score * score for score in scores),
            decisions=self.decisions + sum(r.decisions for r in counted), seconds=self.seconds + seconds,
        )  # fmt: skip

    @property
    def value(self) -> float:
        """The share of victories, or the mean of the best score in each game that ended."""
        return self.won / max(self.done, 1) if self.winnable else self.total / max(self.games, 1)

    @property
    def interval(self) -> Interval | None:
        """The 95 % interval of the value; None for fewer than two games."""
        if self.games < 2:
            return None
        if self.winnable:
            return wilson(self.won, self.done)
        variance = max(self.squares / self.games - self.value**2, 0.0) * self.games / (self.games - 1)
        off = SURE * sqrt(variance / self.games)
        return self.value - off, self.value + off

    def text(self, value: float) -> str:
        """A value of this sort as a reader expects it."""
        return format(value, ".1%" if self.winnable else ".2f")

    @property
    def milliseconds(self) -> float:
        """The processor time of a decision."""
        return 1000 * self.seconds / max(self.decisions, 1)

    @property
    def title(self) -> str:
        """The head of its line."""
        several = f", {self.players} players" if self.players > 1 else ""
        modules = f" with {', '.join(self.modules)}" if self.modules else ""
        return f"{Path(self.game).name}{modules}{several}"


def by_game(results: Iterable[Result]) -> list[Result]:
    """Results of one game after the other, in the order in which the games come first."""
    every = [*results]
    games = list(dict.fromkeys(each.title for each in every))
    return sorted(every, key=lambda each: games.index(each.title))


def as_data(result: Result) -> dict[str, object]:
    """A result for programs."""
    kept: dict[str, object] = cattrs.unstructure(result)
    return kept | {"value": result.value, "interval": result.interval, "milliseconds": result.milliseconds}


def lines(results: Sequence[Result]) -> Iterator[str]:
    """The table for a terminal: a block for each game, a line for each player."""
    title = ""
    for each in results:
        if each.title != title:
            yield from ([""] if title else [])
            title = each.title
            yield title
        name, value = left(each.player.name, NAME), right(each.text(each.value), VALUE)
        games, time = right(f"{each.done:,} games", GAMES), right(f"{each.milliseconds:.2f} ms", TIME)
        endless = f"  ({each.done - each.games:,} without an end)" if each.done > each.games else ""
        yield f"  {name}{value}  {left(_around(each), AROUND)}{games}{time}{endless}"


def table(results: Sequence[Result]) -> Iterator[str]:
    """The table in Markdown: a line for each game, a column for each player."""
    players = list(dict.fromkeys((each.player.policy, each.player.playouts, each.player.name) for each in results))
    games = list(dict.fromkeys(each.title for each in results))
    yield f"| game | {' | '.join(name for *_, name in players)} |"
    yield f"| --- |{' ---: |' * len(players)}"
    found = {(each.title, each.player.name): each for each in results}
    for game in games:
        cells = (found.get((game, name)) for *_, name in players)
        yield f"| {game} | {' | '.join(_cell(each) if each else '' for each in cells)} |"


def _cell(each: Result) -> str:
    return f"{' '.join(filter(None, [each.text(each.value), _around(each)]))}, {each.done:,} games"


def _around(each: Result) -> str:
    return f"({each.text(each.interval[0])} to {each.text(each.interval[1])})" if each.interval else ""
