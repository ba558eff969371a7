"""Cases: games as data, which mean the same when something is left out."""

from __future__ import annotations

import pytest

from interpreter.game.replay import Save, rerun
from reverie.testing import Case
from tests.support.flawed import write_wells


@pytest.fixture(scope="module")
def wells(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(write_wells(tmp_path_factory.mktemp("wells") / "wells"))


def test_a_case_is_written_as_the_call_that_makes_it() -> None:
    case = Case("onirim", ["book"], 2, {"spells": "hard"}, ["red key"], 7, ["take red sun"])
    assert eval(repr(case), {"Case": Case}) == case
    assert repr(Case("onirim")) == "Case('onirim')"


def test_answers_that_are_not_offered_are_passed_over(wells: str) -> None:
    case = Case(wells, deal=("ruby", "ruby", "pearl"), answers=("throw coin", "throw pearl", "throw pearl", "wait"))
    assert case.given in {("throw pearl", "wait"), ("throw pearl", "throw pearl", "wait")}
    assert case.game().history[0].option == "throw pearl"


def test_cards_that_the_game_does_not_have_are_passed_over(wells: str) -> None:
    case = Case(wells, deal=("bucket", "ruby", "ruby", "ruby"))
    assert case.dealt().deal == ("ruby", "ruby", "ruby")


def test_a_step_has_the_games_around_an_answer_and_what_happened(wells: str) -> None:
    case = Case(wells, deal=("ruby", "ruby", "ruby"), answers=("throw ruby",))
    (step,) = case.steps()
    before, after = step.states
    assert (before.numbers["thrown"], after.numbers["thrown"]) == (0, 1)
    assert (before.zones["well"], after.zones["well"]) == ((), ("ruby",))
    assert [event.name for event in step.events if event.name in ("sink", "refill")] == ["sink", "refill"]
    assert case.drawn[:3] == ("ruby", "ruby", "ruby")
    assert len(case.drawn) == 4


def test_a_case_is_saved_with_its_deal(wells: str) -> None:
    case = Case(wells, ("leak",), 2, deal=("ruby", "bucket"), seed=3, answers=("throw ruby", "wait"))
    save = Save.from_text(case.save.to_text())
    assert (save.header.deal, save.header.modules) == (("ruby", "bucket"), ("leak",))
    again = rerun(case.program, save)
    assert (again.problem, again.game.state) == ("", case.game().state)


def test_whether_there_is_such_a_game(wells: str) -> None:
    assert Case(wells, ("leak", "greed"), 2).legal
    assert not Case(wells, players=5).legal
    assert not Case("onirim", ("book",), options={"no such option": "yes"}).legal
