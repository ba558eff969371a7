"""Problems come back as data: those of a game, and those of a scenario."""

from __future__ import annotations

from pathlib import Path

import pytest

import reverie
from repl.reports.survey import survey
from tests.support.tiny import TINY

SCENARIO = """
scenario tiny-play "A card that is played lies on the spot"
  given
    deck: red one, red one, blue one, blue one
  play
    at turn
      answer play red one
  then
    spot: {}
"""
FOG = 'module fog "Fog" for tiny\n\nafter play\n  shuffle deck\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    tiny = tmp_path / "tiny"
    tiny.mkdir()
    (tiny / "base.rules").write_text(TINY, "utf-8")
    return tiny


def test_a_game_without_problems(folder: Path) -> None:
    assert reverie.check(folder) == ()


def test_the_problems_of_a_game_are_those_that_load_raises(folder: Path) -> None:
    (folder / "base.rules").write_text(TINY.replace("to spot", "to spit"), "utf-8")
    with pytest.raises(reverie.CompileError) as raised:
        reverie.load(folder)
    assert reverie.check(folder) == raised.value.problems
    assert [problem.code for problem in raised.value.problems] == ["unknown-zone"]


@pytest.mark.parametrize(
    ("modules", "options", "code"),
    [(["mist"], {}, "unknown-module"), (["none.rules"], {}, "unreadable"), ([], {"size": "1"}, "no-such-game")],
)
def test_a_wrong_call_is_a_problem(folder: Path, modules: list[str], options: dict[str, str], code: str) -> None:
    assert [problem.code for problem in reverie.check(folder, modules, options=options)] == [code]


def test_every_number_of_players_is_tried(folder: Path) -> None:
    base = TINY.replace('"Tiny"', '"Tiny"\nplayers 1 to 3', 1).replace("zone hand:", "zone hand per player:")
    refusing = 'when players is 3\n  refuse "Not for three."\n'
    (folder / "base.rules").write_text(base + refusing, "utf-8")
    assert reverie.check(folder) == ()
    wrong = "when players is 2\n  after play\n    shufle deck\nafter play\n  move every card in spot to hands\n"
    (folder / "base.rules").write_text(base + refusing + wrong.replace("shufle deck", "do wake"), "utf-8")
    found = reverie.check(folder)
    assert [problem.code for problem in found] == ["unknown-zone", "unknown-event"]
    assert [problem.message.endswith("(with 2 players)") for problem in found] == [False, True]
    assert [problem.code for problem in reverie.check(folder, players=1)] == ["unknown-zone"]
    assert [problem.code for problem in reverie.check(folder, players=3)] == ["refused"]


@pytest.mark.parametrize("range_", ["2 to 1", "0 to 2", "1 to 999999"])
def test_a_wrong_range_of_players_is_a_problem(folder: Path, range_: str) -> None:
    (folder / "base.rules").write_text(TINY.replace('"Tiny"', f'"Tiny"\nplayers {range_}', 1), "utf-8")
    assert {problem.code for problem in reverie.check(folder)} == {"bad-value"}
    assert {found.problem.code for found in survey(folder, [], {}, 1, lambda _done, _of: None).found} == {"bad-value"}


def test_an_unknown_ruleset_is_a_problem() -> None:
    assert [problem.code for problem in reverie.check("nowhere")] == ["unknown-ruleset"]


@pytest.mark.parametrize(("spot", "codes"), [("red one", []), ("blue one", ["scenario-end"])])
def test_a_scenario(folder: Path, spot: str, codes: list[str]) -> None:
    (folder / "play.rules").write_text(SCENARIO.format(spot), "utf-8")
    (scenario,) = reverie.scenarios(folder / "play.rules")
    assert [problem.code for problem in reverie.check_scenario(scenario, folder)] == codes


def test_a_scenario_about_a_module_from_elsewhere(folder: Path) -> None:
    fog = folder.parent / "fog.rules"
    fog.write_text(FOG + SCENARIO.format("red one").replace("  given", "  with fog\n  given"), "utf-8")
    (scenario,) = reverie.scenarios(fog)
    assert reverie.check_scenario(scenario, folder, [fog]) == ()
    assert [problem.code for problem in reverie.check_scenario(scenario, folder)] == ["unknown-module"]
