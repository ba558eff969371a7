"""Sweeps that last, by players with skill: they go on with the policy with which they began."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import attrs
import pytest
from click.testing import CliRunner, Result

import reverie
from interpreter.native.learning import Net
from repl.cli.main import cli
from repl.results import clusters
from repl.results.folder import learnt_in, results_in
from repl.results.plans import links_of
from repl.results.playing import do
from repl.results.running import how_of, missing
from reverie import policies
from tests.support.lasting import parts_of, rows_of

pytestmark = pytest.mark.usefixtures("in_c")

SEARCH = ("--policy", "search", "--playouts", "10", "--games", "12")
LEARNT = ("--policy", "learnt", "--games", "500")


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, list(words), catch_exceptions=False)


def played(game: str, out: str, *words: str) -> list[dict[str, Any]]:
    result = run("simulate", game, *words, "--out", out)
    assert result.exit_code == 0, result.output
    return rows_of(Path(out))


def practise(game: str) -> None:
    run("learn", game, "--seconds", "0.2", "--processes", "1")


@pytest.mark.parametrize("words", [SEARCH, LEARNT])
def test_the_rows_are_the_same_for_any_number_of_processes(game: str, words: tuple[str, ...]) -> None:
    practise(game)
    one, two = (played(game, f"out{number}", *words, "--processes", number) for number in ("1", "2"))
    assert one == two
    run("simulate", game, *words, "--rows", "rows.jsonl")
    plain = [json.loads(line) for line in Path("rows.jsonl").read_text().splitlines()]
    assert [(row["seed"], row["ending"], row["decisions"]) for row in one] == [
        (row["seed"], row["sentence"], row["decisions"]) for row in plain
    ]


def test_a_sweep_goes_on_with_the_policy_with_which_it_began(game: str) -> None:
    practise(game)
    rows = played(game, "out", *LEARNT)
    for part in parts_of(Path("out")):
        part.unlink()
    policies.own_file(reverie.load(game)).unlink()
    assert played(game, "out", *LEARNT) == rows
    (Path("out") / "policy.json").write_text("{}")
    assert "isn't the policy that played this sweep any more" in run("simulate", game, *LEARNT, "--out", "out").stderr


def test_a_search_without_a_policy_goes_on_without_one(game: str) -> None:
    rows = played(game, "out", *SEARCH)
    practise(game)
    parts_of(Path("out"))[0].unlink()
    assert played(game, "out", *SEARCH) == rows
    result = run("simulate", game, "--policy", "search", "--games", "12", "--out", "out")
    assert "holds another sweep: its playouts are 10, not 400;" in result.stderr
    assert "Pairs: seed 0, policy search, 10 playouts" in run("results", "out").stdout


@pytest.mark.parametrize("words", [SEARCH, LEARNT])
def test_each_row_can_be_played_again(game: str, words: tuple[str, ...]) -> None:
    practise(game)
    rows = played(game, "out", *words)
    for number in (0, 7):
        data = json.loads(run("replay", "out", "--row", str(number), "--json").stdout)
        assert (data["ok"], data["status"], data["now"]) == (True, rows[number]["outcome"], "")


def test_games_that_c_leaves_to_python_have_no_row(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Net.play
    monkeypatch.setattr(Net, "play", lambda *given: [None, *whole(*given)[1:]])
    words = ("--policy", "search", "--playouts", "1", "--games", "3", "--processes", "1")
    result = run("simulate", game, *words, "--out", "out")
    assert result.stdout.count("1 game wasn't played: C can't play to the end") == 3
    assert (result.exit_code, rows_of(Path("out"))) == (1, [])
    assert "has no row, because it can't be played" in run("replay", "out", "--row", "0").stderr


def test_the_text_of_rules_and_policy_is_all_that_a_process_needs(game: str) -> None:
    practise(game)
    rows = played(game, "out", *LEARNT)
    sweep = results_in(Path("out")).sweep
    how = attrs.evolve(how_of(sweep, "auto", learnt_in(Path("out"), sweep)), text=clusters.text_of(sweep))
    links, _ = links_of(sweep)
    (work, *_) = missing(sweep, links, "auto", ())
    (Path(game) / "base.rules").unlink()
    assert [row.sentence for row in do(how, work).rows] == [row["ending"] for row in rows[: work.link.games]]
