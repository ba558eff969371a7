"""Plays a program in C and in Python side by side and holds them to be one. Where no compiler is, tests are skipped."""

from __future__ import annotations

from functools import cache

import pytest

from dsl.program.program import Program
from interpreter.analysis.faults import Fault
from interpreter.generated.executor import compiled
from interpreter.native.build import NoCompiler
from interpreter.native.executor import LeftToPython, Native, NativeGame
from interpreter.reference.record import Record
from interpreter.simulation.simulate import play
from interpreter.state.generator import Generator
from interpreter.state.layout import STATUS, blank

QUICK = ("-O0",)
"""Compiling takes longer than playing the few games of a test."""


@cache
def compiler() -> str:
    """Why nothing can be compiled here, or ""."""
    try:
        Native(_least())
    except NoCompiler as error:
        return str(error)
    return ""


def _least() -> Program:
    from tests.support.tiny import compiled as tiny

    return tiny("")


def native(program: Program) -> Native:
    """A program in C; skips the test where that can't be compiled."""
    if compiler():
        pytest.skip(compiler())
    return Native(program, QUICK)


def same_games(program: Program, games: int, first: int = 0) -> int:
    """Play whole games in both; how many were left to Python."""
    left = 0
    for seed, result in enumerate(native(program).play(first, games), first):
        row = play(program, seed)
        if result is None:
            left += 1
            continue
        end = program.endings[result.ending]
        assert (end.status, result.decisions, result.turns) == (row.status, row.decisions, row.turns)
        assert result.counted[: len(row.scores)] == row.scores
    return left


def native_lock_step(program: Program, seed: int, most: int = 200) -> int:
    """Play a game at random in both, with equal states at each decision; how many decisions there were.

    Every third answer is given to a new game in C that was put into the state by Python. Where C leaves the game to
    Python, this ends; where Python meets a fault, C must leave it.
    """
    plays, python, random = native(program), compiled(program), Generator(seed)
    s, record = blank(program, seed), Record(recording=False)
    game = plays.game()
    try:
        found = game.begin(blank(program, seed))
    except LeftToPython:
        return 0
    picks = python.begin(s, record)
    for number in range(most):
        assert found == len(picks)
        assert game.state() == s
        if not picks:
            assert s[STATUS] > 0
            return number
        answer = random.below(found)
        try:
            found, game = _answered(plays, game, answer, anew=number % 3 == 2)
        except LeftToPython:
            return number
        try:
            picks = python.resume(s, picks[answer], record)
        except Fault as fault:
            raise AssertionError(f"C went on where Python meets a fault: {fault}") from fault
    return most


def _answered(plays: Native, game: NativeGame, answer: int, anew: bool) -> tuple[int, NativeGame]:
    if anew:
        state, game = game.state(), plays.game()
        game.stand(state)
    return game.answer(answer), game
