from __future__ import annotations

import attrs
import pytest

from dsl.program.endings import Invariant
from dsl.program.expressions import Not
from interpreter.choices.decisions import IllegalAnswer
from interpreter.game.game import Game
from interpreter.state.frames import first_locals, frame_at
from interpreter.state.layout import blank
from tests.support.builder import YES
from tests.support.labyrinth import labyrinth
from tests.support.tiny import compiled


def test_a_game_stands_at_its_first_decision() -> None:
    game = Game(labyrinth(), 7)
    assert game.decision
    assert (game.decision.prompt, game.decision.question, game.decision.player) == ("turn", "What about the turn?", "A")
    option = game.decision.options[-1]
    assert option.id.startswith("discard ")
    assert option.module == "more"
    assert option.citations[0].startswith("R-")
    assert game.outcome is None
    assert game.turns == 1


def test_the_same_seed_and_answers_give_the_same_game() -> None:
    games = [Game(labyrinth(), 7), Game(labyrinth(), 7, reference=True), Game(labyrinth(), 7, check=True)]
    for game in games:
        for answer in (0, 1, 0, 0):
            game.choose(answer)
    assert len({game.state for game in games}) == 1
    assert Game(labyrinth(), 8).state != Game(labyrinth(), 7).state


def test_an_answer_may_be_words_or_an_index() -> None:
    one, other = Game(labyrinth(), 7), Game(labyrinth(), 7)
    assert one.decision
    one.choose(one.decision.options[2].id)
    other.choose(2)
    assert one.state == other.state


@pytest.mark.parametrize("answer", ["play red son", 99, -1, ""])
def test_an_answer_that_is_not_offered_changes_nothing(answer: str | int) -> None:
    game = Game(labyrinth(), 7)
    before, decision = game.state, game.decision
    with pytest.raises(IllegalAnswer):
        game.choose(answer)
    assert game.state == before
    assert game.decision == decision
    assert game.history == ()


def test_a_game_that_is_over_takes_no_answer() -> None:
    game = Game(labyrinth(), 7)
    while game.decision:
        game.choose(0)
    with pytest.raises(IllegalAnswer, match="the game is over"):
        game.choose(0)


@pytest.mark.parametrize("reference", [False, True])
def test_a_copy_goes_its_own_way(reference: bool) -> None:
    game = Game(labyrinth(), 7, reference=reference)
    game.choose(0)
    other = game.copy()
    before, seen = game.state, game.trace
    for _ in range(5):
        other.choose(1)
    assert game.state == before
    assert game.trace == seen
    assert len(game.history) == 1
    assert other.history[0] == game.history[0]
    game.choose(1)
    assert game.state != before


def test_only_the_reference_is_traced() -> None:
    assert Game(labyrinth(), 7).trace == ()
    assert Game(labyrinth(), 7, reference=True).trace


def test_a_position_is_played_from_its_frame() -> None:
    program = labyrinth()
    s = blank(program, 1)
    s[1] = frame_at(program, program.turns, None, first_locals(program, program.main, ()))
    game = Game.from_position(program, s)
    assert game.seed is None
    assert game.outcome
    assert game.outcome.status == "fault", "with no card in hand nothing can be done"
    assert "`turn`" in game.outcome.sentence


def test_what_is_out_of_reach_is_said() -> None:
    game = Game(labyrinth(), 7)
    assert game.out_of_reach is None
    while game.decision and not game.out_of_reach:
        game.choose("reveal five" if game.decision.prompt == "nightmare" else len(game.decision.options) - 1)
    assert game.out_of_reach in {None, "A door is lost."}


def test_a_broken_invariant_is_a_fault_when_asked_for() -> None:
    broken = attrs.evolve(labyrinth(), invariants=(Invariant("nothing holds", Not(YES), 0, 0),))
    assert Game(broken, 7).outcome is None
    game = Game(broken, 7, check=True)
    assert game.outcome
    assert game.outcome.status == "fault"
    assert "nothing holds" in game.outcome.sentence
    assert game.decision is None


def test_a_lost_card_is_a_fault_when_asked_for() -> None:
    faces = labyrinth().faces
    wrong = attrs.evolve(labyrinth(), faces=(attrs.evolve(faces[0], total=faces[0].total + 1), *faces[1:]))
    game = Game(wrong, 7, check=True)
    assert game.outcome
    assert f"there should be {faces[0].total + 1} of `red sun`" in game.outcome.sentence


def test_a_fault_in_a_copy_is_none_of_the_game_itself() -> None:
    program = compiled('invariant "nothing is played": no card in spot\n')
    game = Game(program, 1, check=True)
    other, before = game.copy(), game.state
    other.choose(0)
    assert other.outcome
    assert other.outcome.status == "fault"
    assert game.state == before
    assert Game.from_state(program, game.state).outcome is None
