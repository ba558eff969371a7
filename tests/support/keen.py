"""A player who wants what its game is won with, so that games come to where that is had, lost and counted.

It knows words of the rules: what it wants at each prompt is written down here for each game; of a game that isn't here
it wants nothing in particular.
"""

from __future__ import annotations

from interpreter.choices.decisions import Decision
from interpreter.game.game import Game
from tests.support.cities import for_cities
from tests.support.doors import for_doors

WISHES = {"onirim": for_doors, "urbion": for_cities}


def keenly(game: Game, decision: Decision) -> list[int]:
    """The options that it would take, by index; empty if it doesn't care."""
    wishes = WISHES.get(game.program.game)
    return wishes(game, decision) if wishes else []
