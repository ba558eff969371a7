from __future__ import annotations

import json

import attrs
import pytest

from interpreter.game.game import Game
from interpreter.game.replay import Save, SaveError, rerun, save_of
from interpreter.state.layout import blank
from tests.support.labyrinth import labyrinth


def played(answers: int = 10_000) -> Game:
    game = Game(labyrinth(), 11)
    while game.decision and answers:
        game.choose(answers % len(game.decision.options))
        answers -= 1
    return game


def test_a_save_is_one_object_a_line() -> None:
    lines = [json.loads(line) for line in save_of(played(3)).to_text().splitlines()]
    assert lines[0] == {
        "format": 1,
        "game": "hand",
        "modules": [],
        "players": 1,
        "options": {},
        "seed": 11,
        "fingerprint": "hand",
    }
    assert len(lines) == 4
    assert set(lines[1]) == {"prompt", "answer", "player"}


def test_a_save_can_be_read_and_played_again() -> None:
    game = played()
    save = Save.from_text(save_of(game).to_text())
    assert save == save_of(game)
    assert save.result == "lost"
    again = rerun(labyrinth(), save)
    assert again.problem == ""
    assert again.done == len(save.answers)
    assert again.game.state == game.state
    assert again.game.history == game.history
    assert rerun(labyrinth(), save, reference=True).game.trace


def test_an_answer_that_is_not_possible_any_more_is_told() -> None:
    save = save_of(played(5))
    wrong = attrs.evolve(
        save, answers=(*save.answers[:2], attrs.evolve(save.answers[2], answer="fly"), *save.answers[3:])
    )
    again = rerun(labyrinth(), wrong)
    assert again.done == 2
    assert again.problem.startswith("answer 3: `fly` is not among the options")
    elsewhere = attrs.evolve(save, answers=(attrs.evolve(save.answers[0], prompt="night"),))
    assert "now A is asked `turn`" in rerun(labyrinth(), elsewhere).problem


def test_other_rules_are_named_as_the_reason() -> None:
    save = save_of(played(5))
    wrong = attrs.evolve(
        save,
        header=attrs.evolve(save.header, fingerprint="old"),
        answers=(attrs.evolve(save.answers[0], answer="fly"),),
    )
    assert rerun(labyrinth(), wrong).problem.endswith("(the game was saved under other rules)")
    fine = attrs.evolve(save, header=attrs.evolve(save.header, fingerprint="old"))
    assert rerun(labyrinth(), fine).problem == ""


def test_answers_after_the_end_and_another_end_are_told() -> None:
    save = save_of(played())
    longer = attrs.evolve(save, answers=(*save.answers, save.answers[0]))
    assert "but the game is over" in rerun(labyrinth(), longer).problem
    won = attrs.evolve(save, result="won")
    assert rerun(labyrinth(), won).problem == "the game was `won`, and now it is `lost`"


def test_a_position_is_no_deal() -> None:
    with pytest.raises(ValueError, match="began from a position"):
        save_of(Game.from_position(labyrinth(), blank(labyrinth(), 1)))


HEADER = save_of(played(0)).to_text().strip()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: there is nothing"),
        ("no", "line 1: this is no JSON"),
        ("[]", "line 1: this should be an object"),
        ('{"format": 2}', "line 1: this is no saved game in format 1"),
        (HEADER.replace('"seed": 11', '"seed": "x"'), "line 1: `seed` is missing or damaged"),
        (HEADER.replace('"modules": []', '"modules": [1]'), "line 1: `modules`"),
        (HEADER.replace('"options": {}', '"options": []'), "line 1: `options`"),
        (HEADER + '\n{"prompt": "turn"}', "line 2: `answer` is missing"),
        (HEADER + '\n{"result": 3}', "line 2: `result` is missing"),
    ],
)
def test_a_damaged_save_is_refused(text: str, message: str) -> None:
    with pytest.raises(SaveError, match=message):
        Save.from_text(text)


def test_an_answer_of_another_player_is_told() -> None:
    save = save_of(played(5))
    other = attrs.evolve(save, answers=(attrs.evolve(save.answers[0], player="B"), *save.answers[1:]))
    again = rerun(labyrinth(), other)
    assert again.done == 0
    assert "was given by B at `turn`, but now A is asked `turn`" in again.problem
