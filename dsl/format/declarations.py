"""Lay out a declaration, token by token: the author's words, line breaks and comments stay.

A comment in a line of its own belongs to the block as deep as it is indented, but never to one that is closed by then.
A comment exactly below one on the right continues it. Nothing here knows what a declaration means.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile

import attrs

from dsl.format.lines import FURTHER, INDENT, Line
from dsl.format.tokens import STRUCTURE, Token
from dsl.reading.parser import indent_of
from dsl.text.render import cells

TIGHT_BEFORE = frozenset({"COMMA", "COLON", "RPAR", "MORETHAN", "RBRACE"})
"""Terminals without a blank in front of them."""

TIGHT_AFTER = frozenset({"LPAR", "LESSTHAN", "LBRACE"})
"""Terminals without a blank behind them."""

NAMES = frozenset({"WORD", "INT", "QUOTED"})
"""Terminals that end a name; a bracket behind them holds what is handed over, but for the marks in scenarios."""

DEEPER = {"_INDENT": 1, "_DEDENT": -1}

VALUES = NAMES | {"RPAR", "YES", "NO", "NONE"}
"""Terminals that end a value: a minus behind them takes away, any other belongs to the number behind it."""


@attrs.frozen
class _Stretch:
    """The tokens of one line of the file, the depth of its block, and whether it continues the line above."""

    depth: int
    continues: bool
    scenario: bool
    tokens: tuple[Token, ...]

    @property
    def indent(self) -> int:
        """The blanks before it."""
        further = INDENT if self.scenario else FURTHER
        return self.depth * INDENT + further * self.continues


def lines_of(text: str, tokens: Sequence[Token]) -> Iterator[Line]:
    """The lines of a declaration and of what stands behind it, up to the end of the text."""
    levels: list[int] = []
    for this, below in pairwise([*_stretches(text, tokens), None]):
        assert this is not None
        first, last = this.tokens[0], this.tokens[-1]
        if not this.continues:
            begin = text.rfind("\n", 0, first.start) + 1
            levels = [*levels[: this.depth], indent_of(text[begin : first.start] + ".") if this.depth else 0]
        beside, *rest = text[last.end : below.tokens[0].start if below else len(text)].split("\n")
        comment = beside.strip()
        yield attrs.evolve(_line(this, below), comment=comment, beside=comment != "")
        rest = rest[:-1] if below or not (rest and rest[-1].strip()) else rest
        continuing = _continuing(text[text.rfind("\n", 0, last.end) + 1 : last.end] + beside, comment, rest)
        yield from (Line(comment=each.strip(), beside=True) for each in rest[:continuing])
        yield from _between(this, below, rest[continuing:], levels)


def _continuing(line: str, comment: str, rest: Sequence[str]) -> int:
    """How many of the lines below one with a comment begin with a comment exactly below it."""
    if not comment:
        return 0
    column = _column(line, comment)
    return sum(1 for _ in takewhile(lambda each: each.strip() and _column(each, each.strip()) == column, rest))


def _stretches(text: str, tokens: Sequence[Token]) -> Iterator[_Stretch]:
    depth, continues = 0, False
    line: list[Token] = []
    scenario: int | None = None
    for token in tokens:
        ends = token.terminal == "_NL"
        if line and (ends or "\n" in text[line[-1].end : token.start]):
            if not continues and (scenario is None or depth <= scenario):
                scenario = depth if line[0].terminal == "SCENARIO" else None
            yield _Stretch(depth, continues, scenario is not None, tuple(line))
            line, continues = [], not ends
        if token.terminal in STRUCTURE:
            depth += DEEPER.get(token.terminal, 0)
        else:
            line.append(token)


def _column(line: str, comment: str) -> int:
    """The column in which the comment at the end of a line begins."""
    return cells(line[: line.rfind(comment)].expandtabs(4))


def _between(above: _Stretch, below: _Stretch | None, rest: Sequence[str], levels: Sequence[int]) -> Iterator[Line]:
    """The comments and blank lines between two lines, or behind the last one."""
    deepest = above.depth + 1
    shallowest = below.depth if below else 0
    blank = shallowest != deepest
    for text in rest:
        comment = text.strip()
        if not comment:
            if blank and not (below and below.continues):
                yield Line()
            continue
        blank, indent = True, indent_of(text)
        depth = deepest if indent > levels[-1] else sum(level <= indent for level in levels) - 1
        depth = min(max(depth, shallowest), deepest)
        yield Line(below.indent if below and below.continues else depth * INDENT, comment=comment)


def _line(this: _Stretch, below: _Stretch | None) -> Line:
    """A line without its comment; the row of a table is one only if no line continues it."""
    tokens = list(this.tokens)
    if tokens[0].terminal == "VBAR" and not this.continues and not (below and below.continues):
        bars = [number for number, token in enumerate(tokens) if token.terminal == "VBAR"]
        return Line(this.indent, cells=tuple(_spaced(tokens[a + 1 : b], marks=False) for a, b in pairwise(bars)))
    cites = tokens.pop().text if tokens[-1].terminal == "CITES" else ""
    return Line(this.indent, _spaced(tokens, marks=this.scenario), cites=cites)


def _spaced(tokens: Sequence[Token], *, marks: bool) -> str:
    """The tokens of a line with the blanks between them; brackets behind names are `marks`, or belong to the name."""
    words: list[str] = []
    before, ahead = "", ""
    for token in tokens:
        tight = ahead in TIGHT_AFTER or token.terminal in TIGHT_BEFORE
        tight = tight or (ahead == "MINUS" and before not in VALUES)
        tight = tight or (token.terminal == "LPAR" and ahead in NAMES and not marks)
        words += [token.text] if tight or not words else [" ", token.text]
        before, ahead = ahead, token.terminal
    return "".join(words)
