"""What words about a step of the game may be shown to a player.

In a game with closed hands an answer may name cards that the other player can't know: the order in which they were put
back, say. Names are shown only of cards that were seen to move: out of, or into, a zone that lies open to the
viewer. Elsewhere they are left out. Where nothing is closed to anybody, or a game is over, everything may be shown.
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
"""Stands between a card's name and those of what lies on it."""
ROUTE = re.compile(r"(.+): (.+) → (.+)")
MOVES = ("move", "draw")


def players(program: Program) -> tuple[str, ...]:
    """How the players of a game are called."""
    return tuple(map(letter, range(program.players)))


def hides_hands(program: Program) -> bool:
    """Whether players may hold cards that others must not see."""
    return program.players > 1 and not program.open_hands


def route(event: Event) -> tuple[str, str, str] | None:
    """Of a trace entry that cards went from zone to zone: the cards, and both zones."""
    found = ROUTE.fullmatch(event.text) if event.name in MOVES else None
    return (found[1], found[2], found[3]) if found else None


class Witness:
    """One player, as a witness of what a trace tells; `over`: the game is over."""

    def __init__(self, program: Program, viewer: str, over: bool) -> None:
        self._viewer = viewer
        self._all = over or not hides_hands(program)
        self._zones = {place.name for place in program.places if _lies_open(place, viewer)}
        self._faces = _pattern({face.name for face in program.faces}, program.riding is not None)

    def knows_answer(self, words: str, player: str, following: Iterable[Event]) -> bool:
        """Whether the words of an answer hold nothing new; `following` is what the trace tells after it."""
        return self._all or player == self._viewer or all(self._saw(face, following) for face in self._named(words))

    def sees(self, player: str) -> bool:
        """Whether everything that a player sees is seen here, too."""
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
        """The cards that are named, each without what lies on it, and what lies on them."""
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
    """What fits the name of a card, with those of all that lies on it."""
    longest_first = sorted(names, key=lambda name: (-len(name), name))
    name = "(?:" + "|".join(re.escape(name) for name in longest_first) + ")"
    return re.compile(rf"\b{name}(?: \+ {name})*\b" if laden else rf"\b{name}\b")
