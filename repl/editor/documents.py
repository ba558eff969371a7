"""The documents of an editor: their text as the language reads it, and places in both.

Editors count lines from 0 and columns in UTF-16 units of the text as it was typed; the language counts characters of
composed letters, with plain line breaks. Nothing here knows the protocol.
"""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path

import attrs

from dsl.text.letters import composed
from dsl.text.source import SourceFile, Span

BREAK = re.compile(r"\r\n|\r|\n")
BEYOND = 0xFFFF
"""Characters with higher numbers take two units of UTF-16."""


@attrs.frozen(order=True)
class Position:
    """A place in an editor: line and column from 0, the column in UTF-16 units."""

    line: int
    column: int


@attrs.frozen
class Area:
    """From `start` to `end` (exclusive)."""

    start: Position
    end: Position


@attrs.frozen(slots=False)
class Document:
    """A text that an editor holds or that lies on disk: its name (a path, or what the editor calls it), and the text."""

    name: str
    text: str = attrs.field(repr=False)

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
        return starts[at.line] + len(composed(_first_units(typed, max(at.column, 0))))

    def position(self, offset: int) -> Position:
        """The place of an offset in the source."""
        line, column = self.source.position(min(max(offset, 0), len(self.source.text)))
        typed = self._lines[line - 1]
        if not typed.isascii():
            column = next((n for n in range(len(typed) + 1) if len(composed(typed[:n])) >= column - 1), len(typed)) + 1
        return Position(line - 1, _units(typed[: column - 1]))

    def area(self, span: Span) -> Area:
        """The area of a span of the source."""
        return Area(self.position(span.start), self.position(span.end))

    @cached_property
    def whole(self) -> Area:
        """The area of the whole text."""
        return Area(Position(0, 0), Position(len(self._lines) - 1, _units(self._lines[-1])))

    @cached_property
    def _lines(self) -> list[str]:
        return BREAK.split(self.text.removeprefix("\ufeff"))


def _units(text: str) -> int:
    return len(text) + sum(ord(char) > BEYOND for char in text)


def _first_units(text: str, units: int) -> str:
    """The beginning of a text that takes so many units."""
    if text.isascii():
        return text[:units]
    taken = 0
    for at, char in enumerate(text):
        if taken >= units:
            return text[:at]
        taken += 1 + (ord(char) > BEYOND)
    return text
