"""The colours of a document: each token with its sort, a name with the sort of what it means.

`dsl/reading/highlight` classifies the tokens, the index knows the names.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

import attrs

from dsl.index.symbols import DECLARES, Reference
from dsl.reading.highlight import Coloured, Sort, classified
from dsl.text.source import Span
from repl.editor.workspace import Workspace

TYPES = (
    "keyword", "comment", "string", "number", "operator", "decorator", "label", "variable", "parameter", "function",
    "event", "enum", "enumMember", "class", "type", "property", "namespace", "method",
)  # fmt: skip
"""The types of tokens, by the names that editors have colours for."""

PLAIN = {
    Sort.DECLARATION: "keyword", Sort.KEYWORD: "keyword", Sort.COMMENT: "comment", Sort.STRING: "string",
    Sort.NUMBER: "number", Sort.OPERATOR: "operator", Sort.CITATION: "decorator", Sort.LABEL: "label",
    Sort.GAP: "parameter", Sort.SCENARIO: "label",
}  # fmt: skip

NAMED = {
    "event": "event", "prompt": "method", "definition": "function", "zone": "variable", "group": "variable",
    "number": "variable", "flag": "variable", "marker": "variable", "enum": "enum", "value": "enumMember",
    "position": "enumMember", "places": "enum", "card": "class", "kind": "type", "class": "type",
    "attribute": "property", "fact": "property", "option": "property", "parameter": "parameter",
    "variable": "parameter", "game": "namespace", "module": "namespace", "dummy": "variable",
}  # fmt: skip
"""The type of a name by the sort of what it means."""


@attrs.frozen
class Token:
    """A token of a document, on one line: its type, and whether it declares a name."""

    span: Span
    type: str
    declares: bool = False


def tokens(workspace: Workspace, name: str) -> tuple[Token, ...]:
    """The tokens of a document that have a colour, in the order of the text."""
    document, index = workspace.document(name), workspace.index(name)
    if document is None or index is None:
        return ()
    source, names = document.source, index.in_file(name)
    starts = [each.span.start for each in names]
    found: list[Token] = []
    for each in classified(source):
        span = Span(source, each.start, each.end)
        if each.sort in PLAIN:
            found += (Token(line, PLAIN[each.sort]) for line in _lines(span))
        elif each.sort in (Sort.NAME, Sort.DECLARED):
            found += (_named(line, each, names, starts) for line in _lines(span))
    return tuple(found)


def _named(span: Span, token: Coloured, names: tuple[Reference, ...], starts: list[int]) -> Token:
    """A name; one that isn't known is coloured as a variable."""
    at = bisect_right(starts, token.start) - 1
    here = names[at] if at >= 0 and names[at].span.end >= token.end else None
    if here is None:
        return Token(span, "variable", token.sort is Sort.DECLARED)
    return Token(span, NAMED.get(here.symbol.sort, "variable"), here.role == DECLARES)


def _lines(span: Span) -> Iterator[Span]:
    """A span line by line."""
    start = span.start
    for line in span.text.split("\n"):
        if line.strip():
            yield Span(span.file, start, start + len(line))
        start += len(line) + 1
