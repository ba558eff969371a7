"""Make a case smaller in which a law breaks: fewer modules, options at their defaults, fewer answers and cards on top.

What is tried is a case itself, not what it was drawn from, so each attempt changes one thing that a person can name.
The law must break in the smaller case as well, for whatever reason. Several rounds are made, because what one attempt
takes away may make another one possible.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

import attrs

from reverie.testing.cases import Case
from reverie.testing.holding import Breach, breaches

MOST_TRIES = 600
"""So many smaller cases are tried."""

MOST_IDLE = 40
"""Answers that are tried in place of one, so that a game goes on as before with a choice that comes earlier."""

T = TypeVar("T")


def reduced(breach: Breach, most: int = MOST_TRIES) -> Breach:
    """The smallest breach of the same law that was found."""
    tries = most
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


def _broken(case: Case, breach: Breach) -> Breach | None:
    if not case.legal:
        return None
    return next(breaches(case, [breach.law]), None)


def _size(case: Case) -> tuple[object, ...]:
    """Smaller cases have fewer modules, then fewer players, changed options, answers and cards on top."""
    given = case.given
    return (
        len(case.modules), case.players, len(case.options), len(given), len(case.deal), case.seed,
        *(sum(map(len, given)),),
    )  # fmt: skip


def _smaller(case: Case) -> Iterator[Case]:
    """Cases with less in them, the most promising first."""
    for modules in _without_one(case.modules):
        yield attrs.evolve(case, modules=modules)
        if case.options:
            yield attrs.evolve(case, modules=modules, options=())
    for players in range(1, case.players):
        yield attrs.evolve(case, players=players)
    for options in _without_one(case.options):
        yield attrs.evolve(case, options=options)
    for answers in _shorter(case.given):
        yield attrs.evolve(case, answers=answers)
    for deal in _shorter(case.deal):
        yield attrs.evolve(case, deal=deal)
    for seed in dict.fromkeys((0, 1, 2, 3, case.seed // 2)):
        if seed < case.seed:
            yield attrs.evolve(case, seed=seed)


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
