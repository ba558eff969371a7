"""What scenarios reach of their rules: recorded, joined, and measured by line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import dsl
from repl.authoring.scenarios import loader
from reverie.testing.coverage import Recorded, Recorder
from reverie.testing.measured import Counts, FileResult, measure, pairs, total
from tests.support.reached import recorded_in, write_reached


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_reached(tmp_path / "reached")


def _results(recorded: Recorded) -> dict[str, FileResult]:
    return {each.path.stem: each for each in measure(recorded)}


def test_each_file_has_its_numbers_and_what_is_missing(folder: Path) -> None:
    found = _results(recorded_in(folder))
    assert {name: each.counts for name, each in found.items()} == {
        "base": Counts(rules=9, missed=3, conditions=5, partly=2, ways=8),
        "back": Counts(rules=2, missed=1, conditions=2, partly=2, ways=2),
        "unplayed": Counts(),
    }
    assert found["base"].missing == "15-16, 25→always held, 28, 32-33, 39-43"
    assert found["back"].missing == "3, 6→always held, 9"
    assert total(found.values()).percent == pytest.approx(68)


def test_rules_that_were_never_in_play_are_not_measured(folder: Path) -> None:
    found = _results(recorded_in(folder))
    assert found["base"].absent == "46-48"
    assert found["unplayed"].absent == "3-4"
    assert found["unplayed"].counts.percent == 100


def test_lines_know_the_scenarios_that_reached_them(folder: Path) -> None:
    base = _results(recorded_in(folder))["base"]
    assert base.reached[35] == {"plays", "wins"}
    assert base.reached[51] == {"wins"}
    assert base.reached[28] == frozenset()
    assert 41 not in base.reached


def test_conditions_know_both_ways(folder: Path) -> None:
    base = _results(recorded_in(folder))["base"]
    (condition,) = (each for each in base.conditions.values() if each.words == "points is more than 3")
    assert (condition.held, condition.failed) == ({"plays"}, {"wins"})
    assert not any("players" in each.words for each in base.conditions.values())


def test_a_condition_that_is_settled_in_a_game_tells_its_steps(folder: Path) -> None:
    base = folder / "base.rules"
    text = base.read_text("utf-8").replace("if players is 2\n    next player", "if players is 1\n    shuffle deck")
    base.write_text(text, encoding="utf-8")
    found = _results(recorded_in(folder))["base"]
    assert found.reached[39] == {"plays"}
    assert not any("players" in each.words for each in found.conditions.values())


def test_modules_meet_as_in_a_sweep(folder: Path) -> None:
    found = pairs(recorded_in(folder))["reached"]
    assert found == {
        ("reached", "back"): {("definition", "shines"): {"plays"}, ("event", "play"): {"plays"}},
    }


def test_what_was_recorded_adds_up(folder: Path) -> None:
    whole, first, second = recorded_in(folder), recorded_in(folder, "plays"), recorded_in(folder, "wins")
    sent = Recorded.from_json(json.loads(json.dumps(second.to_json())))
    assert sent == second
    first.join(sent)
    assert first == whole
    assert second == recorded_in(folder, "wins")


def test_only_files_beside_the_scenarios_are_measured(folder: Path, tmp_path: Path) -> None:
    own = tmp_path / "elsewhere" / "more.rules"
    own.parent.mkdir()
    scenario = 'scenario more "More"\n  with more\n  given\n    hand: red, red\n  then\n    points: 0\n'
    own.write_text(f'module more "More" for reached\n\nafter play\n  shuffle deck\n\n{scenario}', encoding="utf-8")
    recorder, load = Recorder(), loader(own, ruleset=folder, coverage="conditions")
    recorder.examine(dsl.scenarios(own)[0], load, (own,))
    assert [each.path for each in measure(recorder.recorded)] == [own]


def test_problems_of_a_game_are_found(folder: Path) -> None:
    base = folder / "base.rules"
    base.write_text(base.read_text("utf-8") + "\nnumber idle: 0 to 3\n", encoding="utf-8")
    path = folder / "scenarios" / "all.rules"
    found = Recorder().examine(dsl.scenarios(path)[0], loader(path, coverage="conditions"))
    assert [problem.code for problem in found.problems] == ["unused"]
