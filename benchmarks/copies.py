"""How long a copy of a game in mid-play takes, against a copy of as many lists and against `copy.deepcopy`.

A copy shares everything with its game until one of them is answered, so a copy that is answered is measured, too: that
is what a search makes. `Game.state` is a copy to compare, hash or write.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from statistics import median
from time import perf_counter

import dsl
from benchmarks.report import Table
from dsl.program.program import Program
from interpreter import Game

DECISIONS = 30
"""How many decisions into a game its middle is."""

AIMS = {"Game.copy": "500,000 or more"}
"""How many of some copies should be made a second."""


def in_mid_game(program: Program) -> Game:
    """A game that is some thirty decisions old; of seeds whose games end before that, the next one is tried."""
    for seed in range(1000):
        game, generator = Game(program, seed), Random(seed)
        for _ in range(DECISIONS):
            if game.decision:
                game.choose(generator.choice(game.decision.options).id)
        if game.decision:
            return game
    raise RuntimeError(f"no game out of 1000 lasted {DECISIONS} decisions")


def copies(ruleset: str, sets: Sequence[Sequence[str]], *, rounds: int, count: int) -> Table:
    """Microseconds for each kind of copy, of a game with each set of modules."""
    rows = []
    for modules in sets:
        game = in_mid_game(dsl.load(ruleset, modules=modules))
        zones = list(game.state.to_json()["zones"].values())
        ways: dict[str, tuple[Callable[[], object], int]] = {
            "Game.copy": (game.copy, 10 * count),
            "Game.copy and an answer": (partial(_copy_and_answer, game), count // 10),
            "Game.state": (partial(getattr, game, "state"), count),
            "lists by hand": (partial(_copy_by_hand, zones), count),
            "copy.deepcopy of the lists": (partial(copy.deepcopy, zones), count // 20),
        }
        named = " ".join(modules) or "base"
        rows += [(f"{named}: {way}", *row, AIMS.get(way, "")) for way, row in _measured(ways, rounds).items()]
    columns = ("copy", "µs", "copies/s", "times Game.copy", "aim of copies/s")
    return Table("copies", f"Copies of a game of {ruleset} after {DECISIONS} decisions", columns, tuple(rows))


def _copy_and_answer(game: Game) -> None:
    game.copy().choose(0)


def _copy_by_hand(zones: list[list[str]]) -> list[list[str]]:
    return [zone[:] for zone in zones]


def _measured(ways: dict[str, tuple[Callable[[], object], int]], rounds: int) -> dict[str, tuple[float, float, float]]:
    """Median microseconds, copies a second, and the ratio to the first way, from interleaved rounds."""
    times = [{way: _seconds(make, count) for way, (make, count) in ways.items()} for _ in range(rounds)]
    first = next(iter(ways))
    return {
        way: (
            1e6 * median(time[way] for time in times),
            1 / median(time[way] for time in times),
            median(time[way] / time[first] for time in times),
        )
        for way in ways
    }


def _seconds(make: Callable[[], object], count: int) -> float:
    """Seconds for one call."""
    begin = perf_counter()
    for _ in range(count):
        make()
    return (perf_counter() - begin) / count
