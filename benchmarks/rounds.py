"""Measure several contenders in one run, in turns, so that the noise of the machine meets all of them alike.

A contender plays for a while and says what it did. Each round lets every contender play once; what is compared
is always the cost within one round, and the median over the rounds is what is reported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import median
from time import perf_counter

import attrs


@attrs.frozen
class Tally:
    """What was played, in how many seconds."""

    games: int
    decisions: int
    turns: int
    seconds: float

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.games + other.games,
            self.decisions + other.decisions,
            self.turns + other.turns,
            self.seconds + other.seconds,
        )


@attrs.frozen
class Played:
    """One game: how many decisions it took (forced answers don't count), and how many turns; or several games."""

    decisions: int
    turns: int
    games: int = 1


Contender = Callable[[int], Played]
"""Plays one game from a seed, or several games with a number of their own."""

Cost = Callable[[Tally], float]
"""Seconds for one unit of something."""


def per_game(tally: Tally) -> float:
    return tally.seconds / tally.games


def per_decision(tally: Tally) -> float:
    return tally.seconds / tally.decisions


def per_turn(tally: Tally) -> float:
    return tally.seconds / tally.turns


def play_for(contender: Contender, seeds: Iterator[int], seconds: float) -> Tally:
    """Play games until the time is up; the last one is finished."""
    games = decisions = turns = 0
    begin = now = perf_counter()
    while now - begin < seconds:
        played = contender(next(seeds))
        games += played.games
        decisions += played.decisions
        turns += played.turns
        now = perf_counter()
    return Tally(games, decisions, turns, now - begin)


@attrs.frozen
class Rounds:
    """The tallies of each contender, one a round."""

    tallies: Mapping[str, Sequence[Tally]]

    def total(self, name: str) -> Tally:
        first, *others = self.tallies[name]
        return sum(others, first)

    def ratio(self, cost: Cost, name: str, base: str) -> float:
        """How many times what `base` costs `name` costs: the median over the rounds."""
        pairs = zip(self.tallies[name], self.tallies[base], strict=True)
        return median(cost(tally) / cost(other) for tally, other in pairs)


def interleave(contenders: Mapping[str, Contender], *, rounds: int, seconds: float) -> Rounds:
    """Let the contenders play in turns, each for so many seconds a round; every second round runs backwards.

    A round that isn't counted comes first: what is written and remembered once for all games is no cost of one of them
    (`linking` measures it).
    """
    seeds = {name: iter(range(10**9)) for name in contenders}
    for name, contender in contenders.items():
        play_for(contender, seeds[name], seconds)
    tallies: dict[str, list[Tally]] = {name: [] for name in contenders}
    for number in range(rounds):
        for name in contenders if number % 2 == 0 else reversed(list(contenders)):
            tallies[name].append(play_for(contenders[name], seeds[name], seconds))
    return Rounds(tallies)
