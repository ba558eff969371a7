"""What words about a step of the game may be shown to a player.

In a game whose hands are closed, an answer may name cards that the other player can't know (the order in which
they were put back, say). Such words may be shown only if the viewer saw those cards move; otherwise the cards'
names are left out. Where nothing is closed to anybody, everything may be shown.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from dsl.program import Program

if TYPE_CHECKING:
    from interpreter import Game, View

UNKNOWN = "a card"


def closed(program: Program) -> bool:
    """Whether players may hold cards that others must not see."""
    return program.players > 1 and not program.open_hands


class Witness:
    """One player, as a witness of what happened between two moments of a game.

    `knows` says whether words may be shown as they are; `told` is what may be shown in any case. Once a game is `over`,
    nothing is closed any more.
    """

    def __init__(self, program: Program, before: Game, after: Game, viewer: str, over: bool = False) -> None:
        self._viewer = viewer
        self._open = over or not closed(program)
        self._moved = frozenset[str]() if self._open else _moved(before.view(viewer), after.view(viewer))
        self._faces = _pattern({face.name for face in program.faces})

    def knows(self, text: str, player: str) -> bool:
        """Whether words about something that `player` did hold nothing new for the viewer."""
        return self._open or player == self._viewer or set(self._faces.findall(text)) <= self._moved

    def told(self, text: str, player: str) -> str:
        """The words, with the names of cards that the viewer can't know left out."""
        if self.knows(text, player):
            return text
        return self._faces.sub(lambda found: found[0] if found[0] in self._moved else UNKNOWN, text)


def _moved(before: View, after: View) -> frozenset[str]:
    """The faces of which the viewer sees more or fewer in some zone than before."""
    old, new = _seen(before), _seen(after)
    return frozenset(face for zone, face in (old - new) + (new - old))


def _seen(view: View) -> Counter[tuple[str, str]]:
    return Counter((zone.name, card.partition(" (")[0]) for zone in view.zones for card in zone.cards or ())


def _pattern(names: Iterable[str]) -> re.Pattern[str]:
    longest_first = sorted(names, key=lambda name: (-len(name), name))
    return re.compile(r"\b(?:" + "|".join(re.escape(name) for name in longest_first) + r")\b")
