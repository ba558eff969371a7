"""How drawn games are opened: the manners in which a player answers who wants to get somewhere.

A manner gives the indices of its answers to a game, which it plays on. It looks ahead, whatever the player may know,
and knows only the distance to victory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from interpreter import Game
from interpreter.players.distance import distance_of

Below = Callable[[int], int]
"""Gives a random number below another."""

Manner = Callable[[Game, Below, int], Iterator[int]]
"""Answers a game, so often at most."""

FAR = 1 << 30

STRETCH, STRETCHES = 16, 150
"""Answers of a stretch that is tried on the way to victory, and how many are tried before the best one is begun."""

ROUNDS = 8
"""So often a stretch is begun."""


def towards_the_end(game: Game, below: Below, most: int) -> Iterator[int]:
    """Mostly one of the options that bring the game nearest to its end at once."""
    for _ in range(most):
        count = game.option_count
        if not count:
            return
        index = _nearest(game, below) if below(4) else below(count)
        yield index
        game.choose(index)


def by_modules(game: Game, below: Below, most: int) -> Iterator[int]:
    """Mostly one of the options that modules offer, each form of words as often as the others."""
    for _ in range(most):
        if game.decision is None:
            return
        options = game.decision.options
        offered = [at for at, option in enumerate(options) if option.module != game.program.game]
        likely = offered if offered and below(4) else range(len(options))
        forms: dict[str, list[int]] = {}
        for at in likely:
            forms.setdefault(options[at].form or options[at].id, []).append(at)
        alike = [*forms.values()][below(len(forms))]
        index = alike[below(len(alike))]
        yield index
        game.choose(index)


def to_victory(game: Game, below: Below, most: int) -> Iterator[int]:
    """The best of many random stretches, again and again, until the game is won; half of each, unless it wins."""
    for _ in range(ROUNDS):
        tried = (_stretch(game, below, most) for _ in range(STRETCHES))
        far, path = FAR, list[int]()
        for each in tried:
            if each[0] < far:
                far, path = each
            if not far:
                break
        for index in path[: most if not far else (len(path) + 1) // 2]:
            yield index
            game.choose(index)
            most -= 1
        if not far or not path:
            return


def _stretch(game: Game, below: Below, most: int) -> tuple[int, list[int]]:
    """How far from victory some random answers lead, and these answers."""
    other, path = game.copy(), list[int]()
    while other.option_count and len(path) < min(STRETCH, most):
        path.append(below(other.option_count))
        other.choose(path[-1])
    return _far(other), path


def _nearest(game: Game, below: Below) -> int:
    found = list[int]()
    for index in range(game.option_count):
        after = game.copy()
        after.choose(index)
        found.append(_far(after))
    nearest = [index for index, far in enumerate(found) if far == min(found)]
    return nearest[below(len(nearest))]


def _far(game: Game) -> int:
    """The distance to victory; a game that ended otherwise is very far from it."""
    if game.outcome is not None:
        return 0 if game.outcome.status in ("won", "over") else FAR
    return distance_of(game.program).to_victory(list(game.state.flat))
