"""Steps a second of many games at once, against the environment of one game: what a learning program waits for.

Times are those of the processor, and only those of steps and deals: drawing the actions is no part of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import median
from time import process_time
from typing import Any

import numpy as np

import dsl
from benchmarks.report import Cell, Table
from dsl.program.program import Program
from interpreter.native.stepping import PICKS
from interpreter.simulation.stepping import Batch
from reverie.environments.seat import SeatEnv
from reverie.environments.vector import SeatVectorEnv

GAMES = 1_000
"""Games at once."""

AIMS = {"base": "50 or more"}
"""How many times as fast games at once should be."""

Row = tuple[str, Cell, str]


class _Clock:
    """Adds up the time of what it calls."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self, function: Callable[..., Any], *given: Any, **named: Any) -> Any:
        begin = process_time()
        found = function(*given, **named)
        self.seconds += process_time() - begin
        return found


def stepping(ruleset: str, sets: Sequence[Sequence[str]], *, rounds: int, seconds: float, games: int = GAMES) -> Table:
    """Steps a second with each set of modules: of `games` at once, and of one; and their ratio in each round."""
    rows: list[Row] = []
    for modules in sets:
        program = dsl.load(ruleset, modules=modules)
        rows += _rows(program, "modules" if modules else "base", rounds, seconds, games)
    title = f"{ruleset}, solo, random play: {games:,} games at once"
    notes = [f"With modules: {' '.join(modules)}." for modules in sets if modules]
    return Table("stepping", title, ("measure", "found", "aim"), tuple(rows), tuple(notes))


def _rows(program: Program, name: str, rounds: int, seconds: float, games: int) -> Iterator[Row]:
    many, bare, one = _many(program, games), _bare(program, games), _one(program)
    found = [(many(seconds), bare(seconds), one(seconds)) for _ in range(rounds)]
    yield f"{name}: steps/s of one environment", median(alone for _, _, alone in found), ""
    yield f"{name}: steps/s of games at once", median(together for together, _, _ in found), ""
    yield f"{name}: the same, without observations and masks", median(rows for _, rows, _ in found), ""
    yield (
        f"{name}: games at once, ratio to one environment",
        median(each / alone for each, _, alone in found),
        AIMS.get(name, ""),
    )


def _drawn(random: np.random.Generator, mask: Any) -> Any:
    """An action for each game that is possible, at random; 0 in a game that is over."""
    return (random.random(mask.shape, dtype=np.float32) * mask).argmax(axis=1)


def _many(program: Program, games: int) -> Callable[[float], float]:
    env, random = SeatVectorEnv(games, program), np.random.default_rng(1)
    seen = env.reset(seed=1)[0]

    def played(seconds: float) -> float:
        nonlocal seen
        clock, steps = _Clock(), 0
        while not steps or clock.seconds < seconds:
            seen = clock(env.step, _drawn(random, seen["action_mask"]))[0]
            steps += games
        return steps / clock.seconds

    return played


def _bare(program: Program, games: int) -> Callable[[float], float]:
    batch, random = Batch(program, games), np.random.default_rng(1)
    rows, seeds = np.zeros((games, batch.width), np.int64), np.arange(games, 2 * games)
    batch.begin_many(range(games), rows)

    def played(seconds: float) -> float:
        clock, steps = _Clock(), 0
        while not steps or clock.seconds < seconds:
            actions = (random.random(games) * rows[:, PICKS]).astype(np.int64)
            clock(batch.step_many, actions, rows, seeds=seeds, after=games)
            steps += games
        return steps / clock.seconds

    return played


def _one(program: Program) -> Callable[[float], float]:
    env, random = SeatEnv(program), np.random.default_rng(1)
    seen = env.reset(seed=1)[0]

    def played(seconds: float) -> float:
        nonlocal seen
        clock, steps = _Clock(), 0
        while not steps or clock.seconds < seconds:
            seen, _, ended, cut, _ = clock(env.step, int(_drawn(random, seen["action_mask"][np.newaxis])[0]))
            steps += 1
            if ended or cut:
                seen = clock(env.reset)[0]
        return steps / clock.seconds

    return played
