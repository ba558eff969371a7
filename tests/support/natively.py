"""Plays a program in C and in Python side by side and holds them to be one. Where no compiler is, tests are skipped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache

import attrs
import pytest

from dsl.program.program import Program
from interpreter.analysis.faults import Fault
from interpreter.choices.picks import Pick
from interpreter.generated.executor import Compiled, compiled
from interpreter.native.build import NoCompiler
from interpreter.native.executor import LeftToPython, Native, NativeGame
from interpreter.players.policies import eager_table
from interpreter.reference.executor import Reference
from interpreter.reference.record import Record
from interpreter.simulation.simulate import play, row_of
from interpreter.state.generator import Generator
from interpreter.state.layout import STATUS, Flat, blank

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
    """A program in C; skips the test where nothing can be compiled."""
    if compiler():
        pytest.skip(compiler())
    return Native(program, QUICK)


def same_games(program: Program, games: int, first: int = 0, policy: str = "random") -> int:
    """Play whole games in both; how many were left to Python, because of a fault or of large numbers."""
    left, table = 0, eager_table(program) if policy == "eager" else None
    for seed, result in enumerate(native(program).play(first, games, table), first):
        if result is None:
            left += 1
        else:
            assert row_of(program, seed, policy, result) == play(program, seed, policy)
    return left


def native_lock_step(program: Program, seed: int, most: int = 200, plain: bool = False) -> int:
    """Play a game at random in both, with equal states at each decision; how many decisions there were.

    With `plain`, the reference executor plays it as well. Every third answer is given to a new game in C that was put
    into the state by Python. Where C leaves the game to Python, this ends; where Python meets a fault, C must leave it.
    """
    plays, random = native(program), Generator(seed)
    pythons = [_InPython(each, blank(program, seed)) for each in _executors(program, plain)]
    game = plays.game()
    try:
        found = game.begin(blank(program, seed))
    except LeftToPython:
        return 0
    for each in pythons:
        each.begin()
    for number in range(most):
        state = game.state()
        for each in pythons:
            assert found == len(each.picks)
            assert state == each.s
        if not found:
            assert state[STATUS] > 0
            return number
        answer = random.below(found)
        try:
            found, game = _answered(plays, game, answer, anew=number % 3 == 2)
        except LeftToPython:
            return number
        for each in pythons:
            each.answer(answer)
    return most


def _executors(program: Program, plain: bool) -> list[Compiled | Reference]:
    return [compiled(program), Reference(program)] if plain else [compiled(program)]


@attrs.define
class _InPython:
    """A game that Python plays, in which there must be no fault as long as C goes on."""

    executor: Compiled | Reference
    s: Flat
    record: Record = attrs.Factory(lambda: Record(recording=False))
    picks: Sequence[Pick] = ()

    def begin(self) -> None:
        with self._no_fault():
            self.picks = self.executor.begin(self.s, self.record)

    def answer(self, answer: int) -> None:
        with self._no_fault():
            self.picks = self.executor.resume(self.s, self.picks[answer], self.record)

    @staticmethod
    @contextmanager
    def _no_fault() -> Iterator[None]:
        try:
            yield
        except Fault as fault:
            raise AssertionError(f"C went on where Python meets a fault: {fault}") from fault


def _answered(plays: Native, game: NativeGame, answer: int, anew: bool) -> tuple[int, NativeGame]:
    if anew:
        state, game = game.state(), plays.game()
        game.stand(state)
    return game.answer(answer), game
