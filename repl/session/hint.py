"""A hint: every answer tried with whole games from here, the best one, and why the next one is worse.

Words for what `Game.advise` returns; knows no command and no terminal.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter import Advice, Estimate

RANDOMLY = (
    "The games were played at random, because nothing was learnt for this game yet: `reverie learn` practises it."
)


def lines(advice: Advice, note: str = "") -> Iterator[str]:
    """The best answer, the estimates of all answers, and why the second is worse."""
    yield f"Best: {advice.best}"
    yield from _table(advice.estimates)
    yield ""
    yield from _why(advice)
    learnt = f"The games were played by what was learnt from {advice.learnt:,} games."
    yield learnt if advice.learnt else RANDOMLY
    if note:
        yield note


def _table(estimates: tuple[Estimate, ...]) -> Iterator[str]:
    width = max(len(each.option) for each in estimates)
    for each in estimates:
        yield f"  {each.option:<{width}}  {_came(each)}  ({each.games} game{'' if each.games == 1 else 's'})"


def _came(found: Estimate) -> str:
    """What an answer came to, with its interval."""
    parts = []
    if found.chance is not None:
        low, high = found.chance_interval or (0.0, 1.0)
        parts.append(f"wins {found.chance:4.0%} ({low:.0%} to {high:.0%}), comes {found.far or 0:.0%} far")
    if found.score is not None:
        parts.append(f"scores {found.score:.1f}{'' if found.chance is not None else _scale(found)}")
    return ", ".join(parts) or "is neither won nor scored"


def _scale(found: Estimate) -> str:
    """The interval of a score, by that of the worth."""
    if not found.interval or not found.score or not found.worth:
        return ""
    low, high = sorted(bound * found.score / found.worth for bound in found.interval)
    return f" ({low:.1f} to {high:.1f})"


def _why(advice: Advice) -> Iterator[str]:
    best, second, *_ = advice.estimates
    worse = list(_worse(best, second))
    if not worse:
        yield f"`{second.option}` came to as much in these games."
        return
    yield f"`{second.option}` is worse: {' and '.join(worse)}."
    if best.interval and second.interval and second.interval[1] >= best.interval[0]:
        yield f"That may be chance: `hint {10 * advice.playouts}` tries more games."


def _worse(best: Estimate, second: Estimate) -> Iterator[str]:
    """What speaks against the second answer."""
    if best.chance is not None and second.chance is not None and best.chance - second.chance >= 0.005:
        yield f"it wins {(best.chance - second.chance) * 100:.1f} fewer games in 100"
    if best.far is not None and second.far is not None and best.far - second.far >= 0.005:
        yield f"its games come to {second.far:.0%} of the way to victory instead of {best.far:.0%}"
    if best.score is not None and second.score is not None and abs(best.score - second.score) >= 0.05:
        yield f"it scores {second.score:.1f} instead of {best.score:.1f}"
