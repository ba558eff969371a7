"""The table of results: the frequency of each outcome, with confidence intervals.

The intervals are Wilson's, at 95 %: they stay between 0 and 1 and are reliable for rare outcomes, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

import attrs

from interpreter.players.advice import Interval, wilson
from repl.reports.scores import Scores, scores_of

if TYPE_CHECKING:
    from interpreter import Row

ORDER = ("won", "lost", "over", "fault")


@attrs.frozen
class Outcome:
    """One way in which games ended: their count, their share, and its interval (None without games)."""

    status: str
    sentence: str
    count: int
    share: float
    interval: Interval | None


@attrs.frozen
class Odds:
    """The results of a number of games; `decisions` and `turns` are means.

    `scores` are those of each player, or those of the whole table. `shared` is the share of the games that several
    players won together, `tied` that of the games in which nobody won against the others, if somebody could.
    """

    games: int
    outcomes: tuple[Outcome, ...]
    decisions: float
    turns: float
    scores: tuple[Scores, ...] = ()
    shared: float = 0.0
    tied: float = 0.0


def odds(rows: Iterable[Row], *, winnable: bool = True, contested: bool = False) -> Odds:
    """The table of some games: wins first, then losses, other ends and faults, the most frequent first.

    `winnable`: the game can be won, which is said even if none was; `contested`: players can win against each other.
    """
    every = list(rows)
    counted = Counter((row.status, row.sentence) for row in every)
    ordered = sorted(counted.items(), key=lambda entry: (ORDER.index(entry[0][0]), -entry[1], entry[0][1]))
    if winnable and not any(status == "won" for status, _ in counted):
        ordered.insert(0, (("won", ""), 0))
    outcomes = tuple(_outcome(status, sentence, count, len(every)) for (status, sentence), count in ordered)
    found = Odds(len(every), outcomes, _mean(row.decisions for row in every), _mean(row.turns for row in every))
    fought = [row for row in every if contested and row.status in ("won", "over")]
    shared = sum(len(row.winners) > 1 for row in fought) / max(1, len(every))
    tied = sum(not row.winners for row in fought) / max(1, len(every))
    return attrs.evolve(found, scores=tuple(scores_of(every, contested)), shared=shared, tied=tied)


def _outcome(status: str, sentence: str, count: int, games: int) -> Outcome:
    if not games:
        return Outcome(status, sentence, count, 0.0, None)
    return Outcome(status, sentence, count, count / games, wilson(count, games))


def _mean(numbers: Iterable[int]) -> float:
    every = list(numbers)
    return sum(every) / len(every) if every else 0.0
