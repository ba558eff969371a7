"""Trying cases in which a law may break: which of two is smaller, and how much may be tried in all.

Effort is counted in answers, not in seconds, so that the same breach always becomes the same one.
"""

from __future__ import annotations

import attrs

from interpreter import Game, Generator
from reverie.testing.cases import Case
from reverie.testing.holding import STEPWISE, Breach, Law, breaches

FEW_SEEDS, MANY = 3, 60
"""A seed above the first number counts like the second number of cards on top."""

LINKING, DEALING, WHOLE = 300, 6, 4
"""What it costs, in answers, to link a game and to deal one; a law about whole games costs so many times as much."""


def size(case: Case) -> tuple[int, ...]:
    """Smaller cases have fewer modules, then fewer players, changed options and answers, and a deal that is told.

    A deal is simpler than a position, of which the one with fewer cards and lines is.
    """
    given = case.given
    dealt = len(case.deal) + (MANY if case.seed > FEW_SEEDS else 0)
    laid = sum(1 + len(cards_in(line)) for line in case.laid)
    words = sum(map(len, given))
    return len(case.modules), case.players, len(case.options), len(given), laid, dealt, case.seed, words


def cards_in(line: str) -> list[str]:
    """The cards of a zone in a line of a position."""
    return line.partition(": ")[2].split(", ")


class Search:
    """Plays cases in which a law may break, until so many answers were given."""

    def __init__(self, law: Law, left: int) -> None:
        self.law = law
        self.left = left
        self._linked = set[tuple[object, ...]]()

    def broken(self, case: Case) -> Breach | None:
        """The breach of the law in a case; None if there is none, or no such game, or nothing is left to try with."""
        if not self.legal(case):
            return None
        given = len(case.answers)
        self.left -= (DEALING + given) * (1 if self.law.about in STEPWISE else WHOLE)
        return next(breaches(case, [self.law]), None)

    def legal(self, case: Case) -> bool:
        """Whether there is such a game, and something is left to try it with."""
        game = case.modules, case.players, case.options
        if game not in self._linked and self.left > 0:
            self._linked.add(game)
            self.left -= LINKING
        return self.left > 0 and case.legal

    def answers(self, game: Game, most: int, chance: Generator) -> tuple[str, ...]:
        """The words of random answers, in half of the games mostly those of modules; the game is played on."""
        own, given = chance.below(2), list[str]()
        while len(given) < most and game.decision is not None:
            options = game.decision.options
            offered = [option for option in options if option.module != game.program.game] if own else ()
            option = (offered or options)[chance.below(len(offered or options))]
            given.append(option.id)
            game.choose(option.id)
        self.left -= DEALING + len(given)
        return tuple(given)


@attrs.define
class Trying:
    """The smallest breach so far; tries cases, so many at most."""

    breach: Breach
    search: Search
    left: int

    @property
    def case(self) -> Case:
        """The case of the smallest breach."""
        return self.breach.case

    def takes(self, case: Case) -> bool:
        """Whether the law breaks in a case, which is smaller; then it is the one to go on with."""
        if self.left <= 0:
            return False
        self.left -= 1
        found = self.search.broken(case)
        if found is None or size(found.case) >= size(self.case):
            return False
        self.breach = found
        return True
