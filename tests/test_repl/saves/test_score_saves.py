"""Saved games that ended with scores: replaying them compares the scores."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from repl.cli.main import cli
from tests.support.market import MARKET

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path / "market"
    found.mkdir()
    found.joinpath("base.rules").write_text(MARKET)
    return found


def run(*words: str, typed: str = "") -> str:
    return CliRunner().invoke(cli, words, input=typed).output


def saved(folder: Path) -> Path:
    shown = run("play", str(folder), "--players", "2", "--seed", "1", "--plain", typed="earn\nclose\nwhy\nquit\n")
    assert "Over: The market is closed.\n" in shown
    assert "  score                   1  0\nPlayer A wins.\n" in shown
    assert "A score: 1: score [G-S1]" in shown
    (path,) = (folder.parent / "home" / "games").iterdir()
    return path


def test_the_scores_are_saved_and_are_the_same_again(folder: Path) -> None:
    path = saved(folder)
    end = json.loads(path.read_text().splitlines()[-1])
    assert end == {"result": "over", "sentence": "The market is closed.", "scores": {"A": 1, "B": 0}, "winners": ["A"]}
    assert "(score A 1, B 0; winner A)" in run("replay", str(path))
    found = json.loads(run("replay", str(path), "--json"))
    assert (found["ok"], found["scores"], found["winners"]) == (True, {"A": 1, "B": 0}, ["A"])


def test_other_scores_are_found(folder: Path) -> None:
    path = saved(folder)
    path.write_text(path.read_text().replace('"A": 1', '"A": 4'))
    assert "the file says score A 4, B 0; winner A, but now it is score A 1, B 0; winner A" in run("replay", str(path))


def test_programs_get_the_scores_as_data(folder: Path) -> None:
    typed = '{"answer": "earn"}\n{"answer": "close"}\n'
    lines = run("play", str(folder), "--players", "2", "--seed", "1", "--json", typed=typed).splitlines()
    end = next(data for data in map(json.loads, lines) if data["event"] == "ended")
    assert (end["scores"], end["winners"], end["contested"]) == ({"A": 1, "B": 0}, ["A"], True)
    assert end["parts"] == [["sum of value over hand", [0, 0]], ["coins", [1, 0]]]
