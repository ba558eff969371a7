"""A failing case says how to see the game in which it failed."""

from __future__ import annotations

from pathlib import Path

import pytest

from repl.saves import store
from repl.saves.replay import replay
from repl.saves.workshop import Engine
from tests.support.plans import Plan, Recipe, contents


def test_a_failure_holds_a_file_to_be_replayed(tmp_path: Path) -> None:
    recipe = Recipe("onirim", (contents("onirim").modules[0].name,), 2)
    plan = Plan(recipe, 1 << 41, "keen", 20, (1, 2, 3))
    with pytest.raises(ZeroDivisionError) as failure:
        _play_and_fail(plan)
    (note,) = failure.value.__notes__
    path = tmp_path / "game.jsonl"
    path.write_text(note.partition("\n\n")[2], encoding="utf-8")
    found = replay(store.read(path), Engine())
    assert (found.fault, found.differences) == ("", ())
    with plan.game() as game:
        for answer in plan.choices(game):
            game.choose(answer)
        assert found.timeline.game.state == game.state


def _play_and_fail(plan: Plan) -> None:
    with plan.game() as game:
        for answer in plan.choices(game):
            game.choose(answer)
        1 / 0  # noqa: B018 - it is what fails
