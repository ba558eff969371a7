"""Lay out a texts file, line by line; words, their translation and line breaks stay."""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

from dsl.format.lines import INDENT, Line, rendered
from dsl.text.diagnostics import Problems
from dsl.text.source import SourceFile, Span, without_comment
from dsl.translation.texts import HEAD, Texts, halves, read_texts

BLANKS = re.compile(r"\s+")


def formatted_texts(source: SourceFile, part: Span) -> str:
    """The text of a texts file, with the lines of a part in the one layout; as it is if it would read differently."""
    laid_out = rendered(_within(source, part))
    return laid_out if _read(source) == _read(attrs.evolve(source, text=laid_out)) else source.text


def _within(source: SourceFile, part: Span) -> Iterator[Line]:
    """The lines of a file; those outside a part of it as they are, but for the empty one behind the last break."""
    for start, line in zip(source.line_starts, _lines(source), strict=True):
        end = source.text.find("\n", start)
        at = Span(source, start, end if end >= 0 else len(source.text))
        yield Line(left=at.text) if not at.touched(part) and at.start < len(source.text) else line


def _read(source: SourceFile) -> tuple[object, ...]:
    """The entries of a texts file, and what is wrong with it, wherever it stands."""
    problems = Problems()
    texts = read_texts(source, problems)
    return (*_words(texts), *((problem.code, problem.message) for problem in problems.found))


def _words(texts: Texts | None) -> tuple[object, ...]:
    if texts is None:
        return ()
    entries = (*texts.entries.values(), *texts.uneven, *texts.mixed)
    return (texts.language, texts.title, texts.about, *((each.own, each.said) for each in entries))


def _lines(source: SourceFile) -> Iterator[Line]:
    awaits = False  # the words for those of the line above
    for number in range(1, len(source.line_starts) + 1):
        text = source.line(number).rstrip()
        words = without_comment(text).strip()
        comment = text[len(without_comment(text)) :]
        if not words:
            yield Line(INDENT if awaits and comment else 0, comment=comment)
            continue
        own, said = ("", "") if HEAD.match(words) else halves(words)
        below = awaits and text[0] in " \t"
        awaits = own != "" and said == "" and not below
        if own and not below:
            words = f"{_spaced(own)}: {_spaced(said)}"
        yield Line(INDENT if below else 0, _spaced(words).rstrip(), comment=comment, beside=comment != "")


def _spaced(words: str) -> str:
    """Words with single blanks between them; a text in quotation marks stays as it is."""
    return "".join(part if part.startswith('"') else BLANKS.sub(" ", part) for part in re.split(r'("[^"]*")', words))
