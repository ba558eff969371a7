"""Make a case smaller in which a law breaks: fewer modules, options at their defaults, fewer answers and cards on top.

What is tried is a case itself, not what it was drawn from, so each attempt changes one thing that a person can name.
In a card game, an answer that is left out mostly spoils all later ones, because other cards come up. So the deal is
*spelled* first: all cards that came up lie on top, and what is left out takes its cards with it. Then variants are
tried: shorter or simpler games that keep most of the case, or that are played anew, with the cards on top that the
last step was about.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import TypeVar

import attrs

from interpreter import Game, Generator
from reverie.testing.cases import Case, came_up
from reverie.testing.holding import Breach, breaches

MOST_TRIES = 1500
"""So many cases are tried with something left out, each time."""

MOST_VARIED, FRUITLESS = 2000, 500
"""So many variants are tried, until so many in turn were no smaller."""

FEW_SEEDS, MANY = 3, 60
"""A seed above the first number counts like the second number of cards on top."""

MOST_DEALT = 10
"""Most cards on top of a game that is played anew."""

FEW, EACH = 2, 60
"""All sets of so few modules are tried, each with so many games that are played anew."""

LONGER = 15
"""So many more answers may be given in a simpler game."""

T = TypeVar("T")


def reduced(breach: Breach) -> Breach:
    """The smallest breach of the same law that was found; the same one for the same breach."""
    breach, fruitless = _left_out(_of_few_modules(_left_out(breach))), 0
    for number in range(MOST_VARIED):
        chance = Generator(number)
        found = _anew(breach, chance) if chance.below(2) else _varied(breach, chance)
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


class _Trying:
    """The smallest breach so far; tries cases, until so many were tried."""

    def __init__(self, breach: Breach) -> None:
        self.breach = breach
        self.left = MOST_TRIES

    @property
    def case(self) -> Case:
        return self.breach.case

    def takes(self, case: Case) -> bool:
        """Whether the law breaks in a case, which is smaller; then it is the one to go on with."""
        if self.left <= 0:
            return False
        self.left -= 1
        found = _broken(case, self.breach)
        if found is None or _size(found.case) >= _size(self.case):
            return False
        self.breach = found
        return True


def _left_out(breach: Breach) -> Breach:
    """The breach without what can be left out of its case."""
    while True:
        trying = _Trying(_spelled(breach))
        while any(map(trying.takes, _simpler(trying.case))):
            pass
        _shorten(trying)
        _deal_less(trying)
        if _size(trying.case) >= _size(breach.case):
            return breach
        breach = trying.breach


def _spelled(breach: Breach) -> Breach:
    """The breach with all cards on top that came up, if that is the same game."""
    case = breach.case
    for seed in dict.fromkeys((0, case.seed)):
        found = _broken(attrs.evolve(case, seed=seed, deal=case.drawn), breach)
        if found is not None:
            return found
    return breach


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


def _shorten(trying: _Trying) -> None:
    """Leave out stretches of the answers, the long ones first."""
    size = len(trying.case.given)
    while size:
        start = 0
        while start < len(trying.case.given):
            if not any(map(trying.takes, _without(trying.case, start, start + size))):
                start += size
        size //= 2


def _without(case: Case, start: int, end: int) -> Iterator[Case]:
    """The case without some answers: with the deal as it is, without the cards that came up then, or those named."""
    given = case.given
    shorter = attrs.evolve(case, answers=(*given[:start], *given[end:]))
    yield shorter
    if case.deal:
        came = [card for cards in _came(case)[start:end] for card in cards]
        named = [card for answer in given[start:end] for card in _named(answer, case.deal)]
        for deal in dict.fromkeys(_less(case.deal, cards) for cards in (came, named) if cards):
            yield attrs.evolve(shorter, deal=deal)


def _came(case: Case) -> list[list[str]]:
    """For each answer, the cards that came up because of it."""
    game = case.dealt(reference=True)
    found: list[list[str]] = []
    for answer in case.given:
        told = len(game.trace)
        game.choose(answer)
        found.append([card for cards in came_up(game.trace[told:]).values() for card in cards])
    return found


def _named(words: str, names: Iterable[str]) -> list[str]:
    """Those of the names that words hold, the longest first."""
    found: list[str] = []
    for name in sorted(dict.fromkeys(names), key=len, reverse=True):
        if name in words:
            found.append(name)
            words = words.replace(name, "")
    return found


def _less(deal: Sequence[str], cards: Iterable[str]) -> tuple[str, ...]:
    """A deal without some cards, each as it comes last."""
    left = list(reversed(deal))
    for card in cards:
        if card in left:
            left.remove(card)
    return tuple(reversed(left))


def _deal_less(trying: _Trying) -> None:
    """Leave out stretches of the deal, the long ones first; a low seed may do as well."""
    for seed in range(FEW_SEEDS + 1):
        if trying.takes(attrs.evolve(trying.case, deal=(), seed=seed)):
            return
    size = len(trying.case.deal)
    while size:
        end = len(trying.case.deal)
        while end > 0:
            deal = trying.case.deal
            shorter = (*deal[: max(0, end - size)], *deal[end:])
            trying.takes(attrs.evolve(trying.case, deal=shorter))
            end -= size
        size //= 2


# variants


def _varied(breach: Breach, chance: Generator) -> Breach | None:
    """A breach in a game that keeps most of the answers and cards; one of each may change, and more come behind."""
    base, most = _base(breach, chance)
    given, deal = breach.case.given, list(breach.case.drawn)
    out = [at for at in range(len(given)) if not chance.below(3)]
    other = len(given) if chance.below(2) else chance.below(len(given) + 1)
    if chance.below(2):
        deal = list(_less(deal, [name for at in out for name in _named(given[at], deal)]))
    if deal and chance.below(2):
        deal.insert(chance.below(len(deal)), deal.pop(chance.below(len(deal))))
    kept = [answer for at, answer in enumerate(given) if at not in out]
    case = attrs.evolve(base, deal=deal, answers=kept[:other])
    more = [*_random(case.game(), 1, chance), *kept[other:]]
    case = attrs.evolve(case, answers=(*case.given, *more))
    more = [*_random(case.game(), most - len(case.given), chance)]
    return _broken(attrs.evolve(case, answers=(*case.given, *more)), breach)


def _anew(breach: Breach, chance: Generator) -> Breach | None:
    """A breach in a game that is played at random: with fewer answers, or in a simpler game."""
    return _played(breach, *_base(breach, chance), chance)


def _of_few_modules(breach: Breach) -> Breach:
    """A breach in a game of very few of the modules, for the fewest players, if one is found."""
    case = breach.case
    for size in range(min(FEW, len(case.modules) - 1) + 1):
        for modules in combinations(case.modules, size):
            games = (
                attrs.evolve(case, modules=modules, players=players, options=options)
                for players in range(1, case.players + 1)
                for options in dict.fromkeys(((), case.options))
            )
            for base in filter(lambda each: each.legal, games):
                tried = (_played(breach, base, len(case.given) + LONGER, Generator(number)) for number in range(EACH))
                found = next(filter(None, tried), None)
                if found is not None and _size(found.case) < _size(case):
                    return found
    return breach


def _played(breach: Breach, base: Case, most: int, chance: Generator) -> Breach | None:
    """A breach in a game that is played at random, with cards on top that the last step was about."""
    names = {face.name for face in base.program.faces}
    about = [name for name in (breach.case.drawn if chance.below(2) else _about(breach)) if name in names]
    deal = [about[chance.below(len(about))] for _ in range(chance.below(MOST_DEALT + 1))] if about else []
    case = attrs.evolve(base, deal=deal, seed=chance.below(FEW_SEEDS + 1), answers=())
    return _broken(attrs.evolve(case, answers=tuple(_random(case.dealt(), most, chance))), breach)


def _base(breach: Breach, chance: Generator) -> tuple[Case, int]:
    """The game of the case or a simpler one, and how many answers may be given in it."""
    games = [breach.case, *(case for case in _simpler(breach.case) if case.legal)]
    base, number = games[chance.below(len(games))], len(breach.case.given)
    return base, number - 1 if base is breach.case else number + LONGER


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
