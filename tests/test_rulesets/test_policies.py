"""The policies that come with the rules: they can be read, and fit the games that their files are named after."""

from __future__ import annotations

from pathlib import Path

import pytest

import dsl
import reverie
from interpreter.players.features import leads
from reverie import policies

RULESETS = Path(__file__).parents[2] / "rulesets"

FILES = [path for game in ("onirim", "urbion") for path in sorted((RULESETS / game / "policies").glob("*.json"))]


@pytest.mark.parametrize("game", ["onirim", "urbion"])
def test_both_base_games_and_each_module_have_a_policy(game: str) -> None:
    there = {path.stem for path in FILES if path.parent.parent.name == game}
    assert there == {f"{name}-1" for name in ("base", *dsl.modules_of(game))}


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=() if path.stem == "base-1" else pytest.mark.sweep) for path in FILES],
    ids=lambda path: f"{path.parent.parent.name}-{path.stem}",
)
def test_a_policy_is_found_for_its_game_and_fits(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policies, "_own_folder", lambda _: tmp_path)
    name = path.stem.removesuffix("-1")
    program = reverie.load(path.parent.parent.name, () if name == "base" else (name,), 1)
    found = policies.policy_for(program)
    assert found is not None
    assert found.path == path
    assert len(found.policy.keys(program)) > 0.95 * len(found.policy.weights)
    assert leads(program) == any(words[0] == "effect" for words in found.policy.weights)
