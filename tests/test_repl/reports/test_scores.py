"""The scores of many games: means, quartiles, histograms, and how often each player wins."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from interpreter import Row
from interpreter.simulation.sweep import Link, Swept
from repl.cli.main import cli
from repl.reports import odds, sweep_scores
from repl.reports.scores import Bar, scores_of, table
from tests.support.market import MARKET, TAXES

ROWS = [
    Row(1, "over", "Empty.", 1, 1, (3, 0), ("A",)),
    Row(2, "over", "Empty.", 1, 1, (5, 5), ("A", "B")),
    Row(3, "over", "Empty.", 1, 1, (7, 4), ()),
    Row(4, "lost", "Late.", 1, 1, (1, 3), ()),
    Row(5, "fault", "Rules fault.", 1, 1),
]


def test_each_player_has_a_mean_quartiles_and_wins() -> None:
    one, other = scores_of(ROWS, contested=True)
    assert (one.owner, one.games, one.mean, one.least, one.quartiles, one.most) == ("A", 4, 4.0, 1, (2.5, 4.0, 5.5), 7)
    assert (one.wins, one.share, other.wins, other.share) == (2, 0.4, 1, 0.2)
    assert one.bars == tuple(Bar(score, score, int(score % 2)) for score in range(1, 8))
    low, high = one.mean_interval or (0.0, 0.0)
    assert (low + high) / 2 == pytest.approx(4)


def test_the_results_say_how_often_a_victory_is_shared_and_nobody_wins() -> None:
    found = odds.odds(ROWS, winnable=False, contested=True)
    assert [(each.status, each.count) for each in found.outcomes] == [("lost", 1), ("over", 3), ("fault", 1)]
    assert (found.shared, found.tied) == (0.2, 0.2)


def test_the_table_of_one_score_says_nothing_of_wins() -> None:
    rows = [Row(number, "won", "", 1, 1, (number,)) for number in range(100)]
    lines = table(tuple(scores_of(rows, contested=False)))
    assert lines[0].split() == ["score", "mean", "25", "%", "50", "%", "75", "%", "from", "to"]
    assert lines[1].split() == ["49.50", "43.81", "to", "55.19", "24.75", "49.5", "74.25", "0", "99"]
    assert lines[3].split() == ["0", "to", "9", "10", "#" * 40]
    assert len(lines) == 3 + 10


def test_games_without_scores_have_no_table() -> None:
    assert table(odds.odds([Row(1, "won", "", 1, 1)]).scores) == []


def test_simulations_show_scores(tmp_path: Path) -> None:
    tmp_path.joinpath("base.rules").write_text(MARKET)
    words = ["simulate", str(tmp_path), "--players", "2", "--games", "40"]
    shown = CliRunner().invoke(cli, words).output
    assert "\nover " in shown
    assert "\nA " in shown
    assert "Scores of B:" in shown
    assert "won" not in shown
    found = json.loads(CliRunner().invoke(cli, [*words, "--json"]).output)
    assert [each["owner"] for each in found["scores"]] == ["A", "B"]
    assert sum(each["wins"] for each in found["scores"]) >= 40 * (1 - found["tied"])


def test_sweeps_count_games_that_are_over(tmp_path: Path) -> None:
    tmp_path.joinpath("base.rules").write_text(MARKET)
    shown = CliRunner().invoke(cli, ["simulate", str(tmp_path), "--games", "12", "--rules"]).output
    assert "  over                    12\n" in shown


def test_sweeps_show_the_scores_of_each_set(tmp_path: Path) -> None:
    tmp_path.joinpath("base.rules").write_text(MARKET)
    tmp_path.joinpath("taxes.rules").write_text(TAXES)
    words = ["simulate", "--all-sets", str(tmp_path), "--games", "24", "--processes", "1"]
    shown = CliRunner().invoke(cli, words).output.splitlines()
    heading = next(at for at, line in enumerate(shown) if line.startswith("score "))
    assert shown[heading].split() == ["score", "games", "mean", "25", "%", "50", "%", "75", "%", "from", "to"]
    names = [line.partition("   ")[0] for line in shown[heading + 1 :]]
    assert names == [
        f"{which}, {players}" for which in ("no modules", "taxes")
        for players in ("1 player", "2 players, A", "2 players, B", *(f"3 players, {each}" for each in "ABC"))
    ]  # fmt: skip
    found = json.loads(CliRunner().invoke(cli, [*words, "--json"]).output)["scores"]
    assert [(each["modules"], each["players"], each["owner"]) for each in found[:3]] == [
        ([], 1, ""), ([], 2, "A"), ([], 2, "B"),
    ]  # fmt: skip
    assert all(each["least"] <= each["quartiles"][1] <= each["most"] for each in found)


def test_many_sets_share_a_line_for_each_number_of_players() -> None:
    links = [Link((f"m{number}",), 2, (), number, 1) for number in range(sweep_scores.MOST_SETS + 1)]
    swept = [Swept(link, over=1, scored=(Row(0, "over", "", 1, 1, (link.seed, 3)),)) for link in links]
    lines = sweep_scores.table(swept)
    assert [line.split()[:4] for line in lines[1:]] == [["every", "set,", "A", "21"], ["every", "set,", "B", "21"]]
    assert lines[1].split()[4] == "10.00"
    assert len(sweep_scores.table(swept[:-1])) == 1 + 2 * sweep_scores.MOST_SETS
    assert sweep_scores.table([Swept(links[0], won=1)]) == []
