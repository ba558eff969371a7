"""`reverie simulate` by what was learnt, and by search: which policy plays, and the same games every time."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import reverie
from interpreter import NotNative, simulate
from interpreter.native.learning import Net
from interpreter.players.skill import Skill
from repl.cli.main import cli
from reverie import policies
from tests.support.pairs import write_game

pytestmark = pytest.mark.usefixtures("in_c")


@pytest.fixture
def game(tmp_path: Path) -> str:
    return str(write_game(tmp_path / "pairs"))


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, list(words), catch_exceptions=False)


def simulated(game: str, *words: str) -> Any:
    return json.loads(run("simulate", game, "--games", "60", "--json", *words).stdout)


def won(found: Any) -> int:
    return sum(each["count"] for each in found["outcomes"] if each["status"] == "won")


def test_what_was_learnt_plays_and_is_named(game: str) -> None:
    run("learn", game, "--seconds", "0.3", "--processes", "1")
    file = policies.own_file(reverie.load(game))
    practised = policies.read(file).games
    lines = run("simulate", game, "--games", "60", "--policy", "learnt").stdout.splitlines()
    assert lines[0] == "Pairs: 60 games, seed 0, policy learnt"
    assert lines[1] == f"Played by what was learnt from {practised:,} games ({file})."
    found = simulated(game, "--policy", "learnt")
    assert found["policy_file"] == str(file)
    assert found["practised"] == practised
    assert won(found) > won(simulated(game)) + 10
    assert found == simulated(game, "--policy", "learnt", "--processes", "2")


def test_search_plays_without_a_policy_too(game: str) -> None:
    found = simulated(game, "--policy", "search", "--playouts", "20")
    assert found["playouts"] == 20
    assert won(found) > won(simulated(game)) + 10
    assert found == simulated(game, "--policy", "search", "--playouts", "20", "--processes", "2")
    lines = run("simulate", game, "--games", "2", "--policy", "search").stdout.splitlines()
    assert lines[1].startswith("Each decision tries 400 games, played at random, as nothing was learnt for it yet")


def test_without_a_policy_nobody_plays_by_it(game: str) -> None:
    result = run("simulate", game, "--policy", "learnt")
    assert result.exit_code == 1
    assert result.stderr == "Error: nothing was learnt for Pairs yet: `reverie learn` practises it.\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--playouts", "5"), "--playouts goes with --policy search"),
        (("--policy", "search", "--all-sets"), "play one set of modules"),
        (("--policy", "learnt", "--engine", "python"), "play in C only"),
        (("--policy", "clever"), "choose random, eager or learnt or search"),
    ],
)
def test_what_does_not_go_together_is_refused(words: tuple[str, ...], sentence: str, game: str) -> None:
    result = run("simulate", game, *words)
    assert result.exit_code == 2
    assert sentence in result.stderr


def test_games_that_c_leaves_to_python_are_counted_apart(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Net.play
    monkeypatch.setattr(Net, "play", lambda *given: [None, *whole(*given)[1:]])
    text = run("simulate", game, "--games", "3", "--policy", "search", "--playouts", "4").stdout
    assert "Not counted: 3 games that C can't play to their end" in text
    assert text.startswith("Pairs: 0 games")


def test_without_a_compiler_there_is_no_such_player(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    with pytest.raises(NotNative, match="CC names"):
        simulate(reverie.load(game), 3, policy=Skill(None, 5))
    result = run("simulate", game, "--policy", "search")
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: C can't play these games: CC names")
