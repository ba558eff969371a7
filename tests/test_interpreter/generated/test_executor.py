from __future__ import annotations

import pytest

from dsl.program.expressions import Binary, Int, Size, Zone
from interpreter.choices.evaluate import Evaluator
from interpreter.choices.picks import Pick
from interpreter.game.game import Game
from interpreter.generated.executor import compiled, conditions
from interpreter.reference.record import Record
from interpreter.state.layout import FRAME, STATUS, blank
from tests.support.labyrinth import labyrinth


def last(_: int, picks: list[Pick]) -> int:
    return len(picks) - 1


def test_playing_makes_the_same_decisions_as_answering_one_by_one() -> None:
    s, record = blank(labyrinth(), 5), Record(recording=False)
    compiled(labyrinth()).play(s, last, record)
    game, decisions = Game(labyrinth(), 5), 0
    while game.decision:
        game.choose(len(game.decision.options) - 1)
        decisions += 1
    assert s == list(game.state.flat)
    assert (record.decisions, record.turns) == (decisions, game.turns)


def test_forced_answers_are_recorded_only_if_answers_are_kept() -> None:
    executor = compiled(labyrinth())
    kept, counted = Record(), Record(recording=False)
    for record in (kept, counted):
        s = blank(labyrinth(), 5)
        picks = executor.begin(s, record)
        while picks:
            picks = executor.resume(s, picks[-1], record)
    assert {link.forced for link in kept.links()} == {False, True}
    assert {link.forced for link in counted.links()} == {False}


def test_a_turn_is_played_to_the_beginning_of_the_next() -> None:
    executor, program = compiled(labyrinth()), labyrinth()
    s, turns = blank(program, 5), 0
    while executor.play_turn(s, last):
        turns += 1
        assert s[FRAME][0] == program.turns
        assert not s[STATUS]
    assert s[STATUS]
    assert s[FRAME] is None
    whole, record = blank(program, 5), Record(recording=False)
    executor.play(whole, last, record)
    assert (s, turns) == (whole, record.turns)


def test_conditions_are_functions_of_a_state() -> None:
    program = labyrinth()
    exprs = [invariant.condition for invariant in program.invariants] + [
        Binary(">", Size(Zone(Int(0))), Int(3)),
        Int(0),
    ]
    values = Evaluator(program)
    game = Game(program, 3)
    while game.decision:
        s = list(game.state.flat)
        assert [bool(holds(s)) for holds in conditions(program, exprs)] == [
            bool(values.number(expr, s, [0] * 9)) for expr in exprs
        ]
        game.choose(0)


@pytest.mark.parametrize("operator", ["==", "!=", "<", "<=", ">", ">="])
def test_a_difference_is_compared_as_it_is_written(operator: str) -> None:
    program, values = labyrinth(), Evaluator(labyrinth())
    s = blank(program, 3)
    size = Size(Zone(Int(0)))
    number = values.number(size, s, [])
    exprs = [Binary(operator, Binary("-", Int(number + more), size), Int(3)) for more in (2, 3, 4)]
    assert [bool(holds(s)) for holds in conditions(program, exprs)] == [
        bool(values.number(expr, s, [])) for expr in exprs
    ]
