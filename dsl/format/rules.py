"""Lay out a rules file, declaration by declaration; one that can't be parsed is left as it is."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.format.declarations import lines_of
from dsl.format.lines import Line, rendered
from dsl.format.tokens import tokens_of, words_of
from dsl.reading.parse import cuts, readable
from dsl.text.diagnostics import Problems
from dsl.text.source import SourceFile


def formatted_rules(source: SourceFile) -> str:
    """The text of a rules file in the one layout; as it is if it is no text, or would exceed the limits of a file."""
    if not readable(source, Problems()):
        return source.text
    text, lines = source.text, []
    pieces = cuts(text)
    head = text[: pieces[0][0] if pieces else len(text)]
    lines += [Line(comment=line.strip()) for line in _split(head)]
    for start, end in pieces:
        lines += _laid_out(text[start:end]) or _left(text[start:end])
    laid_out = rendered(lines)
    return laid_out if readable(SourceFile(source.name, laid_out), Problems()) else text


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
    last = max(number for number, line in enumerate(lines) if line.strip() and not line.lstrip().startswith("#"))
    for number, line in enumerate(lines):
        if number > last and (line.startswith("#") or not line.strip()):
            yield Line(comment=line.strip())
        else:
            yield Line(left=line)


def _split(text: str) -> list[str]:
    """The lines of a text; what follows the last line break is one only if something stands there."""
    lines = text.split("\n")
    return lines if lines[-1] else lines[:-1]
