"""Visibility: who sees which cards of a state.

Views, explanations and players decide by this module which zones are hidden. Knows nothing of how cards are called (see
`wording`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dsl.program.program import Program
from dsl.program.setup import Place
from interpreter.state.layout import layout_of


def sees(program: Program, state: Sequence[Any], player: int, zone: int) -> bool:
    """Whether `player` sees the cards of a zone in this state."""
    place = program.places[zone]
    looking = looker(program, state, place)
    if looking:
        return looking == player + 1
    return place.seen == "public" or (place.seen == "private" and (program.open_hands or place.owner == player))


def looker(program: Program, state: Sequence[Any], place: Place) -> int:
    """The player who is looking at the cards of a zone, counted from 1; 0 if nobody is."""
    return int(state[layout_of(program).numbers + place.looker]) if place.looker >= 0 else 0
