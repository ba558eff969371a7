"""Lines of generated source, each with the rule for which it was written.

Nothing here knows what the lines mean.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import attrs

OFTEN = 3
"""How often a piece of source must occur in some lines to be computed before them."""


@attrs.frozen
class Place:
    """Where more lines can be inserted later: before the line with this number, with its indentation."""

    line: int
    indent: str


class Writer:
    """Collects lines; `origins[n]` is the origin of line n (from 0)."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.origins: list[int] = []
        self._indent = ""
        self._written = 0
        self._names = 0

    def write(self, line: str, origin: int) -> None:
        """Add a line at the end."""
        self.lines.append(self._indent + line)
        self.origins.append(origin)
        self._written += 1

    def fresh(self, prefix: str) -> str:
        """A name that nothing else has."""
        self._names += 1
        return f"{prefix}{self._names}"

    def place(self) -> Place:
        """Where the next line will stand."""
        return Place(len(self.lines), self._indent)

    def insert(self, place: Place, lines: Sequence[str], origin: int) -> None:
        """Insert lines before those written since, if there are any."""
        at, more = place.line, [place.indent + line for line in lines]
        if at < len(self.lines):
            self.lines[at:at] = more
            self.origins[at:at] = [origin] * len(more)

    def share(self, place: Place, piece: re.Pattern[str], fresh: Callable[[], str], origin: int) -> None:
        """Give a name to each piece of source that occurs often in the lines since a place, and compute it there."""
        lines = self.lines[place.line :]
        counts = Counter(found[0] for line in lines for found in piece.finditer(line))
        names = {text: fresh() for text, count in counts.items() if count >= OFTEN}
        self.lines[place.line :] = [piece.sub(lambda found: names.get(found[0], found[0]), line) for line in lines]
        self.insert(place, [f"{name} = {text}" for text, name in names.items()], origin)

    @contextmanager
    def block(self, head: str, origin: int, *, needed: bool = True) -> Iterator[None]:
        """Write a line, and indent the lines written inside under it.

        If none is, `pass` is written, or the line is taken back if it isn't `needed`.
        """
        self.write(head, origin)
        before, count = self._indent, self._written
        self._indent += " "
        yield
        if self._written == count and needed:
            self.write("pass", origin)
        elif self._written == count:
            self.lines.pop()
            self.origins.pop()
            self._written -= 1
        self._indent = before
