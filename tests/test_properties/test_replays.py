"""Recorded games still go the way they went, to the same states by every Python.

`python -m tests.support.recorded --update` makes them anew.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from interpreter.game.replay import rerun, save_of
from repl.saves import store
from repl.saves.replay import replay
from repl.saves.workshop import Engine
from tests.support import recorded
from tests.support.lockstep import compare
from tests.support.usually import usually

FILES = recorded.recorded()
STATES = json.loads(recorded.STATES.read_text("utf-8"))


def test_every_game_that_is_wanted_is_there() -> None:
    assert set(FILES) == set(recorded.WANTED) == set(STATES)


@pytest.mark.parametrize("name", usually(FILES, one_in=3))
def test_a_recorded_game_comes_to_its_end(name: str) -> None:
    recipe, save = recorded.read(FILES[name])
    fast, plain = (rerun(recipe.program, save, reference=reference) for reference in (False, True))
    assert (fast.problem, plain.problem) == ("", "")
    compare(fast.game, plain.game)
    assert fast.game.outcome
    assert (fast.game.outcome.status, fast.game.outcome.sentence) == (save.result, save.sentence)
    assert save_of(fast.game).answers == save.answers
    assert save.result == recorded.WANTED[name].result
    assert recorded.digest(fast.game) == STATES[name]


@pytest.mark.parametrize("name", ["base-won", "book-glyphs-lost"])
def test_the_command_reads_it(name: str, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(FILES[name].read_bytes())
    found = replay(store.read(path), Engine())
    assert found.fault == ""
    assert found.timeline.game.outcome
