"""`reverie strength`: what came of the games of each player, kept in a file with which it goes on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import interpreter
from repl.cli.main import cli
from repl.cli.testing import strength
from repl.reports.strength import Result as Found
from repl.saves import kept
from tests.support.pairs import write_game

FEW = ("--games", "6", "--fast-games", "40", "--playouts", "4,8", "--processes", "2")


pytestmark = pytest.mark.usefixtures("in_c")


@pytest.fixture
def game(tmp_path: Path) -> str:
    return str(write_game(tmp_path / "pairs"))


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, ["strength", *words], catch_exceptions=False)


def results(*words: str) -> Any:
    found = run(*words, "--json")
    assert found.exit_code == 0, found.output
    return json.loads(found.stdout)["results"]


def read(file: Path) -> list[Found]:
    return kept.read(file, Found, "reverie strength")


def timeless(found: Any) -> Any:
    return [{key: value for key, value in each.items() if key not in ("seconds", "milliseconds")} for each in found]


def test_every_player_plays_and_search_plays_best(game: str) -> None:
    found = results(game, *FEW)
    assert [(each["player"]["policy"], each["player"]["playouts"]) for each in found] == [
        ("random", 0), ("search", 4), ("search", 8),
    ]  # fmt: skip
    assert [each["done"] for each in found] == [40, 6, 6]
    assert found[2]["value"] > found[0]["value"]
    assert all(each["interval"][0] <= each["value"] <= each["interval"][1] for each in found)
    assert timeless(found) == timeless(results(game, *FEW[:-1], "1"))


def test_what_was_learnt_plays_too(game: str) -> None:
    found = results(game, *FEW, "--learn", "0.3")
    learnt = next(each for each in found if each["player"]["policy"] == "learnt")
    assert learnt["player"]["practised"] > 0
    assert learnt["value"] > found[0]["value"]


def test_it_goes_on_with_the_games_in_its_file(game: str, tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    run(game, "--games", "2", "--fast-games", "10", "--playouts", "4", "--out", str(file))
    before = read(file)
    assert [each.done for each in before] == [10, 2]
    whole = results(game, *FEW, "--out", str(file))
    assert timeless(whole) == timeless(results(game, *FEW))
    assert [each.done for each in read(file)] == [40, 6, 6]
    assert read(file)[0].seconds >= before[0].seconds


def test_a_stop_keeps_what_was_played(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "results.json"
    playing, count = interpreter.simulate, 0

    def stopped(*given: Any, **named: Any) -> Any:
        nonlocal count
        count += 1
        if count > 3:
            raise KeyboardInterrupt
        return playing(*given, **named)

    with monkeypatch.context() as patch:
        patch.setattr(interpreter, "simulate", stopped)
        found = run(game, *FEW, "--out", str(file))
    assert found.exit_code == 130
    assert "Partial: " in found.stdout
    assert "games were played (stopped by Ctrl-C)" in found.stdout
    kept = sum(each.done for each in read(file))
    assert 0 < kept < 52
    assert timeless(results(game, *FEW, "--out", str(file))) == timeless(results(game, *FEW))


def test_each_module_alone_and_all_together(game: str) -> None:
    found = results(game, *FEW[:-2], "--each")
    assert [each["modules"] for each in found if each["player"]["policy"] == "random"] == [[], ["stars"]]


def test_options_are_set_where_a_game_has_them(game: str) -> None:
    base = Path(game) / "base.rules"
    base.write_text(
        base.read_text().replace("players 1\n", "players 1\noption suns: 2, 3\n").replace("least 3", "least suns")
    )
    easy, hard = (results(game, *FEW, "--option", f"suns={suns}")[0]["value"] for suns in (2, 3))
    assert easy > hard
    refused = run(game, *FEW, "--option", "moons=2")
    assert refused.exit_code == 1
    assert "moons" in refused.output


def test_the_table_in_two_forms(game: str) -> None:
    lines = run(game, *FEW).stdout.splitlines()
    assert lines[0] == "pairs"
    assert [line.split()[0] for line in lines[1:4]] == ["random", "search", "search"]
    first, under, row = run(game, *FEW, "--markdown").stdout.splitlines()
    assert first == "| game | random | search 4 | search 8 |"
    assert under == "| --- | ---: | ---: | ---: |"
    assert row.startswith("| pairs | ")
    assert [cell.rpartition(", ")[2] for cell in row.strip("| ").split(" | ")[1:]] == ["40 games", "6 games", "6 games"]


@pytest.mark.parametrize("text", ["", "{}", '{"version": 1, "results": [{}]}', '{"version": 2, "results": []}'])
def test_another_file_is_left_alone(game: str, tmp_path: Path, text: str) -> None:
    file = tmp_path / "results.json"
    file.write_text(text)
    found = run(game, *FEW, "--out", str(file))
    assert found.exit_code == 1
    assert f"{file} can't be used: " in found.output
    assert file.read_text() == text


def test_results_that_cannot_be_kept_are_shown(game: str, tmp_path: Path) -> None:
    (tmp_path / "no").write_text("")
    file = tmp_path / "no" / "results.json"
    found = run(game, *FEW, "--out", str(file))
    assert found.exit_code == 1
    assert found.stdout.startswith("pairs\n")
    assert f"Error: {file} can't be written: " in found.output


def test_playouts_are_numbers(game: str) -> None:
    assert run(game, "--playouts", "4,many").exit_code == 2
    assert strength.PLAYOUTS == (100, 400, 1600)
