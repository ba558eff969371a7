"""The scores of many games: their mean, their quartiles and a histogram, for each player or for the whole table.

Games that ended with a rules fault have no scores and don't count. The interval of a mean is its 95 % confidence
interval; for that many games, the normal distribution is a good guess.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import TYPE_CHECKING

import attrs

from interpreter.players.advice import SURE, Interval, wilson

if TYPE_CHECKING:
    from interpreter import Row

MOST_BARS = 12
"""The most bars of a histogram."""

LONGEST_BAR = 40


@attrs.frozen
class Bar:
    """The number of scores from `least` to `most`."""

    least: int
    most: int
    count: int


@attrs.frozen
class Scores:
    """The scores of a player in many games, or those of the whole table (owner "").

    `quartiles` are the scores below which lie a quarter, a half and three quarters of all scores. `wins` is the number
    of games that the player won against the others, alone or with some of them, and `share` their share of all games;
    `win_interval` is None where players can't win against each other.
    """

    owner: str
    games: int
    mean: float
    mean_interval: Interval | None
    least: int
    quartiles: tuple[float, float, float]
    most: int
    bars: tuple[Bar, ...]
    wins: int = 0
    share: float = 0.0
    win_interval: Interval | None = None


def scores_of(rows: Sequence[Row], contested: bool) -> Iterator[Scores]:
    """The scores in some games, for each player; `contested`: players can win against each other."""
    found = [row.scores for row in rows if row.scores]
    players = len(found[0]) if found else 0
    width = _width([score for scores in found for score in scores])
    for player in range(players):
        owner = chr(ord("A") + player) if players > 1 else ""
        scores = _described(owner, sorted(each[player] for each in found), width)
        if contested and owner:
            wins = sum(owner in row.winners for row in rows)
            scores = attrs.evolve(scores, wins=wins, share=wins / len(rows), win_interval=wilson(wins, len(rows)))
        yield scores


def _described(owner: str, scores: Sequence[int], width: int) -> Scores:
    """The distribution of some scores, which are sorted."""
    mean = sum(scores) / len(scores)
    quartiles = (_quantile(scores, 0.25), _quantile(scores, 0.5), _quantile(scores, 0.75))
    bars: dict[int, int] = {}
    for score in scores:
        bars[score // width] = bars.get(score // width, 0) + 1
    numbers = range(min(bars), max(bars) + 1)
    made = tuple(Bar(number * width, (number + 1) * width - 1, bars.get(number, 0)) for number in numbers)
    return Scores(owner, len(scores), mean, _around(scores, mean), scores[0], quartiles, scores[-1], made)


def _around(scores: Sequence[int], mean: float) -> Interval | None:
    if len(scores) < 2:
        return None
    error = SURE * sqrt(variance(scores, mean) / len(scores))
    return mean - error, mean + error


def variance(scores: Sequence[int], mean: float) -> float:
    """How much scores vary, as far as a sample shows it."""
    return sum((score - mean) ** 2 for score in scores) / (len(scores) - 1)


def _quantile(scores: Sequence[int], share: float) -> float:
    """The score below which a share of all scores lies; between two scores, in proportion."""
    place = share * (len(scores) - 1)
    low = int(place)
    high = min(low + 1, len(scores) - 1)
    return scores[low] + (scores[high] - scores[low]) * (place - low)


def _width(scores: Sequence[int]) -> int:
    """The width of a bar, 1, 2, 5, 10 and so on, so that there are few enough."""
    low, high = (min(scores), max(scores)) if scores else (0, 0)
    return next(width for width in widths() if high // width - low // width < MOST_BARS)


def widths() -> Iterator[int]:
    """1, 2, 5, 10 and so on."""
    power = 1
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10


def table(found: Sequence[Scores]) -> list[str]:
    """A line for each player, then a histogram of the scores of each."""
    if not found:
        return []
    wins = any(each.wins for each in found)
    lines = [f"{'score':<6}{HEADING}" + _wins(None, wins)]
    lines += [f"{each.owner:<6}{numbers(each)}" + _wins(each, wins) for each in found]
    for each in found:
        lines += ["", *_histogram(each)]
    return lines


HEADING = f"{'mean':>9}{'':>20}{'25 %':>7}{'50 %':>7}{'75 %':>7}{'from':>7}{'to':>7}"


def numbers(scores: Scores) -> str:
    """The mean, the quartiles and the limits of some scores, below `HEADING`."""
    around = f"{scores.mean_interval[0]:.2f} to {scores.mean_interval[1]:.2f}" if scores.mean_interval else ""
    quartiles = "".join(f"{quartile:>7g}" for quartile in scores.quartiles)
    return f"{scores.mean:>9.2f}{around:>20}{quartiles}{scores.least:>7}{scores.most:>7}"


def _wins(scores: Scores | None, shown: bool) -> str:
    if not shown:
        return ""
    if scores is None:
        return f"{'wins':>10}"
    around = f"  {scores.win_interval[0]:.2%} to {scores.win_interval[1]:.2%}" if scores.win_interval else ""
    return f"{scores.share:>10.2%}{around}"


def _histogram(scores: Scores) -> Iterator[str]:
    if scores.owner:
        yield f"Scores of {scores.owner}:"
    words = [str(bar.least) if bar.least == bar.most else f"{bar.least} to {bar.most}" for bar in scores.bars]
    width, most = max(map(len, words)), max(bar.count for bar in scores.bars)
    for word, bar in zip(words, scores.bars, strict=True):
        drawn = "#" * max(round(LONGEST_BAR * bar.count / most), bar.count > 0)
        yield f"{word:>{width + 2}}{bar.count:>9}  {drawn}".rstrip()
