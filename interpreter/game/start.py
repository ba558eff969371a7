"""What is wrong with a game before anybody has decided anything: it is dealt a few times, and not played.

A game may be over by chance in its setup; only what holds for every deal is reported, and what must always hold and
doesn't.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from dsl.program.program import Program
from dsl.text.diagnostics import Problem
from dsl.text.source import Span
from interpreter.analysis.faults import line_of
from interpreter.game.ended import endings_of
from interpreter.game.game import Game
from interpreter.game.invariants import checks_of
from interpreter.state.layout import layout_of

LATER = "ask for something that isn't so at the beginning, or test it when it matters: `after EVENT if …`"

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
    places = {game.outcome.place if game.outcome is not None and not game.turns else "" for game in games}
    if len(places) == 1 and (at := _ending_at(program, *places)) is not None:
        return (_problem("the game ends here in its setup already, before anybody is asked", at, LATER),)
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
        at = _at(program, ends[0].origin)
        first = _first_value(program, at, asking[0].state.flat) if at is not None else ""
        return (_problem(message, at, f"{first}{LATER}"),)
    return ()


def _first_value(program: Program, at: Span, state: Sequence[int]) -> str:
    """How to declare a number that begins at its least value, and that an ending asks for; "" if it asks for none."""
    words = re.sub(r'"[^"]*"', "", at.text)
    numbers = layout_of(program).numbers
    for number, each in enumerate(program.counters):
        begins = state[numbers + number] == each.initial == each.minimum < each.maximum
        asked = rf"(?<![\w-]){re.escape(each.family)}(?: of \w+)? is (?:at most |less than )?-?[0-9]"
        if begins and not (each.words or each.hidden) and re.search(asked, words):
            said = f"`{each.minimum} to {each.maximum}, starts at {each.maximum}`"
            return f"`{each.family}` begins at {each.initial}: declare it with its first value, such as {said}; or "
    return ""


def _ending_at(program: Program, place: str) -> Span | None:
    """The ending that stands at a place, as an outcome names it; None if there is none."""
    origins = (program.origins[each.origin] for each in program.endings if each.origin >= 0)
    return next((origin.span for origin in origins if line_of(origin) == place), None)


def _at(program: Program, origin: int) -> Span | None:
    return program.origins[origin].span if origin >= 0 else None


def _problem(message: str, span: Span | None, advice: str) -> Problem:
    return Problem("bad-start", message, span, help=advice)
