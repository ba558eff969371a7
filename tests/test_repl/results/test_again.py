"""The game of a row of a sweep, replayed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from repl.cli.main import cli
from repl.results.folder import results_in


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, list(words), catch_exceptions=False)


@pytest.mark.parametrize("policy", ["random", "eager"])
@pytest.mark.parametrize("sets", [(), ("--all-sets",)])
def test_each_row_can_be_played_again(policy: str, sets: tuple[str, ...], game: str) -> None:
    run("simulate", game, "--games", "30", "--policy", policy, *sets, "--processes", "1", "--out", "out")
    rows = results_in(Path("out")).table().to_pylist()
    for number in (0, 14, 29):
        result = run("replay", "out", "--row", str(number))
        assert result.exit_code == 0, result.output
        assert f"Row {number} says: {rows[number]['outcome']}, turns {rows[number]['turns']}, " in result.stdout
        data = json.loads(run("replay", "out", "--row", str(number), "--show", "--json").stdout)
        assert (data["ok"], data["status"], data["row"]) == (True, rows[number]["outcome"], rows[number])
        assert data["log"]


@pytest.mark.parametrize("sets", [(), ("--all-sets",)])
def test_the_rules_of_a_module_elsewhere_are_the_same(sets: tuple[str, ...], game: str) -> None:
    Path("owls.rules").write_text('module owls "Owls" for pairs\ncard owl is card, 2 in deck\n', encoding="utf-8")
    run("simulate", game, "--with", "owls.rules", "--games", "9", *sets, "--processes", "1", "--out", "out")
    results = [run("replay", "out", "--row", str(number)) for number in range(9)]
    assert {(result.exit_code, "The rules differ" in result.stdout) for result in results} == {(0, False)}
    which = "every set" if sets else "owls"
    assert run("results", "out").stdout.startswith(f"Pairs with {which}: seed 0, policy random\n")


def test_a_row_with_a_fault_is_its_record(game: str) -> None:
    with (Path(game) / "base.rules").open("a", encoding="utf-8") as file:
        file.write('\ninvariant "few are kept": number of card in kept is at most 1\n')
    run("simulate", game, "--games", "20", "--all-sets", "--processes", "1", "--out", "out")
    row = next(row for row in results_in(Path("out")).table().to_pylist() if row["outcome"] == "fault")
    for _ in range(2):
        result = run("replay", "out", "--row", str(row["game"]))
        assert (result.exit_code, "few are kept" in result.stdout) == (0, True)
        (Path("out") / row["fault"]).unlink(missing_ok=True)


def test_a_row_under_other_rules_says_so(game: str) -> None:
    run("simulate", game, "--games", "20", "--processes", "1", "--out", "out")
    rules = Path(game) / "base.rules"
    rules.write_text(rules.read_text().replace("at least 3", "at least 1"))
    results = [run("replay", "out", "--row", str(number)) for number in range(20)]
    assert {result.exit_code for result in results} == {1}
    assert all("The rules differ: pairs/base.rules has changed." in result.stdout for result in results)
    assert any("Now it is won, turns " in result.stdout for result in results)


def test_a_row_that_is_not_there_is_refused(game: str) -> None:
    run("simulate", game, "--games", "60", "--processes", "1", "--out", "out")
    assert "there is no row 60: the games have the numbers 0 to 59" in run("replay", "out", "--row", "60").stderr
    next(Path("out").glob("games/*")).unlink()
    assert "game 7 isn't played yet, or its row is damaged" in run("replay", "out", "--row", "7").stderr
    assert "holds no sweep" in run("replay", game, "--row", "7").stderr
    refused = run("replay", "out")
    assert (refused.exit_code, "name one of its games, --row N" in refused.stderr) == (2, True)
