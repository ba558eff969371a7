"""Where games begin that aren't dealt: positions late in a game, each with the manners in which it is opened.

There are positions near the end, and others in which a condition of some rule holds that few games meet: what a rule
does under such a condition comes up seldom in games that are dealt. Doesn't know who plays on.
"""

from __future__ import annotations

import attrs

from dsl import Program
from interpreter.analysis.memo import once_per_program
from interpreter.simulation.positions import near_the_end
from reverie.testing.cases import Case
from reverie.testing.laying import lines_of
from reverie.testing.openings import Manner, by_modules, to_victory, towards_the_end

Manners = tuple[Manner | None, ...]

NEAR, MEETING = 6, 10
"""Positions near the end that are drawn for each game, and those that meet a condition which few games meet."""

MANNERS: Manners = (None, towards_the_end, by_modules)
"""How a game is opened: not at all; with answers that bring it nearer to its end; with what modules offer."""

MANNERS_NEAR: Manners = (*MANNERS, *4 * (to_victory,))
"""How a game is opened that begins near the end: mostly so that it is won."""

MANNERS_MEETING: Manners = (*2 * (None, by_modules), towards_the_end, to_victory)
"""How a game is opened that begins where a condition is met: mostly so that something comes of it."""


@attrs.frozen
class Beginning:
    """The lines that lay out a position, and the manners in which games from there are opened."""

    lines: tuple[str, ...]
    manners: Manners


def beginnings(case: Case) -> tuple[Beginning, ...]:
    """Where games of the same rules, players and options begin; nothing if no game comes to a second turn."""
    return _beginnings(case.recording)


@once_per_program
def _beginnings(program: Program) -> tuple[Beginning, ...]:
    found = near_the_end(program, 0, NEAR, MEETING)
    manners = [MANNERS_NEAR if number < NEAR else MANNERS_MEETING for number in range(len(found))]
    return tuple(Beginning(lines_of(program, list(each.state)), how) for each, how in zip(found, manners, strict=True))
