"""Play games and inspect the state at every decision; in C where there is a compiled program, otherwise in Python.

C leaves a game in which something is wrong to Python, which finds the same fault and has the answers that led to it.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from dsl.program.program import Program
from interpreter.analysis.faults import LONGEST, endless_game
from interpreter.choices.decisions import Chooser
from interpreter.choices.picks import Pick
from interpreter.game.invariants import checks_of
from interpreter.native.executor import Native
from interpreter.players.policies import POLICIES, Uses, chooser, eager_table, option_places, unknown
from interpreter.simulation.counting import CoverageCounter
from interpreter.simulation.perturb import Position
from interpreter.simulation.simulate import Row, continue_from, row_of
from interpreter.state.layout import blank

Played = tuple[Row, Position | None, list[int]]
"""A game's row, its first position if that was no deal, and its answers; C doesn't tell the answers."""


def play_closely(
    program: Program, seed: int, choose: Chooser, start: Position | None = None, counting: CoverageCounter | None = None
) -> tuple[Row, list[int]]:
    """Play a whole game, or the rest of one, and inspect every state at a decision; also the answers, by index.

    Decisions and turns before the first position don't count; the answers that led to it come first.
    """
    s = list(start.state) if start else blank(program, seed)
    checks, answers = checks_of(program), list(start.answers if start else ())

    def closely(block: int, picks: list[Pick]) -> int:
        checks.inspect(s)
        if counting is not None:
            counting.decision(block, picks)
        if len(answers) >= LONGEST:
            raise endless_game(LONGEST)
        answer = choose(block, picks)
        answers.append(answer)
        return answer

    row = continue_from(program, seed, s, closely, checks.count)
    if counting is not None:
        counting.over(s)
    return row, answers


def play_deals(program: Program, seeds: range, policy: str, engine: Native | None) -> list[Played]:
    """Play the deals with these seeds; an eager player counts the options that it takes in all of them."""
    if policy not in POLICIES:
        raise unknown(policy)
    uses: Uses = {}
    if engine is not None:
        return list(_in_c(program, seeds, policy, engine, uses))
    return [_in_python(program, seed, policy, uses) for seed in seeds]


def _in_python(program: Program, seed: int, policy: str, uses: Uses) -> Played:
    row, answers = play_closely(program, seed, chooser(program, policy, seed, uses))
    return row, None, answers


def _in_c(program: Program, seeds: range, policy: str, engine: Native, uses: Uses) -> Iterator[Played]:
    table = eager_table(program) if policy == "eager" else None
    places, left = list(option_places(program)), seeds
    while left:
        counts = array("q", [uses.get(place, 0) for place in places] or [0])
        results = engine.play_closely(left[0], len(left), table, counts)
        for seed, result in zip(left, results, strict=False):
            yield row_of(program, seed, policy, result), None, []
        left = left[len(results) :]
        if left:
            uses.update((place, count) for place, count in zip(places, counts, strict=False) if count)
            yield _in_python(program, left[0], policy, uses)
            left = left[1:]
