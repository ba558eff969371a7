"""Who answers for the hand-written game: a player who doesn't care, and one who wants the doors.

Uniformly random play hardly ever places four doors, so it never sees the end that wins; the keen player wins a
few games in a hundred.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from benchmarks.oracle import COLOUR, SYMBOL, Onirim

Answerer = Callable[[Onirim, Random], str]
"""Picks one of the options of a game that stands at a decision."""


def carelessly(game: Onirim, generator: Random) -> str:
    """Any option, each as likely as the others."""
    return generator.choice(game.options)


def keenly(game: Onirim, generator: Random) -> str:
    """A door whenever there is one; a set of one colour in the row; keys kept for the doors."""
    for option in game.options:
        if option.startswith(("take ", "use ")):
            return option
    if game.prompt == "turn":
        return _lengthen_run(game, generator)
    if game.prompt == "nightmare":
        return generator.choice([game.options[0], "reveal five"])
    if "discard nightmare" in game.options:
        return "discard nightmare"
    return generator.choice(game.options)


def _lengthen_run(game: Onirim, generator: Random) -> str:
    """Play on in the colour of the row if a card fits, otherwise begin a run or throw away a sun."""
    run = game.row[game.used :]
    plays = [option for option in game.options if option.startswith("play ")]
    fitting = [option for option in plays if run and COLOUR[_card(option)] == COLOUR[run[-1]]]
    if fitting:
        return min(fitting, key=_is_key)
    suns = [option for option in game.options if option.startswith("discard ") and option.endswith(" sun")]
    beginnings = [option for option in plays if not _is_key(option) and len(run) < 2]
    return generator.choice(beginnings or suns or game.options)


def _card(option: str) -> str:
    return option.split(" ", 1)[1]


def _is_key(option: str) -> bool:
    return SYMBOL[_card(option)] == "key"
