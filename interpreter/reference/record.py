"""The record of a game: the answers that were given or forced, and how many turns began.

Answers are a linked list, newest first, so that copies of a game share the answers that they have in common. They are
recorded at every answer and rarely read, so that an entry is a plain tuple.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from interpreter.choices.picks import Pick

Entry = tuple["Entry | None", int, Pick, int, bool]
"""The answers before one, and the fields of its `Link`."""


class Link(NamedTuple):
    """One answer, to the choice of a block."""

    block: int
    pick: Pick
    player: int
    forced: bool


class Record:
    """The answers and turns of a game so far.

    If `recording` is False, answers aren't recorded; those that weren't forced are counted as decisions.
    """

    __slots__ = ("decisions", "last", "recording", "turns")

    def __init__(self, last: Entry | None = None, turns: int = 0, recording: bool = True) -> None:
        self.last = last
        self.turns = turns
        self.recording = recording
        self.decisions = 0

    def add(self, block: int, pick: Pick, player: int, forced: bool) -> None:
        """Record an answer."""
        self.last = (self.last, block, pick, player, forced)

    def copy(self) -> Record:
        """An independent record with the same answers so far."""
        return Record(self.last, self.turns)

    def links(self) -> list[Link]:
        """The answers from first to last."""
        return [*self.backwards()][::-1]

    def backwards(self) -> Iterator[Link]:
        """The answers from last to first."""
        entry = self.last
        while entry is not None:
            entry, block, pick, player, forced = entry
            yield Link(block, pick, player, forced)
