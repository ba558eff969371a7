"""Lay out a rules file, declaration by declaration; one that can't be parsed is left as it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dsl.format.declarations import lines_of
from dsl.format.lines import Line, rendered
from dsl.format.tokens import tokens_of, words_of
from dsl.reading.parse import cuts, readable
from dsl.text.diagnostics import Problems
from dsl.text.source import SourceFile, Span


def formatted_rules(source: SourceFile, part: Span) -> str:
    """The text of a rules file, with the declarations that a part of it touches in the one layout.

    The text stays as it is if it is no text, or would exceed the limits of a file.
    """
    if not readable(source, Problems()):
        return source.text
    text, lines = source.text, []
    pieces = cuts(text)
    head = Span(source, 0, pieces[0][0] if pieces else len(text))
    inside = head.start < head.end and head.touched(part)
    lines += [Line(comment=line.strip()) if inside else Line(left=line) for line in _split(head.text)]
    for piece in (Span(source, start, end) for start, end in pieces):
        if _words(piece).touched(part):
            lines += _laid_out(piece.text) or _left(piece.text)
        else:
            lines += [Line(left=line) for line in _split(piece.text)]
    laid_out = rendered(lines)
    return laid_out if readable(SourceFile(source.name, laid_out), Problems()) else text


def _words(piece: Span) -> Span:
    """A declaration without the comments and blank lines behind it, which belong to the one below."""
    lines = piece.text.split("\n")
    return Span(piece.file, piece.start, piece.start + len("\n".join(lines[: _last(lines) + 1])))


def _laid_out(text: str) -> list[Line]:
    """The lines of a declaration, and of what stands behind it; [] if it can't be parsed or would read differently."""
    tokens = tokens_of(f"{text.rstrip()}\n")
    if tokens is None:
        return []
    lines = list(lines_of(text, tokens))
    again = rendered(lines)
    return lines if again == text or words_of(tokens_of(again)) == words_of(tokens) else []


def _left(text: str) -> Iterator[Line]:
    """The lines of a declaration that can't be parsed, as they are, and those of the comments behind it."""
    lines = _split(text)
    last = _last(lines)
    for number, line in enumerate(lines):
        if number > last and (line.startswith("#") or not line.strip()):
            yield Line(comment=line.strip())
        else:
            yield Line(left=line)


def _last(lines: Sequence[str]) -> int:
    """The number of the last line that is neither blank nor a comment."""
    return max(number for number, line in enumerate(lines) if line.strip() and not line.lstrip().startswith("#"))


def _split(text: str) -> list[str]:
    """The lines of a text; what follows the last line break is one only if something stands there."""
    lines = text.split("\n")
    return lines if lines[-1] else lines[:-1]
