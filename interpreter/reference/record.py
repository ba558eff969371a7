"""The record of a game: the answers that were given or forced, and how many turns began.

Answers are a linked list, newest first, so that copies of a game share the answers that they have in common.
"""

from __future__ import annotations

from typing import NamedTuple

from interpreter.choices.picks import Pick


class Link(NamedTuple):
    """One answer, and the answers before it."""

    before: Link | None
    block: int
    pick: Pick
    player: int
    forced: bool
    number: int


class Record:
    """The answers and turns of a game so far.

    If `recording` is False, answers aren't recorded; those that weren't forced are counted as decisions.
    """

    __slots__ = ("decisions", "last", "recording", "turns")

    def __init__(self, last: Link | None = None, turns: int = 0, recording: bool = True) -> None:
        self.last = last
        self.turns = turns
        self.recording = recording
        self.decisions = 0

    def add(self, block: int, pick: Pick, player: int, forced: bool) -> None:
        """Record an answer."""
        last = self.last
        self.last = Link(last, block, pick, player, forced, last.number + 1 if last else 1)

    def copy(self) -> Record:
        """An independent record with the same answers so far."""
        return Record(self.last, self.turns)

    def links(self) -> list[Link]:
        """The answers from first to last."""
        found = []
        link = self.last
        while link is not None:
            found.append(link)
            link = link.before
        return found[::-1]
