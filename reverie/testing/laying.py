"""Positions that are laid out: the lines of a scenario's `given`, put into whatever game can hold them.

A position is text, so it can be read, written by hand and made smaller line by line. Lines and cards that a game
doesn't have are passed over, because the case around them loses modules and players. Doesn't know who draws positions.
"""

from __future__ import annotations

import re
from functools import lru_cache

import attrs

import dsl
from dsl import CompileError, Program, Scenario, SourceFile
from dsl.text.diagnostics import Problems
from interpreter import letter
from interpreter.analysis.faults import Fault
from interpreter.game.ended import endings_of
from interpreter.game.invariants import checks_of
from interpreter.scenarios.laying import given
from interpreter.scenarios.position import position
from interpreter.state.layout import Flat

KEPT = 1024
"""Positions that are kept as they were read: making a case smaller puts them into many games."""

OF_FIRST = re.compile(r"^A (?=\S)")
"""Stands before the zones and numbers of the first player, but not in a game for one."""


def lines_of(program: Program, s: Flat) -> tuple[str, ...]:
    """The lines that lay out a state at the beginning of a turn: one for each zone, number and fact."""
    found: list[str] = []
    for line in given(program, s):
        if line.startswith(" "):
            found[-1] += line[1:]
        else:
            found.append(line)
    return tuple(found)


def laid_out(program: Program, lines: tuple[str, ...], seed: int) -> Flat | None:
    """The state at the beginning of a turn that lines lay out; None if no game is under way there.

    In it, the invariants of the rules hold, all cards are there, and no ending is reached.
    """
    read = _read(program.game, lines)
    scenario = read and _for_players(program, read)
    while scenario is not None and scenario.given:
        problems = Problems()
        s = position(program, scenario, problems, seed)
        if not problems.found:
            return s if _under_way(program, s) else None
        fitting = _without(scenario, problems)
        scenario = fitting if fitting != scenario else None
    return None


@lru_cache(maxsize=KEPT)
def _read(game: str, lines: tuple[str, ...]) -> Scenario | None:
    """The lines as the `given` of a scenario; None if they are none."""
    given = "".join(f"    {line}\n" for line in lines)
    text = f'scenario laid-out "Laid out"\n  given\n{given}  then\n    status playing\n'
    try:
        (found,) = dsl.scenarios(SourceFile("laid out", f'module laid "Laid out" for {game}\n\n{text}'))
    except CompileError:
        return None
    return found


def _for_players(program: Program, scenario: Scenario) -> Scenario:
    """A scenario with the names that things have in a game for these players; somebody who isn't there has no turn."""
    players = {*map(letter, range(program.players)), *program.dummies}
    entries = tuple(
        attrs.evolve(entry, name=OF_FIRST.sub("", entry.name)) if program.players == 1 else entry
        for entry in scenario.given or ()
    )
    turn = scenario.player if scenario.player in players else letter(0)
    return attrs.evolve(scenario, given=entries, player=turn)


def _without(scenario: Scenario, problems: Problems) -> Scenario:
    """A scenario without the cards, or else without the lines, that problems are about."""
    wrong = {problem.span for problem in problems.found}
    fitting = []
    for entry in scenario.given or ():
        value = entry.value
        if not isinstance(value, int):
            value = tuple(card for card in value if wrong.isdisjoint([card.span, *(on.span for on in card.riders)]))
        if entry.span not in wrong:
            fitting.append(attrs.evolve(entry, value=value))
    return attrs.evolve(scenario, given=tuple(fitting))


def _under_way(program: Program, s: Flat) -> bool:
    try:
        checks_of(program).inspect(s)
        return endings_of(program).met(s) is None
    except Fault:
        return False
