"""Filters the words about a step of the game to those that a player may see.

In a game with closed hands, an answer may name cards that the other player can't know, such as the order in which they
were put back. A name is shown only if the viewer saw the card move: out of or into a zone that is open to the viewer.
Other names are left out. If no hands are closed, or the game is over, everything may be shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import takewhile
from typing import TYPE_CHECKING

from dsl import Place, Program
from dsl.text.letters import ON
from interpreter import letter

if TYPE_CHECKING:
    from interpreter import Event

UNKNOWN = "a card"
"""Replaces the name of a card that the viewer may not know."""
ROUTE = re.compile(r"(.+): (.+) → (.+)")
MOVES = ("move", "draw")


def players(program: Program) -> tuple[str, ...]:
    """The letters of a game's players."""
    return tuple(map(letter, range(program.players)))


def hides_hands(program: Program) -> bool:
    """Whether players may hold cards that others must not see."""
    return program.players > 1 and not program.open_hands


def route(event: Event) -> tuple[str, str, str] | None:
    """The cards and both zones of a trace entry for a move, else None."""
    found = ROUTE.fullmatch(event.text) if event.name in MOVES else None
    return (found[1], found[2], found[3]) if found else None


class Witness:
    """One player, as a witness of a trace; `over`: the game is over."""

    def __init__(self, program: Program, viewer: str, over: bool) -> None:
        self._viewer = viewer
        self._all = over or not hides_hands(program)
        self._zones = {place.name for place in program.places if _lies_open(place, viewer)}
        self._faces = _pattern({face.name for face in program.faces}, program.riding is not None)

    def knows_answer(self, words: str, player: str, following: Iterable[Event]) -> bool:
        """Whether the viewer knows every card in an answer's words; `following` are the trace entries after it."""
        return self._all or player == self._viewer or all(self._saw(face, following) for face in self._named(words))

    def sees(self, player: str) -> bool:
        """Whether the viewer sees everything that a player sees."""
        return self._all or player == self._viewer

    def shown(self, event: Event, following: Iterable[Event]) -> str:
        """An entry of the trace in words, without the cards that the viewer can't know."""
        words = event.text or event.name
        if self._all:
            return words
        if event.name in MOVES or event.zones:
            return words if self._open(event) else self._faces.sub(UNKNOWN, words)
        inside = following
        if event.name != "answer":
            inside = list(takewhile(lambda each: each.depth > event.depth, following))
        return self._faces.sub(lambda face: face[0] if self._saw(face[0].split(ON)[0], inside) else UNKNOWN, words)

    def _named(self, words: str) -> set[str]:
        """The cards named in a text, including the cards that lie on others, each by itself."""
        return {name for found in self._faces.findall(words) for name in found.split(ON)}

    def _saw(self, face: str, events: Iterable[Event]) -> bool:
        """Whether the first move of a card of this face was one that the viewer could see."""
        for event in events:
            if event.name in (*MOVES, "exchange") and face in self._named(event.text):
                return self._open(event)
        return False

    def _open(self, event: Event) -> bool:
        found = route(event)
        if event.zones:
            return self._zones.issuperset(event.zones)
        if found:
            return found[1] in self._zones or found[2] in self._zones
        return any(f"({zone})" in event.text for zone in self._zones)


def _lies_open(place: Place, viewer: str) -> bool:
    """Whether the viewer sees a zone at all times."""
    own = place.seen == "private" and place.owner == ord(viewer) - ord("A")
    return place.looker < 0 and (place.seen == "public" or own)


def _pattern(names: Iterable[str], laden: bool) -> re.Pattern[str]:
    """A pattern for the name of a card, with the names of the cards that lie on it."""
    longest_first = sorted(names, key=lambda name: (-len(name), name))
    name = "(?:" + "|".join(re.escape(name) for name in longest_first) + ")"
    return re.compile(rf"\b{name}(?: \+ {name})*\b" if laden else rf"\b{name}\b")
