"""What a document consists of: its headings, the lines that fold, and the names of its ruleset by a search word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from dsl.index.headings import Heading
from dsl.index.headings import headings as headings_of
from dsl.index.symbols import Symbol
from dsl.reading.read import read
from dsl.text.diagnostics import Problems
from dsl.text.source import SourceFile, Span
from repl.editor.workspace import Workspace, is_texts

MOST_FOUND = 200
"""Names that one search finds."""

COMMENTS = re.compile(r"(?:^#.*\n?){2,}", re.MULTILINE)


def headings(source: SourceFile) -> tuple[Heading, ...]:
    """The declarations of a file with their parts."""
    return () if is_texts(source.name) else headings_of(read(source, Problems()))


def folds(source: SourceFile) -> tuple[Span, ...]:
    """What can be folded: declarations and comments of several lines."""
    comments = (Span(source, each.start(), each.end() - each.group().endswith("\n")) for each in _comments(source))
    found = [*_wholes(headings(source)), *comments]
    return tuple(span for span in found if "\n" in span.text)


def search(workspace: Workspace, word: str) -> tuple[Symbol, ...]:
    """The names of the rulesets of open documents that contain the letters of a word in their order."""
    letters = re.compile(".*".join(map(re.escape, word.replace(" ", ""))), re.IGNORECASE)
    found: dict[tuple[str, int], Symbol] = {}
    for name in workspace.open:
        index = workspace.index(name)
        for symbol in index.symbols() if index else ():
            if letters.search(symbol.name) and symbol.sort != "parameter":
                found.setdefault((symbol.span.file.name, symbol.span.start), symbol)
    return tuple(found.values())[:MOST_FOUND]


def _comments(source: SourceFile) -> Iterator[re.Match[str]]:
    return COMMENTS.finditer(source.text)


def _wholes(found: Iterable[Heading]) -> Iterator[Span]:
    for each in found:
        yield each.whole
        yield from _wholes(each.below)
