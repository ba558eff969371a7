"""Rules files and places in them.

A `Span` is (file, start, end) in characters; lines and columns are derived, never stored. Every later shape (problem,
model, program) refers to its source with one. Nothing here reads files or knows the grammar, but for comments.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property

import attrs

from dsl.text.letters import composed

LONGEST_FILE = 200_000
"""The most characters in a rules file."""

BEFORE_COMMENT = re.compile(r'(?:"[^"\n]*"|`[^`\n]*`|[^#\n])*')
"""The rest of a line up to its comment."""


@attrs.frozen(slots=False)
class SourceFile:
    """A rules file: the name shown to people, and its text in composed letters.

    Two files are equal when their names and texts are.
    """

    name: str
    text: str = attrs.field(repr=False, converter=composed)

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """The offset at which each line begins."""
        return (0, *(found.end() for found in re.finditer("\n", self.text)))

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column (both from 1) of a character offset."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of line `number` (from 1), without the line break."""
        start = self.line_starts[number - 1]
        end = self.line_starts[number] - 1 if number < len(self.line_starts) else len(self.text)
        return self.text[start:end]


def without_comment(text: str, start: int = 0, end: int | None = None) -> str:
    """The text from `start` to the end of the line, its comment, or `end`, whichever comes first."""
    found = BEFORE_COMMENT.match(text, start, len(text) if end is None else end)
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
        """The text of the span."""
        return self.file.text[self.start : self.end]

    @property
    def sentence(self) -> str:
        """The text of the span on one line, without comments."""
        return " ".join(word for line in self.text.split("\n") for word in without_comment(line).split())

    @property
    def place(self) -> str:
        """`file:line:column`, the format of editors."""
        line, column = self.file.position(self.start)
        return f"{self.file.name}:{line}:{column}"

    @property
    def line(self) -> int:
        """The line (from 1) at which the span begins."""
        return self.file.position(self.start)[0]

    @property
    def comment_above(self) -> str:
        """The comment on the lines right above the first one, as one sentence; "" if there is none."""
        found: list[str] = []
        number = self.line - 1
        while number >= 1 and (line := self.file.line(number).strip()).startswith("#"):
            found.insert(0, line.lstrip("#").strip())
            number -= 1
        return " ".join(found)

    def touched(self, part: Span) -> bool:
        """Whether a part of the file, or a place in it, lies within this span, at least partly."""
        return part.start <= self.end and (part.end > self.start or part.start == self.start)

    def to(self, other: Span) -> Span:
        """From the start of this span to the end of `other`."""
        return Span(self.file, min(self.start, other.start), max(self.end, other.end))


def heads(span: Span) -> Iterator[str]:
    """The lines below which a place stands, from the innermost one, without their indentation."""
    lines = span.file.text[: span.start].split("\n")
    here = lines.pop()
    blank = len(here) - len(here.lstrip()) if here.strip() else len(here)
    for line in reversed(lines):
        less = len(line) - len(line.lstrip())
        if line.strip() and less < blank and line[less] != "#":
            blank = less
            yield line.lstrip()


def line_of(span: Span, word: str) -> Span:
    """The first line after the start of a span that begins with a word; the span itself if there is none."""
    found = re.compile(rf"^[ \t]+({word}\b.*?)[ \t]*$", re.MULTILINE).search(span.file.text, span.start)
    return Span(span.file, found.start(1), found.end(1)) if found else span
