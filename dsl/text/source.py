"""Where things stand in a rules file.

A `Span` is (file, start, end) in characters; lines and columns are derived, never stored.
Every later shape (model, problem, program) points home with one of these.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property

import attrs

from dsl.text.letters import composed

LONGEST_FILE = 200_000
"""Characters that a rules file may hold."""

WRITTEN = re.compile(r'(?:"[^"\n]*"|`[^`\n]*`|[^#\n])*')
"""The rest of a line without its comment."""


@attrs.frozen(slots=False)
class SourceFile:
    """A rules file: the name shown to people, and its text.

    Two files are equal when name and text are.
    """

    name: str
    text: str = attrs.field(repr=False, converter=composed)

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """The offset at which each line begins."""
        return (0, *(i + 1 for i, char in enumerate(self.text) if char == "\n"))

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column (both from 1) of a character offset."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of line `number` (from 1), without its end."""
        start = self.line_starts[number - 1]
        end = self.line_starts[number] - 1 if number < len(self.line_starts) else len(self.text)
        return self.text[start:end]


def written(text: str, start: int = 0, end: int | None = None) -> str:
    """What stands in a text from `start` to the end of the line, its comment, or `end`."""
    found = WRITTEN.match(text, start, len(text) if end is None else end)
    assert found
    return found.group()


@attrs.frozen
class Span:
    """Characters `start` to `end` (exclusive) of a file."""

    file: SourceFile
    start: int
    end: int

    @property
    def text(self) -> str:
        """The words under the span."""
        return self.file.text[self.start : self.end]

    @property
    def sentence(self) -> str:
        """The words under the span on one line, without comments."""
        return " ".join(word for line in self.text.split("\n") for word in written(line).split())

    @property
    def place(self) -> str:
        """`file:line:column`, as editors write it."""
        line, column = self.file.position(self.start)
        return f"{self.file.name}:{line}:{column}"

    @property
    def line(self) -> int:
        """The line (from 1) on which the span begins."""
        return self.file.position(self.start)[0]

    def to(self, other: Span) -> Span:
        """From the start of this span to the end of `other`."""
        return Span(self.file, min(self.start, other.start), max(self.end, other.end))
