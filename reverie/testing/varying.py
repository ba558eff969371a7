"""Variants of a case in which a law breaks: shorter or simpler games, with some of its answers or played anew.

A simpler game has a module less, fewer players or an option at its default. Chance decides which variant is tried.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations
from typing import TypeVar

import attrs

from interpreter import Generator
from reverie.testing.beginnings import beginnings, seldom_cases
from reverie.testing.cases import DEALT, Case
from reverie.testing.holding import Breach
from reverie.testing.trying import FEW_SEEDS, Search, size

MOST_DEALT = 10
"""Most cards on top of a game that is played anew."""

FEW, EACH = 2, 60
"""All sets of so few modules are tried, each with so many games that are played anew."""

DEALS = 150
"""So many deals are tried in place of a position that is laid out."""

SCOUTING, SELDOM = 500, 8
"""What it costs, in answers, to find what rules seldom do in a game, and how often such short games are drawn."""

LONGER = 15
"""So many more answers may be given in a simpler game."""

T = TypeVar("T")


def varied(breach: Breach, search: Search, chance: Generator) -> Breach | None:
    """A breach in a game that keeps most of the answers and cards; one of each may change, and more come behind."""
    base, most = _base(breach, search, chance)
    given, deal = breach.case.given, list(breach.case.drawn)
    out = [at for at in range(len(given)) if not chance.below(3)]
    other = len(given) if chance.below(2) else chance.below(len(given) + 1)
    if chance.below(2):
        deal = list(less(deal, [name for at in out for name in named(given[at], deal)]))
    if deal and chance.below(2):
        deal.insert(chance.below(len(deal)), deal.pop(chance.below(len(deal))))
    kept = [answer for at, answer in enumerate(given) if at not in out]
    case = attrs.evolve(base, deal=deal, answers=kept[:other])
    more = [*search.answers(case.game(), 1, chance), *kept[other:]]
    case = attrs.evolve(case, answers=(*case.given, *more))
    more = [*search.answers(case.game(), most - len(case.given), chance)]
    return search.broken(attrs.evolve(case, answers=(*case.given, *more)))


def anew(breach: Breach, search: Search, chance: Generator) -> Breach | None:
    """A breach in a game that is played at random: with fewer answers, or in a simpler game."""
    return _played(breach, *_base(breach, search, chance), search, chance)


def of_few_modules(breach: Breach, search: Search) -> Breach:
    """A breach in a game of very few of the modules, for the fewest players, if one is found."""
    case = breach.case
    for count in range(min(FEW, len(case.modules) - 1) + 1):
        for modules in combinations(case.modules, count):
            games = (
                attrs.evolve(case, modules=modules, players=players, options=options)
                for players in range(1, case.players + 1)
                for options in dict.fromkeys(((), case.options))
            )
            for base in games:
                if not search.legal(attrs.evolve(base, laid=())):  # the position may not fit there, but others do
                    continue
                most = len(case.given) + LONGER
                tried = (_played(breach, base, most, search, Generator(n), n % 2 > 0) for n in range(EACH))
                found = next(filter(None, chain(_seldom(base, search), tried)), None)
                if found is not None and size(found.case) < size(case):
                    return found
    return breach


def _seldom(base: Case, search: Search) -> Iterator[Breach | None]:
    """Breaches in short games in which rules do what they seldom do."""
    search.left -= SCOUTING
    for number in range(SELDOM if search.left > 0 else 0):
        yield from map(search.broken, seldom_cases(attrs.evolve(base, seed=number, answers=())))


def dealt(breach: Breach, search: Search) -> Breach:
    """A breach in a game that is dealt, if one is found with no more answers."""
    case = breach.case
    if not case.laid:
        return breach
    base, most = attrs.evolve(case, laid=()), len(case.given)
    found = filter(None, (_played(breach, base, most, search, Generator(n)) for n in range(DEALS)))
    return next((each for each in found if size(each.case) < size(case)), breach)


def simpler(case: Case) -> Iterator[Case]:
    """Cases of simpler games: without a module, for fewer players, with an option at its default."""
    for modules in without_one(case.modules):
        yield attrs.evolve(case, modules=modules)
        if case.options:
            yield attrs.evolve(case, modules=modules, options=())
    for players in range(1, case.players):
        yield attrs.evolve(case, players=players)
    for options in without_one(case.options):
        yield attrs.evolve(case, options=options)


def without_one(values: Sequence[T]) -> Iterator[tuple[T, ...]]:
    """The values, each time without another one."""
    for at in range(len(values)):
        yield (*values[:at], *values[at + 1 :])


def named(words: str, names: Iterable[str]) -> list[str]:
    """Those of the names that words hold, the longest first."""
    found: list[str] = []
    for name in sorted(dict.fromkeys(names), key=len, reverse=True):
        if name in words:
            found.append(name)
            words = words.replace(name, "")
    return found


def less(deal: Sequence[str], cards: Iterable[str]) -> tuple[str, ...]:
    """A deal without some cards, each as it comes last."""
    left = list(reversed(deal))
    for card in cards:
        if card in left:
            left.remove(card)
    return tuple(reversed(left))


def _played(
    breach: Breach, base: Case, most: int, search: Search, chance: Generator, elsewhere: bool = False
) -> Breach | None:
    """A breach in a game that is played at random, with cards on top that the last step was about.

    If it isn't dealt, it begins where the breach did, or `elsewhere`: in another position that is laid out.
    """
    case = attrs.evolve(base, deal=(), seed=chance.below(FEW_SEEDS + 1), answers=())
    if case.laid and elsewhere and (begun := beginnings(base)):
        case = attrs.evolve(case, laid=begun[chance.below(len(begun))].lines)
    elif not case.laid:
        names = {face.name for face in base.program.faces}
        about = [name for name in (breach.case.drawn if chance.below(2) else _about(breach.case)) if name in names]
        deal = [about[chance.below(len(about))] for _ in range(chance.below(MOST_DEALT + 1))] if about else []
        case = attrs.evolve(case, deal=deal)
    if not search.legal(case):
        return None
    return search.broken(attrs.evolve(case, answers=search.answers(case.dealt(), most, chance)))


def _base(breach: Breach, search: Search, chance: Generator) -> tuple[Case, int]:
    """The game of the case or a simpler one, and how many answers may be given in it."""
    games = [breach.case, *filter(search.legal, simpler(breach.case))]
    base, number = games[chance.below(len(games))], len(breach.case.given)
    return base, number - 1 if base is breach.case else number + LONGER


@lru_cache(maxsize=DEALT)
def _about(case: Case) -> list[str]:
    """The cards that the last step of a case was about, by its trace."""
    names = sorted({face.name for face in case.program.faces}, key=len, reverse=True)
    last = next(iter(deque(case.steps(), maxlen=1)), None)
    events = last.events if last else case.dealt(reference=True).trace
    return [name for name in names if any(name in event.text for event in events)]
