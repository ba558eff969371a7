"""Lines of generated source, each with the rule for which it was written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import attrs


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
