"""`reverie mutate`: what it lists, for people and for programs, its exit codes, and what ends it early."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from repl.cli.main import cli
from reverie.testing import mutation
from tests.support.pairs import FIVE, KEEPS, write_game

DROPS = """
scenario drops-it "What is drawn may be dropped" [P-K2]
  given
    deck: sun, moon
  play
    at turn
      answer drop sun
  then
    box includes: sun
    hand: moon
"""


@pytest.fixture
def game(tmp_path: Path) -> str:
    folder = write_game(tmp_path / "pairs")
    (folder / "told.rules").write_text(KEEPS + FIVE, encoding="utf-8")
    return str(folder)


def mutate(*words: str) -> Result:
    return CliRunner().invoke(cli, ["mutate", "--processes", "1", *words], catch_exceptions=False)


def data(*words: str) -> Any:
    return json.loads(mutate(*words, "--json").stdout)


def test_survivors_are_listed_with_place_change_and_reason(game: str) -> None:
    result = mutate(game)

    assert result.exit_code == 1
    assert "pairs/base.rules:23: without `if no card in deck`\n  2 scenarios can reach it" in result.stdout
    assert "pairs/base.rules:30: without `move card to box`\n  no scenario reaches it\n" in result.stdout
    assert "too few" in result.stdout
    assert "not enough: not at least 95 % of each file" in result.stdout


def test_a_low_floor_is_reached(game: str) -> None:
    result = mutate(game, "--at-least", "10")

    assert result.exit_code == 0
    assert "\nok: at least 10 % of each file, in " in result.stdout


def test_a_program_reads_the_same(game: str) -> None:
    found = data(game)
    (box,) = [each for each in found["survivors"] if each["change"] == "without `move card to box`"]

    assert not found["ok"]
    assert box == {
        "file": "pairs/base.rules",
        "line": 30,
        "change": "without `move card to box`",
        "why": "no scenario reaches it",
    }
    assert found["of"] - found["noticed"] == len(found["survivors"])
    assert found["files"].keys() == {"pairs/base.rules", "pairs/stars.rules"}
    assert found["percent"] == round(100 * found["noticed"] / found["of"], 2)


def test_scenarios_are_added(game: str, tmp_path: Path) -> None:
    more = tmp_path / "drops.rules"
    more.write_text(DROPS, encoding="utf-8")
    before, after = data(game), data(game, "--scenarios", str(more))

    assert before["noticed"] < after["noticed"]
    assert "without `move card to box`" not in [each["change"] for each in after["survivors"]]


def test_what_is_listed_as_equivalent_does_not_count(game: str) -> None:
    listed = "base.rules | move card to box | without `move card to box` | nobody needs it\n"
    (Path(game) / "mutants.txt").write_text(listed, encoding="utf-8")
    found = data(game)

    assert found["equivalent"] == 1
    assert "without `move card to box`" not in [each["change"] for each in found["survivors"]]


def test_one_module_and_some_of_its_changes(game: str) -> None:
    found = data(game, "--module", "stars")

    assert found["files"].keys() == {"pairs/stars.rules"}
    assert data(game, "--module", "base", "--sample", "3")["of"] <= 3
    assert data(game, "--sample", "3") | {"seconds": 0} == data(game, "--sample", "3") | {"seconds": 0}


def test_the_result_is_the_same_in_several_processes(game: str) -> None:
    alone, together = data(game), json.loads(CliRunner().invoke(cli, ["mutate", game, "--json"]).stdout)

    assert alone | {"seconds": 0} == together | {"seconds": 0}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--module", "moons"], "no rules file is called `moons`: there are `base`, `stars`, `told`"),
        (["--with", "star"], "did you mean `stars`?"),
    ],
)
def test_what_is_not_there_is_refused(words: list[str], told: str, game: str) -> None:
    result = mutate(game, *words)

    assert result.exit_code == 1
    assert told in result.stderr


def test_rules_without_scenarios_are_refused(tmp_path: Path) -> None:
    result = mutate(str(write_game(tmp_path / "silent")))

    assert result.exit_code == 1
    assert "there are no scenarios about these rules" in result.stderr


def test_scenarios_that_fail_already_are_refused(game: str) -> None:
    (Path(game) / "wrong.rules").write_text(DROPS.replace("hand: moon", "hand: sun"), encoding="utf-8")
    result = mutate(game)

    assert result.exit_code == 1
    assert "scenarios fail: `drops-it`" in result.stderr
    assert result.stdout == ""


def test_what_was_tried_before_ctrl_c_is_shown(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fates = mutation.fates

    def stopped(*given: Any) -> Iterator[mutation.Fate]:
        yield next(fates(*given))
        raise KeyboardInterrupt

    monkeypatch.setattr(mutation, "fates", stopped)
    result, found = mutate(game), data(game)

    assert result.exit_code == 130
    assert result.stdout.startswith("Partial: 1 of ")
    assert "\nnot all of them were tried, in " in result.stdout
    assert "pairs/base.rules" in result.stdout
    assert (found["ok"], found["partial"]) == (False, "stopped by Ctrl-C")


def test_laws_notice_what_scenarios_let_pass(game: str, tmp_path: Path) -> None:
    """Without the card that is drawn there is nothing to be answered, which no scenario comes to."""
    page = tmp_path / "page.html"
    before = data(game, "--module", "base")
    result = data(game, "--module", "base", "--laws", "5", "--html", str(page))
    assert result["noticed"] > before["noticed"]
    assert result["of"] == before["of"]
    left = {(each["line"], each["change"]) for each in result["survivors"]}
    assert left < {(each["line"], each["change"]) for each in before["survivors"]}
    text = page.read_text(encoding="utf-8")
    assert "<td>pairs/base.rules</td>" in text
    assert text.count("<mark>") == len({line for line, _ in left})


def test_a_page_that_cannot_be_written_is_told(game: str) -> None:
    result = mutate(game, "--sample", "3", "--html", str(Path(game, "base.rules", "page.html")))
    assert result.exit_code == 1
    assert "can't be written" in result.stderr
