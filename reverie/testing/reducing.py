"""Make a case smaller in which a law breaks: fewer modules, options at their defaults, fewer answers and cards on top.

What is tried is a case itself, not what it was drawn from, so each attempt changes one thing that a person can name.
In a card game, an answer that is left out mostly spoils all later ones, because other cards come up. So the deal is
*spelled* first: all cards that came up lie on top, and what is left out takes its cards with it. Then variants are
tried. A breach late in a game also becomes one in a position that is laid out, a turn or a few before it, from which
lines and cards are left out.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from interpreter import Generator
from reverie.testing.cases import Case, came_up
from reverie.testing.holding import Breach
from reverie.testing.laying import lines_of
from reverie.testing.trying import FEW_SEEDS, Search, Trying, cards_in, size
from reverie.testing.varying import anew, dealt, less, named, of_few_modules, simpler, varied

MOST_TRIES = 1500
"""So many cases are tried with something left out, each time."""

MOST_VARIED, FRUITLESS = 2000, 500
"""So many variants are tried, until so many in turn were no smaller."""

EFFORT, EFFORT_LATE = 100_000, 50_000
"""So many answers are given at most in what is tried: in dealt games, and in those from a position late in a game."""

FEW_ANSWERS = 3
"""A game with no more answers needn't begin late."""

LATE = 3
"""A position may stand so many turns before a breach."""


def reduced(breach: Breach) -> Breach:
    """The smallest breach of the same law that was found; the same one for the same breach."""
    late = _late(breach) if len(breach.case.given) > FEW_ANSWERS else None
    if late is not None and breach.case.laid:
        return _reduced(late, EFFORT)
    found = [_reduced(late, EFFORT_LATE)] if late is not None else []
    return min([_reduced(breach, EFFORT), *found], key=lambda each: size(each.case))


def _reduced(breach: Breach, effort: int) -> Breach:
    search, fruitless = Search(breach.law, effort), 0
    breach = _left_out(of_few_modules(_left_out(breach, search), search), search)
    breach = _left_out(dealt(breach, search), search)
    for number in range(MOST_VARIED):
        chance = Generator(number)
        found = (anew if chance.below(2) else varied)(breach, search, chance)
        if found is not None and size(found.case) < size(breach.case):
            breach, fruitless = _left_out(found, search), 0
        else:
            fruitless += 1
        if fruitless > FRUITLESS or search.left <= 0:
            break
    return breach


def _late(breach: Breach) -> Breach | None:
    """The breach in a game that begins at one of its last turns, in the position that was reached there."""
    case, search = breach.case, Search(breach.law, EFFORT_LATE)
    for number, (s, steps) in enumerate(case.turns()):
        if number == LATE:
            break
        answers = [step.answer for step in steps]
        for seed in (0, case.seed):
            laid = attrs.evolve(case, deal=(), laid=lines_of(case.program, s), seed=seed, answers=answers)
            found = search.broken(laid)
            if found is not None:
                return found
    return None


def _left_out(breach: Breach, search: Search) -> Breach:
    """The breach without what can be left out of its case."""
    while True:
        trying = Trying(_spelled(breach, search), search, MOST_TRIES)
        while any(map(trying.takes, simpler(trying.case))):
            pass
        _shorten(trying)
        _deal_less(trying)
        _lay_less(trying)
        if size(trying.case) >= size(breach.case):
            return breach
        breach = trying.breach


def _spelled(breach: Breach, search: Search) -> Breach:
    """The breach with all cards on top that came up, if that is the same game."""
    case = breach.case
    for seed in dict.fromkeys((0, case.seed)):
        found = search.broken(attrs.evolve(case, seed=seed, deal=case.drawn))
        if found is not None:
            return found
    return breach


def _shorten(trying: Trying) -> None:
    """Leave out stretches of the answers, the long ones first."""
    length = len(trying.case.given)
    while length:
        start = 0
        while start < len(trying.case.given):
            if not any(map(trying.takes, _without(trying.case, start, start + length))):
                start += length
        length //= 2


def _without(case: Case, start: int, end: int) -> Iterator[Case]:
    """The case without some answers: with the deal as it is, without the cards that came up then, or those named."""
    given = case.given
    shorter = attrs.evolve(case, answers=(*given[:start], *given[end:]))
    yield shorter
    if case.deal:
        came = [card for cards in _came(case)[start:end] for card in cards]
        told = [card for answer in given[start:end] for card in named(answer, case.deal)]
        for deal in dict.fromkeys(less(case.deal, cards) for cards in (came, told) if cards):
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


def _deal_less(trying: Trying) -> None:
    """Leave out stretches of the deal, the long ones first; a low seed may do as well."""
    for seed in range(FEW_SEEDS + 1):
        if trying.takes(attrs.evolve(trying.case, deal=(), seed=seed)):
            return
    length = len(trying.case.deal)
    while length:
        end = len(trying.case.deal)
        while end > 0:
            deal = trying.case.deal
            shorter = (*deal[: max(0, end - length)], *deal[end:])
            trying.takes(attrs.evolve(trying.case, deal=shorter))
            end -= length
        length //= 2


def _lay_less(trying: Trying) -> None:
    """Leave out lines of the position, then stretches of the cards in each line."""
    for at in reversed(range(len(trying.case.laid))):
        trying.takes(attrs.evolve(trying.case, laid=_in_place(trying.case, at, ())))
    for at in range(len(trying.case.laid)):
        length = len(cards_in(trying.case.laid[at])) // 2
        while length:
            end = len(cards_in(trying.case.laid[at]))
            while end > 0:
                zone, cards = trying.case.laid[at].partition(": ")[0], cards_in(trying.case.laid[at])
                fewer = ", ".join([*cards[: max(0, end - length)], *cards[end:]])
                trying.takes(attrs.evolve(trying.case, laid=_in_place(trying.case, at, (f"{zone}: {fewer}",))))
                end -= length
            length //= 2


def _in_place(case: Case, at: int, lines: tuple[str, ...]) -> tuple[str, ...]:
    """The lines of a position with others in place of one."""
    return (*case.laid[:at], *lines, *case.laid[at + 1 :])
