"""What modules change: the shares of victories and the mean scores with them and without.

The intervals are those of differences of independent means, at 95 %, by the normal distribution.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot, sqrt

import attrs

from interpreter.players.advice import SURE, Interval
from repl.reports.odds import Odds


@attrs.frozen
class Difference:
    """A number of the games with the modules and without: a share (of 1) or a mean, and the difference.

    `interval` is that of the difference, None for too few games.
    """

    what: str
    share: bool
    without: float
    present: float
    difference: float
    interval: Interval | None


def differences(without: Odds, present: Odds) -> tuple[Difference, ...]:
    """The differences between games without some modules and with them, as far as both have a number."""
    return tuple(_found(without, present))


def _found(without: Odds, present: Odds) -> Iterator[Difference]:
    before, after = _won(without), _won(present)
    if before is not None and after is not None:
        yield _of_shares("won", before, without.games, after, present.games)
    for one, other in zip(without.scores, present.scores, strict=False):
        if one.owner == other.owner:
            spread = None
            if one.mean_interval and other.mean_interval:
                spread = hypot(one.mean_interval[1] - one.mean, other.mean_interval[1] - other.mean)
            yield _difference(f"score {one.owner}".strip(), False, one.mean, other.mean, spread)
    for one, other in zip(without.scores, present.scores, strict=False):
        if one.owner == other.owner and (one.wins or other.wins):
            yield _of_shares(f"wins of {one.owner}", one.share, without.games, other.share, present.games)


def _won(odds: Odds) -> float | None:
    """The share of the games that were won; None if they can't be won."""
    shares = [outcome.share for outcome in odds.outcomes if outcome.status == "won"]
    return sum(shares) if shares else None


def _of_shares(what: str, before: float, games: int, after: float, others: int) -> Difference:
    spread = None
    if games and others:
        spread = SURE * sqrt(before * (1 - before) / games + after * (1 - after) / others)
    return _difference(what, True, before, after, spread)


def _difference(what: str, share: bool, before: float, after: float, spread: float | None) -> Difference:
    found = after - before
    return Difference(what, share, before, after, found, None if spread is None else (found - spread, found + spread))


def lines(found: Sequence[Difference]) -> list[str]:
    """A line for each difference."""
    width = max([len("score"), *(len(each.what) for each in found)])
    said = [f"{'':<{width}}{'without':>10}{'with':>10}{'difference':>13}"]
    for each in found:
        form = ".2%" if each.share else ".2f"
        around = f"  {each.interval[0]:+{form}} to {each.interval[1]:+{form}}" if each.interval else ""
        said.append(
            f"{each.what:<{width}}{each.without:>10{form}}{each.present:>10{form}}{each.difference:>+13{form}}{around}"
        )
    return said
