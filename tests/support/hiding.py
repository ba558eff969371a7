"""What a traced game tells of cards that a player sees going."""

from __future__ import annotations

import re

from interpreter.game.game import Game
from interpreter.simulation.unseen import is_open

ZONES = re.compile(r"(?<=: )[^:→]+?(?= →)|(?<=→ ).+|(?<=\()[^()]+(?=\))")
"""The zones in an entry of a trace that tells of cards: `red ace: pile → line`, `one (pile) ↔ other (line)`."""


def transits(game: Game, player: str) -> tuple[str, ...]:
    """What a traced game tells of cards that went out of, or into, a zone that lies open to a player at that moment.

    The trace itself says who saw what lay in a zone for looking.
    """
    number = "AB".index(player)
    places = {place.name: place for place in game.program.places}
    found = []
    for event in game.trace:
        if event.name in ("move", "draw", "exchange", "turned"):
            there = [places[name] for name in ZONES.findall(event.text)]
            plain = [place for place in there if place.looker < 0]
            looked = len(plain) < len(there) and player in event.seen
            if looked or any(is_open(game.program, place, number) for place in plain):
                found.append(event.text)
    return tuple(found)
