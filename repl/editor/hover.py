"""What an editor says about the word at a place: a problem there, what a name is, or a word of the language.

About a name and an option it also says what players read about it.

The answers are Markdown.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import attrs

from dsl import Program
from dsl.index.index import Index
from dsl.index.symbols import Reference, Symbol
from dsl.reading.highlight import Sort, classified
from dsl.text.source import SourceFile, Span
from dsl.text.spelling import counted
from repl.authoring import pages
from repl.editor import players
from repl.editor.desk import Desk
from repl.editor.workspace import is_texts

MOST_HOOKS = 8
"""Rules that are listed below what they hook."""

MOST_WORDS = 3
"""The most words that have a section of their own together."""

OPTION = re.compile(r"[^\S\n]*(?:option|ability|answer|offers(?: some| no)?) +(?P<words>\w[^<{,(\[#\n]*\w)")
"""A line about an option, with its words up to what is chosen."""

PLAIN = re.compile(r"[^\W\d_]+(?: [^\W\d_]+)*")
"""Words of the language with nothing between them."""

MARKED = re.compile(r"`[^`]*`|(?P<sign>[\\*_<])")
"""A word in backticks, or a sign that means something in Markdown outside them."""


@attrs.frozen
class Hover:
    """What is said about a span, as Markdown."""

    span: Span
    text: str


def hover(desk: Desk, name: str, offset: int) -> Hover | None:
    """What is said about a place in a document."""
    document, index = desk.workspace.document(name), desk.workspace.index(name)
    if document is None:
        return None
    here = index.at(name, offset) if index else None
    named = Hover(here.span, "\n\n".join(_about_name(desk, name, index, here))) if index and here else None
    source = document.source
    found = named or (None if is_texts(name) else _about_word(source, offset) or _about_option(desk, source, offset))
    wrong = tuple(_about_problems(desk, name, offset))
    if not wrong:
        return found
    texts = [text for _, text in wrong] + ([found.text] if found else [])
    return Hover(found.span if found else wrong[0][0], "\n\n---\n\n".join(texts))


def _about_problems(desk: Desk, name: str, offset: int) -> Iterator[tuple[Span, str]]:
    for problem in desk.problems(name):
        if problem.span and problem.span.start <= offset <= problem.span.end:
            section = pages.problem(problem.code)
            if section is not None:
                yield problem.span, f"**{problem.code}**: {pages.first_paragraph(section.text)}"


def _about_name(desk: Desk, name: str, index: Index, here: Reference) -> Iterator[str]:
    symbol = here.symbol
    yield f"```reverie\n{symbol.line}\n```"
    yield " · ".join([f"{symbol.sort} `{symbol.name}`", *_home(symbol)])
    above = symbol.span.comment_above
    if above:
        yield above
    hooks = index.hooks(symbol)
    if hooks:
        lines = [f"- `{_line(each.span)}` ({_place(each.span)})" for each in hooks[:MOST_HOOKS]]
        more = [f"- and {counted(len(hooks) - MOST_HOOKS, 'more rule')}"] if len(hooks) > MOST_HOOKS else []
        yield "\n".join(["Changed by:", "", *lines, *more])
    yield from _for_players(desk, name, symbol)


def _for_players(desk: Desk, name: str, symbol: Symbol) -> Iterator[str]:
    program = desk.program(name)
    if program is not None and (lines := players.about(program, symbol.sort, symbol.name)):
        yield _read(program, lines)


def _read(program: Program, lines: Iterable[str]) -> str:
    """What players read, line by line as they do."""
    plain = (MARKED.sub(lambda each: "\\" * bool(each["sign"]) + each.group(), line.strip()) for line in lines)
    return f"Players{players.playing(program)} read:\n\n" + "  \n".join(f"> {line}" for line in plain)


def _home(symbol: Symbol) -> Iterator[str]:
    if symbol.module:
        yield f"in `{symbol.module}`"
    others = len(symbol.declarations) - 1
    yield _place(symbol.span) + (f" and {counted(others, 'other place')}" if others else "")


def _place(span: Span) -> str:
    return f"{Path(span.file.name).name}:{span.line}"


def _line(span: Span) -> str:
    return " ".join(span.file.line(span.line).split("[")[0].split())


def _about_word(source: SourceFile, offset: int) -> Hover | None:
    """What the reference says about the word of the language at a place."""
    words = [each for each in classified(source) if each.sort in (Sort.DECLARATION, Sort.KEYWORD)]
    at = next((n for n, each in enumerate(words) if each.start <= offset <= each.end), None)
    if at is None:
        return None
    for many in range(MOST_WORDS, 0, -1):
        for first in range(max(0, at - many + 1), at + 1):
            span = Span(source, words[first].start, words[min(first + many, len(words)) - 1].end)
            text = doc_line(span.text) if PLAIN.fullmatch(span.text) else ""
            if text and span.start <= offset <= span.end:
                return Hover(span, f"**{span.sentence}**: {text}")
    return None


def _about_option(desk: Desk, source: SourceFile, offset: int) -> Hover | None:
    """What players read about the words of an option at a place."""
    program = desk.program(source.name)
    start = source.text.rfind("\n", 0, offset) + 1
    found = OPTION.match(source.text, start)
    if program is None or found is None or not found.start("words") <= offset <= found.end("words"):
        return None
    lines = players.about_option(program, found["words"])
    return Hover(Span(source, *found.span("words")), _read(program, lines)) if lines else None


@functools.lru_cache(1_000)
def doc_line(word: str) -> str:
    """What the reference says about a word in one paragraph; "" if there is nothing."""
    return pages.line(word)
