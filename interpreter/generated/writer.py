"""Lines of generated source, each with the rule for which it was written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import attrs

OFTEN = 3
"""How often a piece of source must stand in some lines to be worked out before them."""


@attrs.frozen
class Place:
    """Where more lines can be put in later: before the line with this number, indented like it."""

    line: int
    indent: str


class Writer:
    """Collects lines; `origins[n]` is the origin of line n (from 0)."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.origins: list[int] = []
        self.origin = -1
        self._indent = ""
        self._written = 0

    def __call__(self, line: str) -> None:
        self.lines.append(self._indent + line)
        self.origins.append(self.origin)
        self._written += 1

    def place(self) -> Place:
        """Where the next line will stand."""
        return Place(len(self.lines), self._indent)

    def insert(self, place: Place, lines: Sequence[str]) -> None:
        """Put lines in before those that were written since, if there are any."""
        at, more = place.line, [place.indent + line for line in lines]
        if at < len(self.lines):
            self.lines[at:at] = more
            self.origins[at:at] = [self.origin] * len(more)

    def share(self, place: Place, piece: re.Pattern[str], fresh: Callable[[], str]) -> None:
        """Give a name to each piece of source that stands often in the lines since a place, and work it out there."""
        lines = self.lines[place.line :]
        counts = Counter(found[0] for line in lines for found in piece.finditer(line))
        names = {text: fresh() for text, count in counts.items() if count >= OFTEN}
        self.lines[place.line :] = [piece.sub(lambda found: names.get(found[0], found[0]), line) for line in lines]
        self.insert(place, [f"{name} = {text}" for text, name in names.items()])

    @contextmanager
    def block(self, head: str, *, needed: bool = True) -> Iterator[None]:
        """A line, and what is written inside is indented under it.

        If that is nothing, `pass` stands there, or the line is taken back if it isn't `needed`.
        """
        self(head)
        before, count = self._indent, self._written
        self._indent += " "
        yield
        if self._written == count and needed:
            self("pass")
        elif self._written == count:
            self.lines.pop()
            self.origins.pop()
            self._written -= 1
        self._indent = before
