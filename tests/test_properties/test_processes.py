"""The same rules and games in every process, whatever its hash seed: the same programs, the same states."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from interpreter.game.game import Game
from interpreter.game.replay import save_of
from interpreter.state.generator import Generator
from tests.support.digests import digests
from tests.support.homes import at_home
from tests.support.plans import PLAYERS, recipe_of, to_the_end

ROOT = Path(__file__).parent.parent.parent
GAMES = 2


@pytest.mark.parametrize(
    ("hash_seed", "executor"),
    [("0", []), pytest.param("4294967295", ["--reference"], marks=pytest.mark.slow)],
)
def test_another_process_plays_the_same_games(hash_seed: str, executor: list[str], tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.support.digests", *executor]
    environment = at_home(tmp_path, PYTHONHASHSEED=hash_seed)
    done = subprocess.run(
        command, cwd=ROOT, env=environment, input=json.dumps(_saves()), capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    assert done.stdout.splitlines() == list(_expected())


@cache
def _expected() -> tuple[str, ...]:
    return tuple(digests(_saves()))


@cache
def _saves() -> tuple[str, ...]:
    """Whole games of various sets of modules."""
    below = Generator(2012).below
    found: list[str] = []
    while len(found) < GAMES:
        recipe = recipe_of(below)
        if recipe:
            game = Game(recipe.program, below(1 << 30))
            for _ in to_the_end(game, PLAYERS[len(found) % len(PLAYERS)]):
                pass
            found.append(save_of(game).to_text())
    return tuple(found)
