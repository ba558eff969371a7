"""Random games of the engine and of the hand-written game, each with random numbers of its own: do they look alike?

Side by side (`compare`) both are given the same cards and answers. Here nothing is shared but the rules, so what is
compared are averages, and how far apart they are in standard errors of their difference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import fmean, pvariance

import dsl
from benchmarks.counterparts import COUNTERPARTS, Counterpart, play_at_random
from benchmarks.report import Table
from dsl.program.blocks import Choose
from dsl.program.program import Program
from interpreter import play

Counts = Counter[str]
"""What happened in one game: how it ended, turns, decisions, and decisions at each prompt."""


def agreement(ruleset: str, *, games: int) -> Table:
    """Averages of random games of both, for each number of players that both know."""
    rows = []
    for players in COUNTERPARTS[ruleset].players:
        program = dsl.load(ruleset, players=players)
        engine = [of_engine(program, seed) for seed in range(games)]
        written = [of_written(COUNTERPARTS[ruleset], players, seed) for seed in range(games)]
        for what in dict.fromkeys(what for counts in (*engine, *written) for what in sorted(counts)):
            ours, theirs = ([counts[what] for counts in all_counts] for all_counts in (engine, written))
            rows.append((f"{players}p: {what}", fmean(ours), fmean(theirs), apart(ours, theirs)))
    columns = ("average of a game", "engine", "hand-written", "apart")
    notes = ("Apart: the difference in standard errors; beyond 4 it is no chance.",)
    return Table("statistics", f"{games:,} random games of {ruleset}", columns, tuple(sorted(rows)), notes)


def of_engine(program: Program, seed: int) -> Counts:
    """Play a game with the engine; its choices come from a generator that the hand-written game doesn't have."""
    generator, counts = Random(f"engine {seed}"), Counts()

    def choose(block: int, picks: Sequence[object]) -> int:
        choice = program.blocks[block].last
        assert isinstance(choice, Choose)
        counts[f"at {program.prompts[choice.prompt].name}"] += 1
        return generator.randrange(len(picks))

    row = play(program, seed, choose)
    return counts + Counts({row.status: 1, "turns": row.turns, "decisions": row.decisions})


def of_written(counterpart: Counterpart, players: int, seed: int) -> Counts:
    """Play a game of what is written by hand."""
    game = play_at_random(counterpart, Random(f"hand {seed}"), players)
    counts = Counts(f"at {prompt}" for prompt, _, forced in game.history if not forced)
    return counts + Counts({game.status: 1, "turns": game.turns, "decisions": counts.total()})


def apart(ours: Sequence[int], theirs: Sequence[int]) -> float:
    """How many standard errors lie between the averages of two samples."""
    error = sqrt(pvariance(ours) / len(ours) + pvariance(theirs) / len(theirs))
    difference = fmean(ours) - fmean(theirs)
    return difference / error if error else 0.0 if difference == 0 else float("inf")
