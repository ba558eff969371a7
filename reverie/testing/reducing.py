"""Make a case smaller in which a law breaks: fewer modules, options at their defaults, fewer answers and cards on top.

What is tried is a case itself, not what it was drawn from, so each attempt changes one thing that a person can name.
Two ways take turns. Parts are *left out*, as long as the law still breaks, for whatever reason. And shorter games are
played *anew* with as few modules, in which the cards that the last step was about are dealt on top: in a card game, an
answer that is left out mostly spoils all later ones.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import TypeVar

import attrs

from interpreter import Game, Generator
from reverie.testing.cases import Case
from reverie.testing.holding import Breach, breaches

MOST_LEFT_OUT = 600
"""So many cases are tried with something left out."""

MOST_ANEW, FRUITLESS = 500, 150
"""So many games are played anew, until so many in turn were no smaller."""

FEW_SEEDS, MANY = 3, 60
"""A seed above the first number counts like the second number of cards on top."""

MOST_DEALT = 6
"""Most cards on top of a game that is played anew."""

LONGER = 15
"""So many more answers may be given in a simpler game."""

T = TypeVar("T")


def reduced(breach: Breach) -> Breach:
    """The smallest breach of the same law that was found; the same one for the same breach."""
    breach, fruitless = _left_out(breach), 0
    for number in range(MOST_ANEW):
        found = _anew(breach, Generator(number))
        if found is not None and _size(found.case) < _size(breach.case):
            breach, fruitless = _left_out(found), 0
        else:
            fruitless += 1
        if fruitless > FRUITLESS:
            break
    return breach


def _size(case: Case) -> tuple[int, ...]:
    """Smaller cases have fewer modules, then fewer players, changed options and answers, and a deal that is told."""
    given = case.given
    dealt = len(case.deal) + (MANY if case.seed > FEW_SEEDS else 0)
    words = sum(map(len, given))
    return len(case.modules), case.players, len(case.options), len(given), dealt, case.seed, words


def _broken(case: Case, breach: Breach) -> Breach | None:
    return next(breaches(case, [breach.law]), None) if case.legal else None


# leaving out


def _left_out(breach: Breach) -> Breach:
    """The breach without what can be left out of its case."""
    tries = MOST_LEFT_OUT
    while True:
        for smaller in _smaller(breach.case):
            if tries <= 0:
                return breach
            tries -= 1
            found = _broken(smaller, breach)
            if found is not None and _size(found.case) < _size(breach.case):
                breach = found
                break
        else:
            return breach


def _smaller(case: Case) -> Iterator[Case]:
    """Cases with less in them, the most promising first."""
    yield from _simpler(case)
    for answers in _shorter(case.given):
        yield attrs.evolve(case, answers=answers)
    for deal in _shorter(case.deal):
        yield attrs.evolve(case, deal=deal)
    for seed in range(min(case.seed, FEW_SEEDS + 1)):
        yield attrs.evolve(case, seed=seed)
    if case.seed > FEW_SEEDS:
        yield attrs.evolve(case, seed=0, deal=case.drawn[:MANY])


def _simpler(case: Case) -> Iterator[Case]:
    """Cases of simpler games: without a module, for fewer players, with an option at its default."""
    for modules in _without_one(case.modules):
        yield attrs.evolve(case, modules=modules)
        if case.options:
            yield attrs.evolve(case, modules=modules, options=())
    for players in range(1, case.players):
        yield attrs.evolve(case, players=players)
    for options in _without_one(case.options):
        yield attrs.evolve(case, options=options)


def _without_one(values: Sequence[T]) -> Iterator[tuple[T, ...]]:
    for at in range(len(values)):
        yield (*values[:at], *values[at + 1 :])


def _shorter(values: Sequence[T]) -> Iterator[tuple[T, ...]]:
    """The values without a stretch of them, long stretches first."""
    size = len(values)
    while size:
        for start in range(0, len(values), size):
            yield (*values[:start], *values[start + size :])
        size //= 2


# playing anew


def _anew(breach: Breach, chance: Generator) -> Breach | None:
    """A breach in a game that is played at random: with fewer answers, or in a simpler game."""
    games = [breach.case, *(case for case in _simpler(breach.case) if case.legal)]
    base = games[chance.below(len(games))]
    most = len(breach.case.given) + (-1 if base is breach.case else LONGER)
    if most < 0:
        return None
    names = {face.name for face in base.program.faces}
    about = [name for name in _about(breach) if name in names]
    deal = [about[chance.below(len(about))] for _ in range(chance.below(MOST_DEALT + 1))] if about else []
    case = attrs.evolve(base, deal=deal, seed=chance.below(FEW_SEEDS + 1), answers=())
    game = case.dealt()
    return _broken(attrs.evolve(case, answers=tuple(_random(game, most, chance))), breach)


def _random(game: Game, most: int, chance: Generator) -> Iterator[str]:
    """The words of random answers, in half of the games mostly those of modules."""
    own = chance.below(2)
    for _ in range(most):
        if game.decision is None:
            return
        options = game.decision.options
        offered = [option for option in options if option.module != game.program.game] if own else ()
        option = (offered or options)[chance.below(len(offered or options))]
        yield option.id
        game.choose(option.id)


def _about(breach: Breach) -> list[str]:
    """The cards that the last step was about, by its trace, and those that came up at all."""
    case = breach.case
    names = sorted({face.name for face in case.program.faces}, key=len, reverse=True)
    last = next(iter(deque(case.steps(), maxlen=1)), None)
    events = last.events if last else case.dealt(reference=True).trace
    return [name for name in names if any(name in event.text for event in events)]
