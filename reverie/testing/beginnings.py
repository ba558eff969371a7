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
from interpreter.simulation.perturb import Below, Perturber, Position
from interpreter.simulation.positions import near_the_end, seldom_turns
from interpreter.simulation.seldom import Turn
from reverie.testing.cases import Case
from reverie.testing.laying import lines_of
from reverie.testing.openings import Manner, by_modules, to_victory, towards_the_end
from reverie.testing.sets import Sets

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

TURNS = 12
"""Turns beside each drawn case in which rules do what they seldom do."""

PLANNED = 640
"""Such turns in which a law is tested before any case is drawn, in all mixes together."""

WON, OPENED = 3, 100
"""Games of each module alone that are played until they are won, and the most answers of a game in some manner."""

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


def planned(sets: Sets, names: tuple[str, ...], players: tuple[int, ...], laws: int = 1) -> Iterator[Case]:
    """Cases in which so many laws are tested before any is drawn, the same ones each time; fewer for more laws.

    They are a dealt game of each mix of modules, and short ones in which rules do what they seldom do; and games of
    each module alone, and of none, that are played from near the end until they are won, if they can be.
    """
    mixes = sets.mixes(names, players)
    for mix in mixes:
        yield attrs.evolve(mix, answers=_opened(mix, by_modules))
        yield from seldom_cases(mix, PLANNED // len(mixes) // laws)
    for alone in [(), *((name,) for name in names)]:
        for number in players:
            case = sets.nearest(alone, number, ())
            if len(case.modules) == len(alone) + len(sets.extra) and case.players == number:
                yield from _won(case, WON // laws)


def _won(case: Case, count: int) -> Iterator[Case]:
    """Games of the same rules, players and options that begin near the end and are won, if that is possible."""
    near = [each for each in beginnings(case) if each.manners is MANNERS_NEAR] if count else []
    for seed, each in enumerate(near[-count:]):
        begun = attrs.evolve(case, deal=(), laid=each.lines, seed=seed, answers=())
        if begun.legal:
            yield attrs.evolve(begun, answers=_opened(begun, to_victory))


def _opened(case: Case, manner: Manner) -> Iterator[str]:
    """The words of answers in some manner."""
    game = case.dealt()
    for index in manner(game.copy(), Generator(case.seed).below, OPENED):
        yield given(game, index)


def given(game: Game, index: int) -> str:
    """Give an answer, by its index; its words."""
    assert game.decision
    words = game.decision.options[index].id
    game.choose(index)
    return words


def seldom_cases(case: Case, count: int = TURNS) -> Iterator[Case]:
    """A few short games of the same rules, players and options, in each of which rules do what they seldom do.

    They begin in positions that are laid out, half of them with cards that strayed, and the seed of the case decides
    which they are.
    """
    found, below = _seldom(case.recording), Generator(case.seed).below
    perturber = Perturber(case.program, [_position(alike[0]) for alike in found])
    for _ in range(count if found else 0):
        alike = found[below(1 + below(1 + below(len(found))))]  # the first ones, which are the most seldom, more often
        turn = alike[below(len(alike))]
        state = perturber.strayed(_position(turn), below).state if below(2) else turn.state
        lines = lines_of(case.program, list(state))
        begun = attrs.evolve(case, deal=(), laid=lines, seed=below(SEEDS), answers=_words(case.program, turn))
        if begun.legal:
            yield attrs.evolve(begun, answers=(*begun.answers, *_further(begun.game(), below)))


def _position(turn: Turn) -> Position:
    return Position(turn.state, 0, (), -1)


def _words(program: Program, turn: Turn) -> tuple[str, ...]:
    """The answers of a turn, in words."""
    game, words = Game.from_position(program, list(turn.state)), list[str]()
    for index in turn.answers:
        if game.decision is None or index >= game.option_count:
            break
        words.append(given(game, index))
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
