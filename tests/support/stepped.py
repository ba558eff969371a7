"""Many games of a program in C and in Python, answered alike, and held to be one."""

from __future__ import annotations

from array import array
from random import Random
from typing import Any

import pytest

from dsl.program.program import Program
from interpreter.native.stepping import PICKS
from interpreter.simulation import stepping
from interpreter.simulation.stepping import Batch
from tests.support.natively import QUICK, compiler

Buffers = tuple["array[int]", "array[float]", bytearray]
"""Rows, what is seen, and masks."""


def in_python(program: Program, games: int, **given: Any) -> Batch:
    """Games that Python plays."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stepping, "native_steps", lambda *_: "as the test wants it")
        return Batch(program, games, **given)


def in_c(program: Program, games: int, **given: Any) -> Batch:
    """Games that C plays; skips the test where nothing can be compiled."""
    if compiler():
        pytest.skip(compiler())
    return Batch(program, games, flags=QUICK, **given)


def buffers(batch: Batch) -> Buffers:
    """Room for what a batch writes."""
    games = batch.games
    seen = array("f", bytes(4 * games * batch.features))
    return array("q", bytes(8 * games * batch.width)), seen, bytearray(games * batch.actions)


def answers(batch: Batch, found: Buffers, random: Random) -> list[int]:
    """An action for each game, one in fifty of them impossible."""
    rows, _, mask = found
    actions = []
    for game in range(batch.games):
        count = rows[game * batch.width + PICKS]
        possible = range(count)
        if batch.actions:
            here = mask[game * batch.actions : (game + 1) * batch.actions]
            possible = [number for number, each in enumerate(here) if each]  # type: ignore[assignment]
        wrong = not count or not random.randrange(50)
        actions.append(batch.actions + count if wrong else random.choice(possible))
    return actions


def step_alike(program: Program, games: int, steps: int, seed: int, **given: Any) -> int:
    """Step games in C and in Python, with equal results at each step; how many games began after the first ones."""
    batches = in_c(program, games, **given), in_python(program, games, **given)
    found = tuple(map(buffers, batches))
    seeds = tuple(array("q", range(seed + games, seed + 2 * games)) for _ in batches)
    random = Random(seed)
    for batch, each in zip(batches, found, strict=True):
        batch.begin_many(range(seed, seed + games), *each)
    for _ in range(steps):
        assert found[0] == found[1]
        actions = answers(batches[0], found[0], random)
        for batch, each, after in zip(batches, found, seeds, strict=True):
            batch.step_many(actions, *each, seeds=after, after=games)
        assert seeds[0] == seeds[1]
    assert found[0] == found[1]
    return sum(seeds[0]) // games - sum(range(seed + games, seed + 2 * games)) // games
