"""The documents of an editor: their text as the language reads it, and places in both.

Editors count lines from 0 and columns in units of an encoding, by default UTF-16, of the text as it was typed; the
language counts characters of composed letters, with plain line breaks. Nothing here knows the protocol.
"""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path

import attrs

from dsl.text.letters import composed
from dsl.text.source import SourceFile, Span

BREAK = re.compile(r"\r\n|\r|\n")
BYTES = {"utf-8": 1, "utf-16": 2, "utf-32": 4}
"""The encodings whose units an editor may count, with the bytes of a unit."""


@attrs.frozen(order=True)
class Position:
    """A place in an editor: line and column from 0, the column in units of the editor's encoding."""

    line: int
    column: int


@attrs.frozen
class Area:
    """From `start` to `end` (exclusive)."""

    start: Position
    end: Position


@attrs.frozen(slots=False)
class Document:
    """A text that an editor holds or that lies on disk: its name is a path, or what the editor calls it."""

    name: str
    text: str = attrs.field(repr=False)
    units: str = "utf-16"

    @property
    def path(self) -> Path | None:
        """Where the document is saved; None for one that never was."""
        path = Path(self.name)
        return path if path.is_absolute() else None

    @cached_property
    def source(self) -> SourceFile:
        """The text as the language reads it."""
        return SourceFile(self.name, BREAK.sub("\n", self.text.removeprefix("\ufeff")))

    def offset(self, at: Position) -> int:
        """The offset in the source of a place; the nearest one, if there is no such place."""
        starts = self.source.line_starts
        if at.line >= len(starts):
            return len(self.source.text)
        typed = self._lines[at.line]
        return starts[at.line] + len(composed(self._first(typed, max(at.column, 0))))

    def position(self, offset: int) -> Position:
        """The place of an offset in the source."""
        line, column = self.source.position(min(max(offset, 0), len(self.source.text)))
        typed = self._lines[line - 1]
        if not typed.isascii():
            column = self._typed(typed, column - 1) + 1
        return Position(line - 1, self._width(typed[: column - 1]))

    def area(self, span: Span) -> Area:
        """The area of a span of the source."""
        return Area(self.position(span.start), self.position(span.end))

    @cached_property
    def _lines(self) -> list[str]:
        return BREAK.split(self.text.removeprefix("\ufeff"))

    def _typed(self, line: str, letters: int) -> int:
        """How many characters of a line as it was typed are so many composed letters."""
        if composed(line) == line:
            return letters
        return max(n for n in range(len(line) + 1) if len(composed(line[:n])) <= letters)

    def _width(self, text: str) -> int:
        """How many units a text takes."""
        if text.isascii():
            return len(text)
        order = "" if self.units == "utf-8" else "-le"
        return len(text.encode(f"{self.units}{order}", "surrogatepass")) // BYTES[self.units]

    def _first(self, text: str, units: int) -> str:
        """The beginning of a text that takes so many units."""
        if text.isascii():
            return text[:units]
        return next((text[:at] for at in range(len(text)) if self._width(text[:at]) >= units), text)
