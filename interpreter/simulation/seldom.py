"""Find turns in which rules do what they seldom do: play many, and read the coverage log of each.

A turn goes on from the turn before, from one that was seldom, or from a given position, often with some cards moved at
random (see `perturb`). A turn that ends the game counts, too, and one that shows a mistake in the rules is as seldom as
anything can be. Knows nothing of what is tested in these turns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import attrs

from dsl.program.program import Program
from interpreter.analysis.coverage import KINDS, coverage_of
from interpreter.analysis.faults import Fault
from interpreter.choices.decisions import Chooser
from interpreter.choices.picks import Pick
from interpreter.game.invariants import checks_of
from interpreter.generated.executor import compiled
from interpreter.players.policies import Uses, chooser
from interpreter.simulation.perturb import Perturber, Position
from interpreter.state.generator import Generator
from interpreter.state.layout import STATUS, Flat

STRETCHES = 600
"""So often a game goes on for some turns."""

TURNS = 3
"""Most turns of such a stretch."""

ALIKE = 6
"""Turns that are kept of those in which the same thing happened."""

FEWEST = 5
"""The most seldom of so many things is where a game goes on."""

LONGEST = 300
"""Answers in a turn after which it is given up."""

BROKEN = -1
"""What happens in a turn that shows a mistake in the rules; other endings have numbers below."""


@attrs.frozen
class Turn:
    """A turn of a game: the state in which it begins, and the answers that were given in it, by their indices.

    `after` is the state in which the next turn begins; None if there is none.
    """

    state: tuple[Any, ...] = attrs.field(repr=False)
    answers: tuple[int, ...]
    after: tuple[Any, ...] | None = attrs.field(repr=False)


def seldom(program: Program, positions: list[Position], perturber: Perturber, seed: int) -> list[list[Turn]]:
    """For each thing that happened in turns that were played, some of these turns; what was most seldom comes first.

    The program is linked for coverage. Mistakes in the rules come before all, and what rules of modules do before what
    the base game does.
    """
    below, uses = Generator(seed).below, Uses()
    times, found = Counter[int](), dict[int, list[Turn]]()
    for number in range(STRETCHES if positions else 0):
        start = positions[below(len(positions))]
        if found and below(2):
            keys = [*found]
            least = min((keys[below(len(keys))] for _ in range(FEWEST)), key=lambda each: times[each])
            turn = found[least][below(len(found[least]))]
            start = attrs.evolve(start, state=turn.after if turn.after and below(2) else turn.state)
        if below(2):
            start = perturber.strayed(start, below)
        choose = chooser(program, "eager" if below(2) else "random", seed + number, uses)
        for turn, happened in _turns(program, list(start.state), choose, 1 + below(TURNS)):
            for each in sorted(happened):
                times[each] += 1
                alike = found.setdefault(each, [])
                if len(alike) < ALIKE:
                    alike.append(turn)
                elif (at := below(times[each])) < ALIKE:
                    alike[at] = turn

    def order(each: int) -> tuple[bool, bool, int, int]:
        base = each >= 0 and program.origins[each // KINDS].module == program.game
        return each != BROKEN, base, times[each], each

    return [found[each] for each in sorted(found, key=order)]


def _turns(program: Program, s: Flat, choose: Chooser, most: int) -> Iterator[tuple[Turn, set[int]]]:
    """Play turns, if nothing is wrong yet; each with what happened in it."""
    executor, log, answers = compiled(program), coverage_of(program).log, list[int]()

    def recording(block: int, picks: list[Pick]) -> int:
        answers.append(choose(block, picks))
        if len(answers) > LONGEST:
            raise Fault("endless game", "a turn went on for too long")
        return answers[-1]

    try:
        checks_of(program).inspect(s)
    except Fault:
        return
    for _ in range(most):
        begun, goes_on = tuple(s), False
        answers.clear()
        log.clear()
        try:
            goes_on = executor.play_turn(s, recording)
            checks_of(program).inspect(s)
            happened = {*log} if goes_on else {*log, BROKEN - 1 - s[STATUS]}
        except Fault:
            happened, goes_on = {*log, BROKEN}, False
        yield Turn(begun, tuple(answers), tuple(s) if goes_on else None), happened
        if not goes_on:
            return
