"""The example games: any set of their modules is clean, scenarios hold, and random games end without a fault."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import dsl
from tests.support.shown import said

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
GAMES = sorted(path for path in EXAMPLES.iterdir() if path.is_dir())
LONGEST_PAGE = 40

MODULES = sorted(EXAMPLES.glob("*.rules"))
"""Modules for games that ship with Reverie."""

every_game = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])


@every_game
def test_any_set_of_its_modules_is_clean(game: Path) -> None:
    assert (printed := said(f"reverie check --all {game}")).startswith("ok: "), printed


def test_its_scenarios_hold() -> None:
    assert re.fullmatch(r"[1-9]\d* held, 0 failed\n", printed := said(f"reverie test {EXAMPLES / 'dungeon'}")), printed


@pytest.mark.slow
@every_game
def test_random_games_end_without_a_fault(game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    printed = said(f"reverie simulate --all-sets {game} --games 40 --seed 1 --processes 1")
    assert re.search(r"^ +rules faults +0$", printed, re.MULTILINE), printed


@every_game
def test_it_has_a_module_and_a_short_page(game: Path) -> None:
    files = [path.read_text("utf-8") for path in game.glob("*.rules")]
    assert any(re.search(r"^module ", text, re.MULTILINE) for text in files)
    assert any(dsl.scenarios(path) for path in game.rglob("*.rules"))  # each of them is a test by itself
    page = (game / "README.md").read_text("utf-8").splitlines()
    assert 0 < len(page) <= LONGEST_PAGE


@pytest.mark.parametrize("module", MODULES, ids=[module.stem for module in MODULES])
def test_a_module_for_a_shipped_game_is_short_and_holds(module: Path) -> None:
    assert said(f"reverie check {module}") == "ok\n"
    assert re.fullmatch(r"[1-9]\d* held, 0 failed\n", said(f"reverie test {module}"))
    assert len([line for line in module.read_text("utf-8").splitlines() if line]) < LONGEST_PAGE


def test_there_are_examples() -> None:
    assert len(GAMES) == 4
    assert len(MODULES) == 2
