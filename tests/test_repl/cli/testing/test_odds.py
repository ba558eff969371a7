"""`reverie odds`: the same deals with modules and without, the differences, and the page that shows them."""

from __future__ import annotations

import json
from collections.abc import Callable
from html.parser import HTMLParser
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import interpreter
import reverie
from repl.cli.main import cli
from reverie import policies
from tests.support.pairs import write_game

MOONS = """\
module moons "Moons" for pairs

more cards in deck
  | card | count |
  | moon | 4     |
"""


@pytest.fixture
def game(tmp_path: Path) -> str:
    folder = write_game(tmp_path / "pairs")
    (folder / "moons.rules").write_text(MOONS)
    return str(folder)


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, list(words), catch_exceptions=False)


def data(*words: str) -> Any:
    result = run("odds", *words, "--policy", "random", "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def changes(found: Any, at: int = 0) -> Any:
    return {each["measure"]: each for each in found["impacts"][at]["changes"]}


def test_the_same_deals_are_played_with_and_without(game: str) -> None:
    found = data(game, "--with", "stars", "--games", "300")
    (impact,) = found["impacts"]
    assert impact["modules"] == ["stars"]
    assert impact["pairs"] == 300
    won = changes(found)["won"]
    base = next(each for each in found["base"] if each["measure"] == "won")
    assert won["without"] == base["mean"]
    assert won["difference"] == pytest.approx(won["present"] - won["without"])
    assert won["interval"][0] < won["difference"] < won["interval"][1]
    assert won["difference"] > 0.1
    assert -1 <= won["correlation"] <= 1
    again = data(game, "--with", "stars", "--games", "300", "--processes", "2")
    assert found.pop("seconds") >= 0
    assert again.pop("seconds") >= 0
    assert found == again


def test_without_a_change_there_is_no_difference(game: str) -> None:
    stars = Path(game) / "stars.rules"
    stars.write_text('module stars "Stars" for pairs\n')
    found = data(game, "--with", "stars", "--games", "50")
    for name, each in changes(found).items():
        assert each["difference"] == 0
        low, high = each["interval"]
        assert low < 0 < high if name == "won" else low == high == 0
        assert each["correlation"] is None or each["correlation"] == pytest.approx(1)


def test_each_module_alone_as_a_table(game: str) -> None:
    (Path(game) / "moons.rules").write_text(MOONS)
    lines = run("odds", game, "--each", "--games", "60", "--policy", "random", "--markdown").stdout.splitlines()
    assert lines[0] == "## Pairs: what modules change"
    assert lines[2].startswith("- 60 deals, seed 0, policy random.")
    assert lines[3].startswith("- Played in ")
    head, under, *rows = lines[5:]
    assert head == "| modules | won | turns | decisions | deals |"
    assert under == "| --- | ---: | ---: | ---: | ---: |"
    assert [row.split(" | ")[0] for row in rows] == ["| none", "| moons", "| stars"]
    assert all(row.endswith(" | 60 |") for row in rows[1:])
    won = changes(data(game, "--with", "stars", "--games", "60"))["won"]
    low, high = (f"{bound:+.2%}" for bound in won["interval"])
    assert rows[2].split(" | ")[1] == f"{won['present']:.2%} ({low} to {high})"


def test_each_module_and_each_pair_with_what_they_change_together(game: str) -> None:
    found = data(game, "--pairs", "--games", "200")
    assert [each["modules"] for each in found["impacts"]] == [["moons"], ["stars"], ["moons", "stars"]]
    (together,) = found["together"]
    assert together["modules"] == ["moons", "stars"]
    won = next(each["mean"] for each in together["changes"] if each["measure"] == "won")
    alone = [changes(found, at)["won"]["difference"] for at in (0, 1)]
    assert won == pytest.approx(changes(found, 2)["won"]["difference"] - sum(alone))


class _Reader(HTMLParser):
    def __init__(self, told: Callable[[str], None]) -> None:
        super().__init__()
        self._told = told

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not {"src", "href"} & {name for name, _ in attrs}
        self._told(tag)


def test_the_page_needs_nothing_else(game: str, tmp_path: Path) -> None:
    file = tmp_path / "odds.html"
    result = run("odds", game, "--pairs", "--games", "60", "--policy", "random", "--html", str(file))
    assert result.exit_code == 0
    assert "moons and stars together, beyond what each changes alone" in result.stdout
    tags: list[str] = []
    text = file.read_text(encoding="utf-8")
    _Reader(tags.append).feed(text)
    assert tags.count("svg") == 3
    assert tags.count("circle") == 9
    assert "://" not in text


def test_it_goes_on_with_the_deals_in_its_file(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("--pairs", "--out", str(tmp_path / "deals.json"), "--games")
    whole, calls, stops = interpreter.simulate, [], count()

    def stopped(*given: Any, **named: Any) -> Any:
        calls.append(given[1])
        if next(stops) == 2:
            raise KeyboardInterrupt
        return whole(*given, **named)

    monkeypatch.setattr(interpreter, "simulate", stopped)
    assert run("odds", game, *words, "40", "--policy", "random").exit_code == 130
    found = data(game, *words, "40")
    assert calls == [40] * 5  # of which the third one is played again
    assert found["impacts"] == data(game, "--pairs", "--games", "40")["impacts"]
    calls.clear()
    found = data(game, *words, "60")
    assert calls == [20] * 4
    assert found["impacts"] == data(game, "--pairs", "--games", "60")["impacts"]
    calls.clear()
    assert data(game, *words, "40")["base"] == data(game, "--pairs", "--games", "40")["base"]
    assert calls == [40] * 4


def test_a_file_of_another_command_is_left_alone(game: str, tmp_path: Path) -> None:
    file = tmp_path / "deals.json"
    file.write_text('{"version": 1, "results": [{}]}')
    found = run("odds", game, "--each", "--out", str(file))
    assert found.exit_code == 1
    assert "it holds no results of `reverie odds`, or is damaged" in found.output


def test_an_option_that_no_set_has_is_refused(game: str) -> None:
    found = run("odds", game, "--each", "--option", "weather=fine")
    assert found.exit_code == 1
    assert "weather" in found.output


def test_sets_that_were_played_before_it_was_stopped_are_shown(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, calls = interpreter.simulate, count()

    def stopped(*given: Any, **named: Any) -> Any:
        if next(calls) == 2:
            raise KeyboardInterrupt
        return whole(*given, **named)

    monkeypatch.setattr(interpreter, "simulate", stopped)
    result = run("odds", game, "--pairs", "--games", "20", "--policy", "random")
    assert result.exit_code == 130
    assert "Partial: 2 of 4 sets were played (stopped by Ctrl-C)." in result.stdout
    assert "with moons (20 deals both ways)" in result.stdout
    assert "with stars" not in result.stdout


@pytest.mark.usefixtures("in_c")
def test_it_can_practise_before(game: str) -> None:
    words = ("odds", game, "--with", "stars", "--games", "50", "--processes", "1")
    assert "nothing was learnt for Pairs yet" in run(*words).stderr
    result = run(*words, "--learn", "0.2")
    assert result.exit_code == 0
    assert "With stars: Played by what was learnt from " in result.stdout
    for modules in ((), ("stars",)):
        assert policies.own_file(reverie.load(game, modules)).is_file()


@pytest.mark.parametrize(
    "words", [(), ("--with", "stars", "--policy", "clever"), ("--with", "stars", "--playouts", "3")]
)
def test_what_makes_no_sense_is_refused(words: tuple[str, ...], game: str) -> None:
    assert run("odds", game, *words).exit_code == 2


def test_a_page_that_cannot_be_written_is_told(game: str) -> None:
    result = run(
        "odds", game, "--with", "stars", "--games", "5", "--policy", "random", "--html", f"{game}/base.rules/x"
    )
    assert result.exit_code == 1
    assert "can't be written: a part of its path is no folder" in result.stderr
