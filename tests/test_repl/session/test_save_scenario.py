"""`save scenario`: the turn of a game becomes a scenario in a rules file, and holds."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import dsl
from interpreter.state.generator import Generator
from repl.authoring.checking import run_scenarios
from repl.drivers.plain import lines
from repl.saves.recipe import Recipe
from repl.saves.replay import begin
from repl.saves.workshop import Engine
from repl.session.commands import COMMANDS
from repl.session.session import Session

pytestmark = pytest.mark.usefixtures("home")

ROOT = Path(__file__).parents[3]
MIRRORS = ROOT / "docs" / "tutorial" / "mirrors.rules"
SAT: list[Session] = []


@pytest.fixture(autouse=True)
def _at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    yield
    while SAT:
        SAT.pop().close()


@pytest.fixture
def ferry(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "docs" / "tutorial" / "ferry", tmp_path / "ferry")
    return tmp_path / "ferry"


@pytest.fixture
def mirrors(tmp_path: Path) -> Path:
    return Path(shutil.copy(MIRRORS, tmp_path / "mirrors.rules"))


def sit(recipe: Recipe, answers: int, seed: int = 7) -> Session:
    """A game after this many random answers."""
    engine, below = Engine(), Generator(seed).below
    SAT.append(Session(begin(recipe, engine), engine, COMMANDS, saving=False))
    timeline = SAT[-1].timeline
    for _ in range(answers):
        if decision := timeline.game.decision:
            timeline.give((decision.options[below(len(decision.options))].id,))
    SAT[-1].feed("")
    return SAT[-1]


def said(session: Session, line: str) -> str:
    return "\n".join(told for event in session.feed(line) for told in lines(event))


def written(path: Path) -> dsl.Scenario:
    """The last scenario of a file, which holds."""
    *_, last = dsl.scenarios(path)
    (found,) = run_scenarios([path], [last.id])
    assert found.problems == ()
    return last


@pytest.mark.parametrize("answers", [0, 1, 3, 9, 25])
@pytest.mark.parametrize("players", [2, 3])
def test_a_turn_is_written_to_the_file_of_the_module(answers: int, players: int, ferry: Path) -> None:
    written_after(answers, Recipe(str(ferry), ("storm",), players, seed=answers), ferry / "storm.rules")


@pytest.mark.parametrize(("answers", "players"), [(0, 1), (25, 2)])
def test_a_turn_is_written_to_the_file_of_a_module_elsewhere(answers: int, players: int, mirrors: Path) -> None:
    written_after(answers, Recipe("onirim", (str(mirrors), "book"), players, seed=answers), mirrors)


def written_after(answers: int, recipe: Recipe, file: Path) -> None:
    """Hold the turn of a game after so many answers to become a scenario in a file."""
    before = file.read_text("utf-8")
    session = sit(recipe, answers)
    assert said(session, "save scenario") == (
        f"Scenario `{file.stem}-1` is in {file} now, and holds. It says what is hidden, too."
    )
    assert file.read_text("utf-8").startswith(before)
    scenario = written(file)
    assert scenario.id == f"{file.stem}-1"
    decision = session.game.decision
    assert decision is None or scenario.asked == decision.prompt
    given = [step.answer for step in scenario.steps if step.answer is not None]
    assert given == [move.answer for move in session.timeline.moves][len(session.timeline.moves) - len(given) :]
    assert bool(given) == bool(answers)


def test_the_next_one_has_an_id_of_its_own_or_the_one_named(ferry: Path) -> None:
    session = sit(Recipe(str(ferry), ("storm",), 2, seed=1), 5)
    assert "Scenario `storm-1`" in said(session, "save scenario")
    assert "Scenario `storm-2`" in said(session, "save scenario")
    assert "Scenario `all-aboard`" in said(session, f"save scenario all-aboard in {ferry / 'base.rules'}")
    assert written(ferry / "base.rules").id == "all-aboard"
    assert "another scenario is called `all-aboard`" in said(session, "save scenario all-aboard")
    assert "`All Aboard` can't be an id" in said(session, "save scenario All Aboard")


def test_a_new_file_is_begun_as_its_place_wants_it(ferry: Path, tmp_path: Path) -> None:
    session = sit(Recipe(str(ferry), (), 3, seed=2), 4)
    assert "Scenario `mine-1`" in said(session, f"save scenario in {ferry / 'scenarios' / 'mine'}")
    assert (ferry / "scenarios" / "mine.rules").read_text("utf-8").startswith("scenario mine-1 ")
    assert "has to lie in its folder" in said(session, "save scenario in yours.rules")
    session = sit(Recipe("onirim", ("book",), 1, seed=2), 4)
    assert "name a file of your own" in said(session, "save scenario").casefold()
    assert "Scenario `mine-1`" in said(session, "save scenario in mine")
    assert (tmp_path / "mine.rules").read_text("utf-8").startswith('module mine "Mine" for onirim\n\nscenario mine-1 ')
    assert written(tmp_path / "mine.rules").modules == ("book",)


def test_what_cannot_be_written_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "broken.rules").write_text("module broken\n", "utf-8")
    session = sit(Recipe("onirim", ("book",), 1, seed=2), 4)
    for words, reason in (
        ("in book.rules", "ships with Reverie"),
        ("in towers", "ships with Reverie"),
        ("in crossroads", "ships with Reverie"),
        ("in Big+Words", "can't be the name of a module"),
        ("in nowhere/mine", "there is no folder nowhere"),
        ("in broken", "broken.rules has mistakes"),
    ):
        assert reason in said(session, f"save scenario {words}"), words
        assert [path.name for path in tmp_path.glob("*.rules")] == ["broken.rules"]
        assert (tmp_path / "broken.rules").read_text("utf-8") == "module broken\n"


def test_nothing_hidden_is_shown(ferry: Path) -> None:
    session = sit(Recipe(str(ferry), (), 2, seed=2), 4)
    shown = said(session, "save scenario")
    names = [face.name for face in session.program.faces]
    assert [name for name in names if name in shown] == []


def test_lines_end_as_in_the_rest_of_the_file(ferry: Path) -> None:
    file = ferry / "storm.rules"
    file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    said(sit(Recipe(str(ferry), ("storm",), 2, seed=4), 3), "save scenario")
    assert file.read_bytes().count(b"\n") == file.read_bytes().count(b"\r\n")
    assert written(file).id == "storm-1"


@pytest.mark.parametrize("id", ["ferry-follow-the-colour", "ferry-a-deal"])
def test_a_game_that_began_in_a_scenario_is_written_too(id: str, ferry: Path) -> None:
    (ferry / "base.rules").write_text(_text(ferry / "base.rules") + A_DEAL, "utf-8")
    text = next(each for each in (A_DEAL, *map(_text, sorted((ferry / "scenarios").glob("*.rules")))) if id in each)
    begun = text[text.index(f"scenario {id}") :].partition("\n\n")[0] + "\n"
    players = 3 if "players 3" in begun else 2
    session = sit(Recipe(str(ferry), (), players, scenario=begun), 0)
    assert "and holds" in said(session, "save scenario in base.rules"), begun
    scenario = written(ferry / "base.rules")
    assert (scenario.deal is None) == ("deal" not in begun.partition("given")[0])


A_DEAL = """
scenario ferry-a-deal "B begins with all reds"
  deal
    deck: blue 1, red 1, blue 2, red 2, blue 3, red 3
  play
    at first
      answer send blue 1
"""


def _text(path: Path) -> str:
    return path.read_text("utf-8")
