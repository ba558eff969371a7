"""Plays a program with both executors side by side and holds them to be one."""

from __future__ import annotations

from dsl.program.program import Program
from interpreter.analysis.faults import Fault
from interpreter.game.game import Game
from interpreter.generated.executor import Compiled, compiled
from interpreter.reference.executor import Reference
from interpreter.reference.record import Link, Record
from interpreter.state.generator import Generator
from interpreter.state.layout import STATUS, Flat, blank
from interpreter.state.state import State
from tests.support.same import same_point


def lock_step(program: Program, seed: int, most: int = 10_000, written: bool = False) -> Game:
    """Play a game at random with both executors; the traced game at its end, or after `most` decisions.

    Compares state, options and history at each decision; with `written`, also writes the state out and reads it.
    """
    fast, plain = (Game(program, seed, reference=reference, check=True) for reference in (False, True))
    choices = Generator(seed)
    for _ in range(most):
        compare(fast, plain)
        if fast.decision is None:
            break
        if written:
            state = fast.state
            assert State.from_json(program, state.to_json()) == state
        answer = choices.below(len(fast.decision.options))
        fast.choose(answer)
        plain.choose(answer)
    return plain


def compare(fast: Game, plain: Game) -> None:
    same_point(fast, plain)
    assert fast.history == plain.history
    assert fast.turns == plain.turns


def outcome_of(program: Program, executor: Compiled | Reference, seed: int = 0) -> tuple[Flat, list[Link], str]:
    """A run to the first decision: state, answers, and the kind of the fault if there was one."""
    s, record = blank(program, seed), Record()
    try:
        executor.begin(s, record)
    except Fault as fault:
        return s, record.links(), f"{fault.kind} {fault.message} {fault.origin}"
    return s, record.links(), str(s[STATUS])


def same_start(program: Program, seed: int = 0) -> Flat:
    """Run to the first decision with both executors and compare; the state."""
    fast, plain = outcome_of(program, compiled(program), seed), outcome_of(program, Reference(program), seed)
    assert fast == plain
    return fast[0]
