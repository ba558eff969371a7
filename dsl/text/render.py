"""Problems as text: an excerpt of the source with the words underlined, a line for editors, data for programs.

Turns a `Problem` into strings; finds no problems and prints nothing. The words of the source are coloured by whoever
knows them: a function that cuts it into `Pieces`. An author's text never reaches a terminal raw:
control characters, and all others that can't be seen, become escapes. Frames are built from styled pieces first, so the
plain and the coloured excerpt hold the same text.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

import attrs

from dsl.text.diagnostics import Label, Problem
from dsl.text.source import SourceFile, Span
from dsl.text.spelling import counted

WIDTH = 100
"""Columns of source shown in an excerpt; longer lines are cropped around the words that matter."""

BEFORE = 30
"""Columns shown before those words when the start of a line is cropped."""

LONGEST_TEXT = 400
"""Characters of a message or label that are shown; the middle of a longer one is left out."""

MOST_LINES = 5
"""Lines of one span that are shown; the middle of a longer one is left out."""

TAB = "    "
CUT = "..."

STYLES = {
    "error": "1;31", "message": "1", "place": "36", "gutter": "34", "other": "1;34", "help": "32",
    "declaration": "35", "keyword": "35", "declared": "1", "label": "36", "string": "32", "gap": "36", "scenario": "1",
    "citation": "2", "comment": "2",
    "out": "31", "in": "32",
}  # fmt: skip
"""The ANSI colours of styles: those of an excerpt, of the words of rules by their sorts, and of a difference.

They can be read on dark and on light screens; only a mistake is in bold colour."""

Row = tuple[tuple[str, str], ...]
"""A line of output: pieces of (style, text); the style "" is plain, and so is one that has no colour."""

Pieces = Callable[[SourceFile, int, int], Iterable[tuple[str, str]]]
"""Cuts the characters from a start to an end of a file into pieces of (style, text)."""


def plain(file: SourceFile, start: int, end: int) -> Iterable[tuple[str, str]]:
    """Characters of a file as one piece without a style."""
    return [("", file.text[start:end])]


@attrs.frozen
class _Mark:
    """The part of a label's span on one line: columns `start` to `end` (from 0), and the text behind the underline."""

    number: int
    start: int
    end: int
    text: str
    first: bool

    @property
    def sign(self) -> str:
        return "^" if self.first else "-"

    @property
    def style(self) -> str:
        return "error" if self.first else "other"


def report(problems: Iterable[Problem], colour: bool = False, pieces: Pieces = plain) -> str:
    """All problems and notes as excerpts, and their count on the last line; "" if there are none."""
    every = [*problems]
    notes = sum(problem.note for problem in every)
    counts = [counted(number, word) for number, word in ((len(every) - notes, "problem"), (notes, "note")) if number]
    excerpts = [excerpt(problem, colour, pieces) for problem in every]
    return "\n\n".join([*excerpts, ", ".join(counts)]) if every else ""


def excerpt(problem: Problem, colour: bool = False, pieces: Pieces = plain) -> str:
    """A problem with its source, each place underlined; `colour` adds ANSI escapes and nothing else.

    With `colour`, the words of the source have the styles of their `pieces`.
    """
    if colour:
        return "\n".join(map(painted, _rows(problem, pieces)))
    return "\n".join("".join(text for _, text in row) for row in _rows(problem, plain))


def line(problem: Problem) -> str:
    """`path:line:column: error[code]: message`, the format that editors read; without a span the path is left out."""
    place = f"{_place(problem.span)}: " if problem.span else ""
    return f"{place}{_head(problem)}: {_short(problem.message)}"


def _head(problem: Problem) -> str:
    return f"{'note' if problem.note else 'error'}[{visible(problem.code)}]"


def as_json(problem: Problem) -> dict[str, object]:
    """A problem as data for `json.dumps`: lines and columns from 1, ends exclusive, texts in full."""
    return {
        "code": problem.code,
        "message": problem.message,
        "place": place_as_json(problem.span) if problem.span else None,
        "label": problem.label,
        "related": [{"place": place_as_json(label.span), "text": label.text} for label in problem.related],
        "help": problem.help,
    }


def visible(text: str) -> str:
    r"""The text with every invisible character written as an escape (`\x1b`, `\u202e`)."""
    return text if text.isprintable() else "".join(map(_shown, text))


def _rows(problem: Problem, pieces: Pieces) -> Iterator[Row]:
    head, *more = problem.message.split("\n") or [""]
    yield (("other" if problem.note else "error", _head(problem)), ("message", f": {_short(head)}"))
    for text in more:
        yield (("message", f"  {_short(text)}"),)
    labels = [Label(problem.span, problem.label)] if problem.span else []
    yield from _frames([*labels, *problem.related], labels, pieces)
    for i, text in enumerate(problem.help.split("\n") if problem.help else []):
        yield (("help", "  help: " if i == 0 else "        "), ("", _short(text)))


def _frames(labels: Sequence[Label], first: Sequence[Label], pieces: Pieces) -> Iterator[Row]:
    """One frame for each file, in the order of the labels."""
    files = {label.span.file: [other for other in labels if other.span.file == label.span.file] for label in labels}
    marks = {file: _marks(here, first) for file, here in files.items()}
    gutter = max((len(str(mark.number)) for found in marks.values() for mark in found), default=0)
    for i, (file, here) in enumerate(files.items()):
        yield (("", "  at " if i == 0 else "  and "), ("place", _place(here[0].span)))
        yield from _Frame(file, gutter, pieces).rows(marks[file])


@attrs.frozen
class _Frame:
    """Lines of a file, behind a gutter of some columns."""

    file: SourceFile
    gutter: int
    pieces: Pieces

    def rows(self, marks: Sequence[_Mark]) -> Iterator[Row]:
        """The lines with marks, and the line above a blank one."""
        last = 0
        for number, group in groupby(marks, key=lambda mark: mark.number):
            text = _line(self.file, number)
            context = _context(self.file, number) if not text.strip() else number
            if last and min(context, number) > last + 1:
                yield (("gutter", CUT.rjust(self.gutter)),)
            if last < context < number:
                yield self._source(context)
            yield from self._marked(text, tuple(group))
            last = number

    def _marked(self, text: str, marks: Sequence[_Mark]) -> Iterator[Row]:
        """A line of source with its underlines; a cropped line is shown once for each of them."""
        whole = _fit(text, 0) == len(text)
        for i, mark in enumerate(marks):
            start, end = (0, len(text)) if whole else _window(text, mark)
            if i == 0 or not whole:
                yield self._source(mark.number, start, end)
            indent = (len(CUT) if start else 0) + _width(text[start : mark.start])
            length = max(_width(text[mark.start : min(mark.end, end)]), 1)
            yield _underline(mark, indent, length, self.gutter)

    def _source(self, number: int, start: int = 0, end: int | None = None) -> Row:
        """A line of source from `start` to `end`; without an end, as much as fits."""
        text, offset = _line(self.file, number), self.file.line_starts[number - 1]
        end = _fit(text, start) if end is None else end
        found = self.pieces(self.file, offset + start, offset + end)
        shown = [(style, _shown_line(piece)) for style, piece in found]
        cut = [("", CUT if start else ""), *shown, ("", CUT if end < len(text) else "")]
        blank = [("", " ")] if any(piece for _, piece in cut) else []
        return (("gutter", f"{number:>{self.gutter}} |"), *blank, *cut)


def _context(file: SourceFile, number: int) -> int:
    """The nearest line above a blank one that isn't blank; the line itself if there is none close by."""
    above = range(number - 1, max(number - MOST_LINES, 0), -1)
    return next((other for other in above if _line(file, other).strip()), number)


def _underline(mark: _Mark, indent: int, length: int, gutter: int) -> Row:
    words = f" {_short(mark.text)}" if mark.text else ""
    return (("gutter", " " * gutter + " |"), ("", " " * (indent + 1)), (mark.style, mark.sign * length + words))


def _marks(labels: Sequence[Label], first: Sequence[Label]) -> list[_Mark]:
    marks = [mark for label in labels for mark in _marks_of(label, label in first)]
    return sorted(marks, key=lambda mark: (mark.number, mark.start, mark.end))


def _marks_of(label: Label, first: bool) -> list[_Mark]:
    """A mark for each line of a span, without indentation and blank lines; the last one has the label's text."""
    file, (start, end) = label.span.file, _bounds(label.span)
    top, bottom = file.position(start)[0], file.position(max(end - 1, start))[0]
    marks = []
    for number in _lines_shown(top, bottom):
        text, offset = _line(file, number), file.line_starts[number - 1]
        indent = len(text) - len(text.lstrip()) if number > top else 0
        left, right = max(start - offset, indent), min(end - offset, len(text.rstrip()))
        if number == top or left < right:
            marks.append(_Mark(number, left, max(left, right), "", first))
    return [*marks[:-1], attrs.evolve(marks[-1], text=label.text)]


def _lines_shown(top: int, bottom: int) -> list[int]:
    if bottom - top < MOST_LINES:
        return list(range(top, bottom + 1))
    return [*range(top, top + MOST_LINES - 1), bottom]


def _window(text: str, mark: _Mark) -> tuple[int, int]:
    """The part of a long line that is shown: its start if the mark lies there, else the text around the mark."""
    if mark.end <= _fit(text, 0):
        return 0, _fit(text, 0)
    start = mark.start
    used = 0
    while start > 0 and (used := used + _width(text[start - 1])) <= BEFORE:
        start -= 1
    return start, max(_fit(text, start), min(mark.start + 1, len(text)))


def _fit(text: str, start: int) -> int:
    """The offset up to which the text from `start` on fits into the width."""
    used = 0
    for i in range(start, len(text)):
        used += _width(text[i])
        if used > WIDTH:
            return i
    return len(text)


def _shown_line(text: str) -> str:
    """A piece of source for the excerpt: like `visible`, with tabs as spaces."""
    return visible(text.replace("\t", TAB))


def _width(text: str) -> int:
    """The columns that a piece of source takes when shown."""
    return cells(_shown_line(text))


def cells(text: str) -> int:
    """The columns that a text takes in a terminal: some characters take two, others none."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(char: str) -> int:
    if unicodedata.category(char) in {"Mn", "Me"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in {"W", "F"} else 1


def _shown(char: str) -> str:
    return char if char.isprintable() else char.encode("unicode_escape").decode("ascii")


def _short(text: str) -> str:
    """A message on one line, abridged in the middle if it is long."""
    if len(text) > LONGEST_TEXT:
        text = f"{text[: LONGEST_TEXT - 100]} {CUT} {text[-100:]}"
    return visible(text.replace("\n", " "))


def _line(file: SourceFile, number: int) -> str:
    return file.line(number).removesuffix("\r")


def _bounds(span: Span) -> tuple[int, int]:
    """Start and end of a span, clamped to its file."""
    start = min(max(span.start, 0), len(span.file.text))
    return start, min(max(span.end, start), len(span.file.text))


def _place(span: Span) -> str:
    line, column = span.file.position(_bounds(span)[0])
    return f"{_short(span.file.name)}:{line}:{column}"


def place_as_json(span: Span) -> dict[str, object]:
    """A span as data: its file, lines and columns from 1, the end exclusive."""
    start, end = (span.file.position(offset) for offset in _bounds(span))
    return {"file": span.file.name, "line": start[0], "column": start[1], "end_line": end[0], "end_column": end[1]}


def painted(row: Row) -> str:
    """A row with the ANSI escapes of its styles."""
    return "".join(f"\x1b[{STYLES[style]}m{text}\x1b[0m" if style in STYLES else text for style, text in row)
