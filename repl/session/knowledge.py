"""Filters the words about a step of the game to those that a player may see.

A rule may move cards that nobody sees, and in a game with closed hands an answer may name cards that the other player
can't know, such as the order in which they were put back. A name is shown only if the viewer saw the card: in a zone
that was open to the viewer at that moment. Other names are left out. If the game is over, everything is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import takewhile
from typing import TYPE_CHECKING

from dsl import Program
from dsl.text.letters import ON
from interpreter import letter
from interpreter.state.wording import facts_pattern
from reverie.table import named

if TYPE_CHECKING:
    from interpreter import Event

UNKNOWN = "a card"
"""Replaces the name of a card that the viewer may not know."""
ROUTE = re.compile(r"(.+): (.+) → (.+)")
TURNED = re.compile(r"(.+) \((.+)\) is turned face (up|down)")
MOVES = ("move", "draw")
CHANCE = ("roll", "pick")
"""The entries for what chance decided, which not all may know if it depends on cards that they don't see."""
LAID_OUT = "laid out"
"""The entries that say with what a game is laid out: that is no secret."""


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


def turned(event: Event) -> tuple[str, str, str]:
    """The card, the zone and the side (`up` or `down`) of a trace entry for a card that is turned over."""
    found = TURNED.fullmatch(event.text)
    assert found
    return found[1], found[2], found[3]


class Witness:
    """One player, as a witness of a trace; `over`: the game is over. Players with open hands tell each other all."""

    def __init__(self, program: Program, viewer: str, over: bool) -> None:
        self._over = over
        self._viewers = {viewer} if hides_hands(program) else {*players(program)}
        self._names = {face.name for face in program.faces}
        self._faces = _pattern(self._names, facts_pattern(program), program.riding is not None)

    def knows_answer(self, words: str, player: str, following: Iterable[Event]) -> bool:
        """Whether the viewer knows every card in an answer's words; `following` are the trace entries after it."""
        return self.sees(player) or all(self._saw(face, following) for face in self._named(words))

    def sees(self, player: str) -> bool:
        """Whether the viewer sees everything that a player sees."""
        return self._over or player in self._viewers

    def saw(self, event: Event) -> bool:
        """Whether the viewer saw the cards that an entry of the trace names."""
        return self._over or event.name == LAID_OUT or not self._viewers.isdisjoint(event.seen)

    def shown(self, event: Event, following: Iterable[Event]) -> str:
        """An entry of the trace in words, without the cards that the viewer can't know."""
        words = event.text or event.name
        if self.saw(event):
            return words
        if event.name in CHANCE:
            return event.name
        if event.name in (*MOVES, "fact", "turned"):
            return self._faces.sub(UNKNOWN, words)
        inside = following
        if event.name != "answer":
            inside = list(takewhile(lambda each: each.depth > event.depth, following))
        return self._faces.sub(lambda face: face[0] if self._saw(face["card"], inside) else UNKNOWN, words)

    def _named(self, words: str) -> set[str]:
        """The cards named in a text, including the cards that lie on others, each by itself."""
        found = (name for face in self._faces.finditer(words) for name in face[0].split(ON))
        return {named(name, self._names) for name in found}

    def _saw(self, face: str, events: Iterable[Event]) -> bool:
        """Whether the first move of a card of this face was one that the viewer could see."""
        for event in events:
            if event.name in (*MOVES, "exchange", "turned") and face in self._named(event.text):
                return self.saw(event)
        return False


def _pattern(names: Iterable[str], facts: str, laden: bool) -> re.Pattern[str]:
    """A pattern for the name of a card (`card`), with its facts and the names of the cards that lie on it."""
    longest_first = sorted(names, key=lambda name: (-len(name), name))
    name = "(?:" + "|".join(re.escape(name) for name in longest_first) + ")"
    more = rf"(?: \+ {name}\b{facts})*" if laden else ""
    return re.compile(rf"\b(?P<card>{name})\b{facts}{more}(?!\w)")
