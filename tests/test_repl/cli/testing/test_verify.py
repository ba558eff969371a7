"""`reverie verify`: laws, for people and for programs, in parts that are kept, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from repl.cli import options
from repl.cli.main import cli
from reverie.testing import standard
from tests.support.flawed import write_wells

LAWS = ("--law", "cards are conserved", "--law", "rules never fail")


@pytest.fixture(scope="module")
def wells(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(write_wells(tmp_path_factory.mktemp("wells") / "wells"))


def verify(*words: str) -> Result:
    return CliRunner().invoke(cli, ["verify", "--processes", "1", *words], catch_exceptions=False)


def test_each_law_has_a_line_and_a_broken_one_its_smallest_game(wells: str) -> None:
    result = verify(wells, *LAWS, "--examples", "20")
    assert result.exit_code == 1
    assert "holds   cards are conserved                     20 games\n" in result.stdout
    assert "broken  rules never fail" in result.stdout
    assert "\n  with greed\n" in result.stdout
    assert "1 of 2 laws broken, in " in result.stdout


def test_sound_rules_keep_all_laws(wells: str) -> None:
    result = verify(wells, "--with", "leak", "--law", "cards are conserved", "--examples", "10")
    assert (result.exit_code, result.stdout.splitlines()[-1].partition(", in")[0]) == (0, "ok: all laws hold")


def test_programs_read_the_same(wells: str) -> None:
    data = json.loads(verify(wells, *LAWS, "--examples", "60", "--json").stdout)
    assert (data["ok"], data["parts"], data["of"]) == (False, 3, 3)
    assert data["laws"]["cards are conserved"] == {"games": 60, "broken": ""}
    assert data["laws"]["rules never fail"]["broken"].startswith("No answer, and no deal, shows a mistake in the rules")


def test_laws_are_listed() -> None:
    listed = verify("onirim", "--list").stdout.splitlines()
    assert listed[0].split("  ")[0] == "cards are conserved"
    assert len(listed) == len(standard())


def test_every_set_goes_on_where_it_was_stopped(wells: str, tmp_path: Path) -> None:
    out = tmp_path / "verdicts.jsonl"
    words = (wells, "--each", "--examples", "3", "--law", "cards are conserved", "--out", str(out))
    whole = verify(*words)
    assert "cards are conserved                     24 games" in whole.stdout
    lines = out.read_bytes().splitlines(keepends=True)
    assert len(lines) == 9
    out.write_bytes(b"".join(lines[:4]) + lines[4][:-9])  # the fourth part was being written
    again = verify(*words)
    assert "cards are conserved                     24 games" in again.stdout
    assert len(set(out.read_bytes().splitlines()) - {lines[4][:-9]}) == 9


def test_results_of_another_run_are_refused(wells: str, tmp_path: Path) -> None:
    out = tmp_path / "verdicts.jsonl"
    verify(wells, "--examples", "1", "--law", "games end", "--out", str(out))
    result = verify(wells, "--examples", "2", "--law", "games end", "--out", str(out))
    assert result.exit_code == 1
    assert "it holds no results of this verification" in result.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--law", "games ends"), "no law is called `games ends`: did you mean `games end`?"),
        (("--with", "leek"), "no module is called `leek`"),
        (("--players", "7"), "refuse every game for 7 players"),
    ],
)
def test_what_there_is_not_is_refused(wells: str, words: tuple[str, ...], said: str) -> None:
    result = verify(wells, *words)
    assert result.exit_code == 1
    assert said in result.stderr


def test_rules_with_mistakes_are_told(wells: str, tmp_path: Path) -> None:
    flawed = tmp_path / "flawed.rules"
    flawed.write_text('module flawed "Flawed" for wells\n\nafter sink\n  move card to wel\n', encoding="utf-8")
    result = verify(wells, "--with", str(flawed))
    assert result.exit_code == 1
    assert "error[unknown-zone]" in result.stderr


def test_without_hypothesis_the_way_out_is_named(wells: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(options, "find_spec", lambda _: None)
    for words in (["verify", wells], ["mutate", wells, "--laws", "3"]):
        result = CliRunner().invoke(cli, words)
        assert (result.exit_code, "pip install 'reverie[test]'" in result.stderr) == (1, True)


def test_what_was_stopped_before_a_part_ended_says_nothing_of_laws(wells: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("reverie.testing.units.test", stopped)
    result = verify(wells, *LAWS)
    assert (result.exit_code, "\nno part was tested to its end, in " in result.stdout) == (130, True)
