"""Where games begin that aren't dealt: positions late in a game, each with the manners in which it is opened.

There are positions near the end, and others in which a condition of some rule holds that few games meet: what a rule
does under such a condition comes up seldom in games that are dealt. Doesn't know who plays on.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from dsl import Program
from interpreter import Game, Generator
from interpreter.analysis.memo import once_per_program
from interpreter.simulation.perturb import Below
from interpreter.simulation.positions import near_the_end, seldom_turns
from interpreter.simulation.seldom import Turn
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

SEEDS = 4
"""Seeds of the short games beside each drawn case."""

TURNS = 6
"""Turns beside each drawn case in which rules do what they seldom do."""

FURTHER = 3
"""So many answers at most are given after those of such a turn."""


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


def seldom_cases(case: Case) -> Iterator[Case]:
    """A few short games of the same rules, players and options, in each of which rules do what they seldom do.

    They begin in positions that are laid out, and the seed of the case decides which they are.
    """
    found, below = _seldom(case.recording), Generator(case.seed).below
    for _ in range(TURNS if found else 0):
        alike = found[below(1 + below(1 + below(len(found))))]  # the first ones, which are the most seldom, more often
        turn = alike[below(len(alike))]
        lines = lines_of(case.program, list(turn.state))
        begun = attrs.evolve(case, deal=(), laid=lines, seed=below(SEEDS), answers=_words(case.program, turn))
        if begun.legal:
            yield attrs.evolve(begun, answers=(*begun.answers, *_further(begun.game(), below)))


def _words(program: Program, turn: Turn) -> tuple[str, ...]:
    """The answers of a turn, in words."""
    game, words = Game.from_position(program, list(turn.state)), list[str]()
    for index in turn.answers:
        if game.decision is None or index >= game.option_count:
            break
        words.append(game.decision.options[index].id)
        game.choose(index)
    return tuple(words)


def _further(game: Game, below: Below) -> Iterator[str]:
    """Answers at random, in words; the game is played on."""
    for _ in range(below(FURTHER + 1)):
        if game.decision is None:
            return
        words = game.decision.options[below(game.option_count)].id
        yield words
        game.choose(words)


@once_per_program
def _seldom(program: Program) -> list[list[Turn]]:
    return seldom_turns(program, 0)
