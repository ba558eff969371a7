"""The shapes of the Language Server Protocol, made of those of the language and of this folder.

The only module beside `server` that knows the protocol; it converts and decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

from lsprotocol import types as lsp

from dsl.text.diagnostics import Problem
from dsl.text.source import Span
from repl.editor.documents import Area, Document, Position
from repl.editor.problems import in_words

SOURCE = "reverie"
UNUSED = frozenset({"unused", "never-fires", "never-holds"})
"""Codes of problems whose rules do nothing; editors show them faded."""

Lookup = Callable[[str], Document | None]
"""A document by its name."""


def name_of(uri: str) -> str:
    """The name of a document: its path, or its URI if it was never saved."""
    parts = urlsplit(uri)
    if parts.scheme != "file":
        return uri
    path = unquote(parts.path)
    if len(path) > 2 and path[0] == "/" and path[2] == ":":
        path = path[1:]  # a drive of Windows
    return str(Path(f"//{parts.netloc}{path}" if parts.netloc else path))


def uri_of(name: str) -> str:
    """The URI of a document."""
    path = Path(name)
    if not path.is_absolute():
        return name
    return f"file://{'' if path.as_posix().startswith('/') else '/'}{quote(path.as_posix())}"


def position(at: Position) -> lsp.Position:
    """A place."""
    return lsp.Position(at.line, at.column)


def place(at: lsp.Position) -> Position:
    """A place that an editor named."""
    return Position(at.line, at.character)


def area(at: Area) -> lsp.Range:
    """An area."""
    return lsp.Range(position(at.start), position(at.end))


def range_of(document: Document, span: Span) -> lsp.Range:
    """The area of a span."""
    return area(document.area(span))


def location(span: Span, lookup: Lookup) -> lsp.Location:
    """Where a span is."""
    document = lookup(span.file.name) or Document(span.file.name, span.file.text)
    return lsp.Location(uri_of(document.name), range_of(document, span))


def diagnostics(document: Document, problems: Iterable[Problem], lookup: Lookup) -> list[lsp.Diagnostic]:
    """The problems of a document."""
    return [_diagnostic(document, problem, lookup) for problem in problems]


def _diagnostic(document: Document, problem: Problem, lookup: Lookup) -> lsp.Diagnostic:
    span = problem.span or Span(document.source, 0, 0)
    return lsp.Diagnostic(
        range=range_of(document, span),
        message="\n".join(_lines(problem)),
        severity=lsp.DiagnosticSeverity.Error,
        code=problem.code,
        source=SOURCE,
        related_information=[
            lsp.DiagnosticRelatedInformation(location(label.span, lookup), label.text) for label in problem.related
        ],
        tags=[lsp.DiagnosticTag.Unnecessary] if problem.code in UNUSED else None,
    )


def _lines(problem: Problem) -> Iterator[str]:
    """The words about a problem."""
    yield in_words(problem)
    if problem.help:
        yield f"help: {problem.help}"
