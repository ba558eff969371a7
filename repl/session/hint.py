"""A hint: every answer tried with whole games from here, the best one, and why the next one is worse.

Words for what `Game.advise` returns; knows no command and no terminal.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from dsl.text.spelling import counted, either

if TYPE_CHECKING:
    from dsl import Program
    from interpreter import Advice, Estimate, Policy

TRIED, MOST_TRIED = 400, 1_000_000
"""Games in which a hint tries the answers."""

CLOSE = 0.005
"""A difference that isn't shown."""

RANDOMLY = (
    "The games were played at random, because nothing was learnt for this game yet: `reverie learn` practises it."
)


def lines(advice: Advice, note: str = "") -> Iterator[str]:
    """The best answer, the estimates of all answers, and why the second is worse."""
    yield f"Best: {advice.best}"
    yield from _table(advice.estimates)
    yield from _seldom(advice.estimates)
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


def _seldom(estimates: tuple[Estimate, ...]) -> Iterator[str]:
    """Why an answer that came to more isn't the best."""
    best, *others = estimates
    if any(each.games < best.games and each.worth > best.worth + CLOSE for each in others):
        yield f"`{best.option}` was tried most often; answers that look better were tried too seldom to tell."


def unfit(policy: Policy, program: Program) -> str:
    """What a policy doesn't know of a game, as a sentence for its player; "" if it fits."""
    if policy.fingerprint == program.fingerprint:
        return ""
    if 10 * len(policy.keys(program)) < len(policy.weights):
        return "Almost nothing of that is about this game, so they were played almost at random."
    if missing := [module for module in program.modules if module not in policy.modules]:
        their, modules = ("its", "module") if len(missing) == 1 else ("their", "modules")
        return f"It was learnt without the {modules} {either(missing, 'and')}, so it knows little of {their} cards."
    if policy.players != program.players:
        return f"It was learnt in games for {counted(policy.players, 'player')}, so it fits this one less well."
    if other := [module for module in policy.modules if module not in program.modules]:
        modules = "module" if len(other) == 1 else "modules"
        return f"It was learnt with the {modules} {either(other, 'and')}, so it fits this game less well."
    return ""


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
        more = max(10 * advice.playouts, TRIED)
        yield f"That may be chance{f': `hint {more}` tries more games' if more <= MOST_TRIED else ''}."


def _worse(best: Estimate, second: Estimate) -> Iterator[str]:
    """What speaks against the second answer."""
    if best.chance is not None and second.chance is not None and best.chance - second.chance >= 0.005:
        yield f"it wins {(best.chance - second.chance) * 100:.1f} fewer games in 100"
    if best.far is not None and second.far is not None and best.far - second.far >= 0.005:
        yield f"its games come to {second.far:.0%} of the way to victory instead of {best.far:.0%}"
    if best.score is not None and second.score is not None and abs(best.score - second.score) >= 0.05:
        yield f"it scores {second.score:.1f} instead of {best.score:.1f}"
