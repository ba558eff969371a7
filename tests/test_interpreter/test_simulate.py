from __future__ import annotations

import pytest

from interpreter.compiled import compiled
from interpreter.engine import Game
from interpreter.options import words_of
from interpreter.policies import chooser
from interpreter.simulate import CHUNK, play, simulate
from tests.support.labyrinth import labyrinth


def test_a_row_says_how_a_game_went() -> None:
    row = play(labyrinth(), 4)
    assert (row.seed, row.status) == (4, "lost")
    assert row.sentence == "The dream is over."
    assert row.decisions > row.turns > 5


def test_the_fast_way_plays_the_same_games() -> None:
    game, choose = Game(labyrinth(), 4), chooser(labyrinth(), "random", 4)
    decisions = 0
    while game.decision:
        game.choose(choose(0, [(0,)] * len(game.decision.options)))
        decisions += 1
    row = play(labyrinth(), 4)
    assert (decisions, game.turns) == (row.decisions, row.turns)
    assert game.outcome
    assert game.outcome.sentence == row.sentence


def test_the_table_does_not_depend_on_the_number_of_processes() -> None:
    alone = simulate(labyrinth(), CHUNK + 3, seed=10)
    shared = simulate(labyrinth, CHUNK + 3, seed=10, processes=2)
    assert alone == shared
    assert [row.seed for row in alone] == list(range(10, 10 + CHUNK + 3))


def test_progress_is_reported() -> None:
    told: list[int] = []
    simulate(labyrinth(), CHUNK + 1, progress=told.append)
    assert told == [CHUNK, CHUNK + 1]


def test_an_eager_player_takes_what_modules_offer() -> None:
    program = labyrinth()
    turn = next(block for block, choice in words_of(program).choices.items() if choice.prompt == 0)
    choose = chooser(program, "eager", 0)
    assert {choose(turn, [(0, 1, 1, 0), (0, 2, 1, 0), (1, 1, 1, 0)]) for _ in range(20)} == {2}
    assert {choose(turn, [(0, 1, 1, 0), (0, 2, 1, 0)]) for _ in range(50)} == {0, 1}


def test_there_must_be_such_a_policy() -> None:
    with pytest.raises(ValueError, match="random, eager"):
        play(labyrinth(), 1, "clever")


def test_the_executor_is_made_once() -> None:
    assert compiled(labyrinth()) is compiled(labyrinth())
