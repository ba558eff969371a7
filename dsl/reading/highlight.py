"""Classify every token of a rules file, for editors and pages that show rules in colour.

The tokens are those of the parser, so a word is a keyword exactly where the grammar reads one. In a broken declaration
the tokens are exact up to the mistake, and from the next line on if the rest can be parsed without the broken line.
Nothing here knows what a name means, or any colour.
"""

from __future__ import annotations

import functools
import itertools
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import NamedTuple

from dsl.reading.library import ENDING
from dsl.reading.parse import MOST_MISTAKES, cuts, without_line
from dsl.reading.parser import Lexeme, lexemes
from dsl.text.letters import within_word
from dsl.text.source import LONGEST_FILE, SourceFile

MOST_PIECES = 4_000
"""The declarations whose tokens are kept."""


class Sort(StrEnum):
    """What a token is to a reader."""

    DECLARATION = "declaration"
    """The word that begins a declaration: `event`, `zone`."""
    KEYWORD = "keyword"
    """Any other word of the language."""
    DECLARED = "declared"
    """A name where it is declared, also of a parameter, a variable or a chosen card."""
    NAME = "name"
    """A name where it is used."""
    LABEL = "label"
    """The words of an option, also where a scenario says them."""
    STRING = "string"
    NUMBER = "number"
    CITATION = "citation"
    COMMENT = "comment"
    OPERATOR = "operator"
    PUNCTUATION = "punctuation"
    """Commas, colons, brackets, and the bars of tables."""
    GAP = "gap"
    """A gap in the cell of a table: `{colour}`."""
    SCENARIO = "scenario"
    """The id of a scenario."""


class Coloured(NamedTuple):
    """Characters `start` to `end` (exclusive) of a file, and their sort."""

    start: int
    end: int
    sort: Sort


PLAIN = {
    "COMMENT": Sort.COMMENT, "STRING": Sort.STRING, "CITES": Sort.CITATION, "SCENARIO_ID": Sort.SCENARIO,
    "GAP": Sort.GAP, "SIGNED": Sort.NUMBER, "PLUS": Sort.OPERATOR, "MINUS": Sort.OPERATOR, "STAR": Sort.OPERATOR,
    **dict.fromkeys(
        ("COLON", "COMMA", "LPAR", "RPAR", "LESSTHAN", "MORETHAN", "LBRACE", "RBRACE", "VBAR"), Sort.PUNCTUATION
    ),
}  # fmt: skip
"""Terminals that are the same sort everywhere."""

UNREAD = {**PLAIN, "INT": Sort.NUMBER, "WORD": Sort.NAME, "QUOTED": Sort.NAME}

NAMES = frozenset({"WORD", "QUOTED"})
LAYOUT = frozenset({"_NL", "_INDENT", "_DEDENT"})

NAMING = frozenset(
    "GAME MODULE OPTION DUMMY ENUM KIND CARD CLASS PLACES ZONE GROUP NUMBER FLAG MARKER PROMPT EVENT DEFINE".split()  # noqa: SIM905
)
"""Declarations that begin with the name that they declare."""

WITH_COLON = NAMING - {"GAME", "MODULE", "DUMMY", "KIND", "CARD", "EVENT"}
"""Declarations with a colon after what they declare."""

WITH_PARAMETERS = frozenset({"EVENT", "DEFINE", "ADJUST", "RAISE", "KEEP"})

SECOND = {"MORE": ("CARDS",), "VALUES": ("OF", "CARDS"), "WIN": ("ONLY ALSO",), "OUT": ("OF", "REACH")}
"""Words that belong to the one that begins a declaration."""

SAID = frozenset({"OFFERS", "ANSWER"})


def classified(source: SourceFile) -> tuple[Coloured, ...]:
    """Every token of a file in the order of the text, comments included; blanks are left out."""
    return _of_text(source.text)


def pieces(source: SourceFile, start: int, end: int) -> Iterator[tuple[str, str]]:
    """The text from `start` to `end` in pieces, each behind the name of its sort; blanks have none ("").

    Only the declarations that these characters belong to are parsed. What isn't a rules file is one piece.
    """
    rules = source.name.endswith(ENDING) and len(source.text) <= LONGEST_FILE
    at = start
    for first, last, sort in _around(source.text, start, end) if rules else ():
        first, last = max(first, at), min(last, end)
        if first < last:
            yield from [("", source.text[at:first])] if at < first else ()
            yield sort.value, source.text[first:last]
            at = last
    if at < end:
        yield "", source.text[at:end]


@functools.lru_cache(4)
def _of_text(text: str) -> tuple[Coloured, ...]:
    return tuple(_around(text, 0, len(text)))


def _around(text: str, start: int, end: int) -> Iterator[Coloured]:
    """The tokens of the declarations that the characters `start` to `end` belong to."""
    found = _cuts(text)
    begin = found[0][0] if found else len(text)
    if start < begin:
        yield from _unread(text, 0, begin)
    for first, last in found[max(bisect_right(found, (start, len(text))) - 1, 0) :]:
        if first >= end:
            break
        yield from (Coloured(first + left, first + right, sort) for left, right, sort in _of_piece(text[first:last]))


@functools.lru_cache(4)
def _cuts(text: str) -> tuple[tuple[int, int], ...]:
    return tuple(cuts(text))


@functools.lru_cache(MOST_PIECES)
def _of_piece(text: str) -> tuple[Coloured, ...]:
    """The tokens of one declaration."""
    found: list[Coloured] = []
    at = 0
    for each in _sorted(_tokens(text)):
        found += _unread(text, at, each.start)
        found.append(each)
        at = each.end
    return (*found, *_unread(text, at, len(text)))


def _unread(text: str, start: int, end: int) -> Iterator[Coloured]:
    """The tokens of a text that the parser passes over: comments, and lines that begin with an odd blank."""
    if end > start and not text[start:end].isspace():
        for kind, first, last in _words(text, start, end):
            if kind not in LAYOUT:
                yield Coloured(first, last, UNREAD.get(kind, Sort.PUNCTUATION))


def _tokens(whole: str) -> list[Lexeme]:
    """The tokens of a declaration; a line that can't be parsed is read word by word from the mistake on."""
    text: str | None = whole.rstrip() + "\n"
    kept: list[Lexeme] = []
    done = 0
    for _ in range(MOST_MISTAKES):
        assert text is not None
        found, stop = lexemes(text)
        if stop is not None and stop < done:
            break  # the rest can't be read without the broken line
        kept += [each for each in found if each.start >= done and (stop is None or each.start < stop)]
        if stop is None:
            return kept
        done = max([done, *(each.end for each in kept[-1:])])
        line_end = text.index("\n", min(max(stop, done), len(text) - 1))
        kept += _words(text, done, line_end)
        done = line_end
        text = _without(text, text.count("\n", 0, stop))
        if text is None:
            break
    return [*kept, *_words(whole, done, len(whole.rstrip()))]


def _without(text: str, number: int) -> str | None:
    """A text without a line, each other character where it was; None if it can't be read without."""
    changed = without_line(text, number)
    if changed is None or not text.startswith("scenario"):
        return changed
    lines = text.split("\n")
    lines[number] = " " * len(lines[number])
    return "\n".join(lines)


@functools.cache
def _word() -> re.Pattern[str]:
    return re.compile(
        rf'(?P<COMMENT>#[^\n]*)|(?P<_NL>\n)|(?P<STRING>"[^"\n]*"?)|(?P<QUOTED>`[^`\n]*`?)|(?P<CITES>\[[A-Z][^\]\n]*\]?)'
        rf"|(?P<INT>[0-9]+)|(?P<WORD>[^\W\d_][{within_word()}]*)|(?P<MINUS>[-+*])|(?P<COLON>\S)"
    )


def _words(text: str, start: int, end: int) -> Iterator[Lexeme]:
    """The tokens of a text that can't be parsed."""
    for found in _word().finditer(text, start, end):
        yield Lexeme(found.lastgroup or "", found.start(), found.start() + len(found.group().rstrip(" \t")))


class _Block(StrEnum):
    """What the lines of a block are."""

    DECLARATIONS = "declarations"
    SCENARIO = "scenario"
    OTHER = "other"


def _sorted(tokens: Iterable[Lexeme]) -> Iterator[Coloured]:
    """The tokens of a declaration, each with its sort."""
    blocks = [_Block.DECLARATIONS]
    opened = _Block.OTHER
    for layout, group in itertools.groupby(tokens, lambda token: token.terminal in LAYOUT):
        if not layout:
            line = list(group)
            opened = _opened(line[0].terminal, blocks[-1])
            yield from _Line(line, blocks[-1]).sorted()
            continue
        for token in group:
            if token.terminal == "_INDENT":
                blocks.append(opened)
            elif token.terminal == "_DEDENT" and len(blocks) > 1:
                blocks.pop()


def _opened(first: str, block: _Block) -> _Block:
    """The block below a line that begins with a word."""
    if block is _Block.SCENARIO or first == "SCENARIO":
        return _Block.SCENARIO
    return block if first == "WHEN" else _Block.OTHER


class _Line:
    """Tells what the names in a line are by the words around them."""

    def __init__(self, tokens: list[Lexeme], block: _Block) -> None:
        self._tokens = tokens
        self._terminals = [token.terminal for token in tokens] + ["_NL", "_NL"]
        first = self._first = tokens[0].terminal
        self._block = block
        self._declares = block is _Block.DECLARATIONS
        self._header = self._declares and first in WITH_COLON
        """Before the colon after what is declared."""
        self._label = first == "ABILITY" or (first == "OPTION" and not self._declares)
        """Among the words of an option."""
        self._parameters = False
        self._depth = 0

    def sorted(self) -> Iterator[Coloured]:
        """The tokens, each with its sort."""
        sort, within = Sort.NAME, False
        for at, token in enumerate(self._tokens):
            terminal = token.terminal
            if terminal in NAMES or terminal == "INT":
                if not within and terminal in NAMES:
                    sort, within = self._named(at), True
                yield Coloured(token.start, token.end, sort if within else Sort.NUMBER)
                continue
            within = False
            self._pass(at, terminal)
            yield Coloured(token.start, token.end, PLAIN.get(terminal) or self._word(at))

    def _word(self, at: int) -> Sort:
        """The sort of a word of the language."""
        behind = SECOND.get(self._first, ())[at - 1 : at] if at else ()
        begins = at == 0 or any(self._terminals[at] in each.split() for each in behind)
        return Sort.DECLARATION if begins and self._declares and self._first != "WHEN" else Sort.KEYWORD

    def _pass(self, at: int, terminal: str) -> None:
        """Go past a token that isn't part of a name."""
        if terminal in ("LPAR", "LESSTHAN", "LBRACE"):
            self._parameters |= self._depth == 0 and self._first in WITH_PARAMETERS and self._only_names(at)
            self._depth += 1
        elif terminal in ("RPAR", "MORETHAN", "RBRACE"):
            self._depth -= 1
            self._parameters = False
        elif self._depth == 0:
            self._header &= terminal != "COLON"
            self._label &= terminal != "COMMA"

    def _only_names(self, end: int) -> bool:
        """Whether nothing but a name stands between the first word of a line and a bracket."""
        return all(terminal in (*NAMES, "INT") for terminal in self._terminals[1:end])

    def _named(self, at: int) -> Sort:
        """The sort of the name that begins with a token."""
        if self._block is _Block.SCENARIO:
            return Sort.LABEL if self._first in SAID else Sort.NAME
        if self._declared(at):
            return Sort.DECLARED
        return Sort.LABEL if self._label and self._depth == 0 else Sort.NAME

    def _declared(self, at: int) -> bool:
        before = self._terminals[at - 1] if at else ""
        if at == 1 and (self._first == "LET" or (self._declares and self._first in NAMING)):
            return True
        if before == "AS" or (self._parameters and before in ("LPAR", "COMMA")):
            return True
        end = next(number for number, each in enumerate(self._terminals[at:], at) if each not in (*NAMES, "INT"))
        return self._terminals[end] == "COLON" and not self._header and self._terminals[end + 1] != "STRING"
