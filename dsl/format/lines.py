"""Lines of a file that is laid out, and the columns that are aligned across them.

A line says what stands in it and how far it is indented; `rendered` decides where tables, citations and comments begin.
Nothing here knows the grammar.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import attrs

from dsl.text.render import cells as width

INDENT = 2
"""The blanks before a block, beyond those of the line that opens it."""

FURTHER = 4
"""The blanks before a line that continues another, beyond those of the block."""

MARGIN = 82
"""The blanks and characters before a citation, unless the line is longer."""

FARTHEST = 100
"""The widest line with which the comments of its neighbours are aligned."""

APART = 2
"""The blanks before a comment."""


@attrs.frozen
class Line:
    """A line: what stands in it, without blanks at its ends.

    `cells` are those of the row of a table, `beside` tells a comment on the right from one in a line of its own.
    `left` is a whole line as it was, that nothing changes. A line without anything is blank.
    """

    indent: int = 0
    words: str = ""
    cells: tuple[str, ...] = ()
    cites: str = ""
    comment: str = ""
    beside: bool = False
    left: str | None = None

    @property
    def blank(self) -> bool:
        """Whether nothing stands in the line."""
        return not (self.words or self.cells or self.comment) and self.left is None


def rendered(lines: Iterable[Line]) -> str:
    """The text of lines, which ends with a line break unless it is empty."""
    whole = list(_commented(list(_cited(_aligned(list(_single(lines)))))))
    return "".join(f"{line}\n" for line in whole)


def _single(lines: Iterable[Line]) -> Iterator[Line]:
    """The lines without blank ones at the begin and the end, and with at most one between others."""
    blank, begun = False, False
    for line in lines:
        if not line.blank:
            if blank and begun:
                yield Line()
            yield line
            begun = True
        blank = line.blank


def _aligned(lines: Sequence[Line]) -> Iterator[Line]:
    """The lines with the rows of tables as words, their cells one below the other."""
    widths: list[int] = []
    for number, line in enumerate(lines):
        if not line.cells:
            yield line
            widths = [] if line.words or line.left is not None else widths
            continue
        if not widths:
            widths = _widths(lines[number:])
        padded = (cell + " " * (size - width(cell)) for cell, size in zip(line.cells, widths, strict=False))
        yield attrs.evolve(line, words=f"| {' | '.join(padded)} |", cells=())


def _widths(lines: Iterable[Line]) -> list[int]:
    """The widths of the columns of the table that begins here."""
    found: list[int] = []
    for line in lines:
        if line.words or line.left is not None:
            break
        found += [0] * (len(line.cells) - len(found))
        found = [max(size, width(cell)) for size, cell in zip(found, [*line.cells, *[""] * len(found)], strict=False)]
    return found


def _cited(lines: Iterable[Line]) -> Iterator[Line]:
    """The lines with citations among their words, at the margin where there is room."""
    for line in lines:
        words = line.words
        if line.cites:
            room = MARGIN - line.indent - width(words)
            words = f"{words}{' ' * max(room, 1)}{line.cites}"
        yield attrs.evolve(line, words=words, cites="")


def _commented(lines: Sequence[Line]) -> Iterator[str]:
    """The text of lines, with comments on the right one below the other in lines that follow each other."""
    column = 0
    for near, group in groupby(lines, lambda line: line.beside):
        members = list(group)
        sizes = [line.indent + width(line.words) + APART for line in members if line.words]
        common = max((size for size in sizes if size <= FARTHEST), default=0)
        for line in members:
            text = f"{' ' * line.indent}{line.words}" if line.words else ""
            if near:
                column = max(common, width(text) + APART) if text else column
                yield f"{text}{' ' * (column - width(text))}{line.comment}"
            else:
                own = f"{' ' * line.indent}{line.comment}" if line.comment else text
                yield own if line.left is None else line.left
