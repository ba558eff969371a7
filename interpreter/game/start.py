"""What is wrong with a game before anybody has decided anything: it is dealt a few times, and not played.

A game may be over by chance in its setup; only what holds for every deal is reported, and what must always hold and
doesn't.
"""

from __future__ import annotations

from dsl.program.program import Program
from dsl.text.diagnostics import Problem
from dsl.text.source import Span
from interpreter.game.ended import endings_of
from interpreter.game.game import Game
from interpreter.game.invariants import checks_of

SEEDS = (0, 1, 2)
"""The deals that are looked at."""


def start_problems(program: Program) -> tuple[Problem, ...]:
    """The problems of a game as it stands at its first question; () if there are none."""
    games = [Game(program, seed, reference=True) for seed in SEEDS]
    for game in games:
        if game.outcome is not None and game.outcome.status == "fault":
            where = f" ({game.outcome.place})" if game.outcome.place else ""
            message = f"the rules break down before the first question: {game.outcome.sentence}{where}"
            return (_problem(message, None, "correct the rule, or let it ask before whether this can be done"),)
    asking = [game for game in games if game.outcome is None]
    broken = [invariant for game in asking for invariant in checks_of(program).broken(game.state.flat)]
    if broken:
        message = f"this must always hold, and doesn't at the first question: {broken[0].name}"
        help_ = "correct the condition, or the rules of the setup; `never …` says what must not be"
        return (_problem(message, _at(program, broken[0].origin), help_),)
    ends = [endings_of(program).met([*game.state.flat]) for game in asking]
    if ends and len(asking) == len(games) and all(end is not None and end == ends[0] for end in ends):
        assert ends[0] is not None
        message = "this holds at the first question already, before anybody has done anything"
        help_ = (
            "ask for something that isn't so at the beginning, or test it in a rule when it matters: `after EVENT if …`"
        )
        return (_problem(message, _at(program, ends[0].origin), help_),)
    return ()


def _at(program: Program, origin: int) -> Span | None:
    return program.origins[origin].span if origin >= 0 else None


def _problem(message: str, span: Span | None, advice: str) -> Problem:
    return Problem("bad-start", message, span, help=advice)
