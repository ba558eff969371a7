"""What modules change in the odds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from interpreter import Row
from repl.cli.main import cli
from repl.reports.comparison import differences, lines
from repl.reports.odds import odds
from tests.support.market import MARKET, TAXES


def test_shares_of_victories_are_compared() -> None:
    before = odds([Row(number, "won" if number < 20 else "lost", "", 1, 1) for number in range(100)])
    after = odds([Row(number, "won" if number < 40 else "lost", "", 1, 1) for number in range(100)])
    (found,) = differences(before, after)
    assert (found.what, found.without, found.present, found.difference) == ("won", 0.2, 0.4, 0.2)
    assert found.interval == pytest.approx((0.0760, 0.3240), abs=1e-3)
    assert lines([found])[1].split() == ["won", "20.00%", "40.00%", "+20.00%", "+7.60%", "to", "+32.40%"]


def test_mean_scores_and_wins_are_compared_by_player() -> None:
    before = odds([Row(n, "over", "", 1, 1, (n % 3, 1), ("B",)) for n in range(30)], winnable=False, contested=True)
    after = odds([Row(n, "over", "", 1, 1, (2 + n % 3, 1), ("A",)) for n in range(30)], winnable=False, contested=True)
    found = {each.what: each for each in differences(before, after)}
    assert list(found) == ["score A", "score B", "wins of A", "wins of B"]
    assert (found["score A"].without, found["score A"].difference) == (1.0, 2.0)
    assert found["score B"].interval == (0.0, 0.0)
    assert found["wins of A"].difference == 1.0


def simulate(folder: Path, *words: str) -> Result:
    folder.joinpath("base.rules").write_text(MARKET)
    folder.joinpath("taxes.rules").write_text(TAXES)
    return CliRunner().invoke(cli, ["simulate", str(folder), "--players", "2", "--games", "30", *words])


def test_simulations_compare_a_game_with_the_game_without_its_modules(tmp_path: Path) -> None:
    shown = simulate(tmp_path, "--with", "taxes", "--compare").output
    assert "Compared with 30 games without taxes:\n" in shown
    assert "score A" in shown.partition("Compared")[2]
    found = json.loads(simulate(tmp_path, "--with", "taxes", "--compare", "--json").output)
    assert [each["what"] for each in found["compared"]][:2] == ["score A", "score B"]


def test_only_modules_can_be_compared(tmp_path: Path) -> None:
    assert simulate(tmp_path, "--compare").exit_code == 2
    assert simulate(tmp_path, "--with", "taxes", "--compare", "--rules").exit_code == 2
