"""Cases: games as data, which mean the same when something is left out."""

from __future__ import annotations

import pytest

from interpreter.choices.offers import Offers
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


def test_events_of_a_step_are_those_of_the_trace_and_need_no_second_look_for_options(
    wells: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = Case(wells, ("leak",), seed=5, answers=("wait", "throw ruby", "throw pearl", "wait"))
    told = [event.text for event in case.game(reference=True).trace]
    steps = [*case.steps()]
    assert steps
    monkeypatch.setattr(Offers, "of", None)
    events = [event.text for step in steps for event in step.events]
    assert events == told[-len(events) :]


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


LAID = ("bag: pearl", "A hand: ruby, ruby, coin", "well: pearl, bucket, ruby", "thrown: 3", "B hand: pearl")


def test_a_case_begins_in_a_position(wells: str) -> None:
    case = Case(wells, ("leak",), players=2, laid=LAID, answers=("throw coin", "throw ruby"))
    assert eval(repr(case), {"Case": Case}) == case
    zones = case.dealt().state.zones
    assert (zones["well"], zones["A hand"]) == (("pearl", "bucket", "ruby"), ("ruby", "ruby", "coin"))
    assert case.given == ("throw ruby",)
    assert case.game().state.numbers["thrown"] == 4


def test_lines_and_cards_that_the_game_does_not_have_are_passed_over(wells: str) -> None:
    alone = Case(wells, laid=("player B", "puddle: ruby", *LAID))
    zones = alone.dealt().state.zones
    assert (zones["well"], zones["hand"]) == (("pearl", "ruby"), ("ruby", "ruby", "coin"))


def test_a_position_in_which_no_game_is_under_way_is_none(wells: str) -> None:
    won = Case(wells, laid=("bag: coin", "hand: ruby", "well: " + ", ".join(["pearl"] * 6 + ["ruby"] * 3)))
    assert not won.legal
    with pytest.raises(ValueError, match="no game is under way in this position: bag: coin; hand: ruby"):
        won.dealt()
    assert not Case(wells, laid=("this is no line",)).legal
    assert Case(wells).legal
