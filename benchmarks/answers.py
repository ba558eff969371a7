"""Who answers for the games written by hand: a player who doesn't care, and for each game one who wants to win.

Uniformly random play hardly ever places four doors or balances four cities, so it never sees the end that wins; the
keen players win now and then.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from benchmarks.handwritten import HandWritten
from benchmarks.onirim import COLOUR, SYMBOL, Onirim
from benchmarks.urbion import INFLUENCE, Urbion

Answerer = Callable[[HandWritten, Random], str]
"""Picks one of the options of a game that stands at a decision."""


def carelessly(game: HandWritten, generator: Random) -> str:
    """Any option, each as likely as the others."""
    return generator.choice(game.options)


def keen_for_doors(game: HandWritten, generator: Random) -> str:
    """In Onirim: a door whenever there is one; a set of one colour in the row; keys kept for the doors."""
    assert isinstance(game, Onirim)
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


def keen_for_balance(game: HandWritten, generator: Random) -> str:
    """In Urbion: the dream that brings a city nearest to balance; a census as soon as enough cities are there."""
    assert isinstance(game, Urbion)
    options = game.options
    if game.prompt == "turn":
        return _balance(game, generator)
    if game.prompt == "swap":
        return min(options, key=lambda option: _after_swap(game, option))
    if game.prompt == "chaos" and "reveal four" in options:
        return options[0] if generator.random() < 0.9 else "reveal four"
    if game.prompt == "bonus":
        return "take"
    return "leave" if "leave" in options and generator.random() < 0.9 else generator.choice(options)


def _balance(game: Urbion, generator: Random) -> str:
    """A lay or swap that helps, if a city is out of balance; then a census; otherwise throw away a dream."""
    options = game.options
    if all(city.is_balanced() for city in game.cities):
        return generator.choice([option for option in options if option.endswith(" for a census")])
    gains = {option: _gain(game, option) for option in options if option.startswith("lay ")}
    best = max(gains, key=lambda option: gains[option], default="")
    if best and gains[best] > 0:
        return best
    swaps = [option for option in options if option.endswith(" to swap")]
    if swaps and generator.random() < 0.5:
        return generator.choice(swaps)
    balanced = any(city.is_balanced() for city in game.cities)
    return generator.choice([option for option in options if option.endswith(" for a census") == balanced])


def _gain(game: Urbion, option: str) -> int:
    """By how much a dream that is laid brings its city nearer to balance."""
    dream, number = option.removeprefix("lay ").split(" at city ")
    balance = game.cities[int(number) - 1].balance()
    influence = INFLUENCE["left"].get(dream) or INFLUENCE["right"][dream]
    return abs(balance) - abs(balance + influence)


def _after_swap(game: Urbion, option: str) -> int:
    """How far from balance the two cities of a swap would be."""
    places = [part.split(" at city ") for part in option.removeprefix("swap ").split(" with ")]
    (one, lower), (other, higher) = places
    first, second = game.cities[int(lower) - 1], game.cities[int(higher) - 1]
    influence = INFLUENCE["left" if one in first.left and other in second.left else "right"]
    shift = influence[other] - influence[one]
    return abs(first.balance() + shift) + abs(second.balance() - shift)
