"""The parser of the grammar, and where it stopped.

Lark stays in here and in the modules that read its trees. Nothing here knows what a mistake means: see `explain`.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from importlib.resources import files
from io import BytesIO
from typing import NamedTuple

import lark
from lark import Lark, Token
from lark.exceptions import UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError, Indenter
from lark.lexer import PatternRE, PatternStr, TerminalDef

from dsl.text import cache
from dsl.text.letters import within_word

MOST_CACHED = 8
"""Tables that are cached, each for one version of the grammar."""

EVERYWHERE = (
    "_NL", "WORD", "QUOTED", "INT", "STRING", "CITES",
    "COLON", "COMMA", "LPAR", "RPAR", "LESSTHAN", "MORETHAN", "VBAR", "STAR", "PLUS", "MINUS",
)  # fmt: skip
"""Terminals that are read even where they can't stand. Patterns take long to compile, and so a few serve all places. A
word of the language is read like any other word: it ends where a name would, and is looked up."""

TURNING = frozenset({"move", "draw", "turn"})
"""Words that begin a statement that may end in `face up` or `face down`."""

BEHIND = {word: word.upper() for word in ("to", "and", "or", "where", "in", "is", "of", "from")}
"""Terminals behind a name that ends in `face`, `face up` or `face down`, which are read before the name has ended."""

CONTINUING = frozenset({"AND", "OR", "COMMA"})
"""Terminals at the end of a line that continues in the next one, if that is indented deeper."""

TERMINALS = {
    "WORD": ["a name"], "QUOTED": [], "INT": ["a number"], "STRING": ["a text in double quotes"],
    "CITES": ["a rule number such as [O-B1]"], "SCENARIO_ID": ["an id such as first-example"],
    "ONCE": ["once a turn", "once a game"], "ONCE_IN": ["once in"],
    "_NL": ["the end of the line"], "_INDENT": ["an indented block"], "_DEDENT": [], "$END": [], "COMMENT": [],
}  # fmt: skip
"""The words for terminals that are not written alike everywhere."""


class _Indentation(Indenter):
    NL_type = "_NL"
    OPEN_PAREN_types: list[str] = []  # noqa: RUF012 - the base class declares it so
    CLOSE_PAREN_types: list[str] = []  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 4
    always_accept = EVERYWHERE

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """Add the tokens for blocks, and leave out the ends of lines that continue in the next one.

        Each text has its own levels of indentation, so that several can be parsed at a time.
        """
        own = _Indentation()
        joined: Iterator[Token] = Indenter.process(own, own._faced(own._joined(stream)))  # type: ignore[no-untyped-call]
        return joined

    def _joined(self, stream: Iterator[Token]) -> Iterator[Token]:
        before = ""
        for token in stream:
            if token.type == self.NL_type and before in CONTINUING and self._deeper(token):
                continue
            before = token.type
            yield token

    def _faced(self, stream: Iterator[Token]) -> Iterator[Token]:
        """Read `face up` and `face down` at the end of a statement that turns cards as one word of the language."""
        first = before = ""
        ahead: list[Token] = []
        while (token := ahead.pop() if ahead else next(stream, None)) is not None:
            first = token if before in ("", self.NL_type) else first
            before = token.type
            if token != "face" or first not in TURNING:
                yield token
                continue
            side = ahead.pop() if ahead else _next(stream)
            after = (ahead.pop() if ahead else _next(stream)) if side in ("up", "down") else None
            ahead += [each for each in (after, side) if each is not None]
            if side is not None and after is not None and (after.type == self.NL_type or after == "as"):
                face = Token("FACE", f"{token} {side}", token.start_pos, token.line, token.column)
                face.end_line, face.end_column, face.end_pos = side.end_line, side.end_column, side.end_pos
                token, ahead = face, [*ahead[:-2], after]
            yield token

    def _deeper(self, end: Token) -> bool:
        return indent_of(end.rsplit("\n", 1)[1] + ".") > self.indent_level[-1]


def _next(stream: Iterator[Token]) -> Token | None:
    """The next token; a word that was read as part of a name is the word of the language that it is."""
    token = next(stream, None)
    return token.update(type=BEHIND[token]) if token is not None and token in BEHIND else token


@functools.cache
def parser() -> Lark:
    """The parser of the grammar; its tables are cached, because making them is the slowest part of a start."""
    made_from = b"\0".join([cache.compiler(), lark.__version__.encode()])
    tables = cache.find("grammar", made_from)
    if tables is not None:
        return Lark.load(BytesIO(tables))
    anew = made()
    tables_anew = BytesIO()
    anew.save(tables_anew)
    cache.save("grammar", made_from, tables_anew.getvalue(), MOST_CACHED)
    return anew


def made() -> Lark:
    """The parser, made from the grammar."""
    return Lark(
        files("dsl.reading").joinpath("grammar.lark").read_text("utf-8"),
        parser="lalr",
        start=["start", "gap"],
        postlex=_Indentation(),
        propagate_positions=True,
        maybe_placeholders=True,
        edit_terminals=_with_marks,
    )


def _with_marks(terminal: TerminalDef) -> None:
    """Allow marks on the letters of names."""
    if terminal.name == "WORD":
        terminal.pattern = PatternRE(rf"[^\W\d_][{within_word()}]*")


def stops(text: str) -> int | None:
    """Where the parser stops in the text of a declaration; None if it reads it all.

    A line that lacks its block is read to its end.
    """
    try:
        parser().parse(text, start="start")
    except UnexpectedInput as error:
        at, _, expected = where(error, text)
        return at + ("_INDENT" in expected)
    except DedentError:
        return 0
    return None


class Lexeme(NamedTuple):
    """A token: its terminal in the grammar, and its place in the text that was parsed.

    `_NL`, `_INDENT` and `_DEDENT` stand for the ends of lines and for blocks.
    """

    terminal: str
    start: int
    end: int


def lexemes(text: str) -> tuple[list[Lexeme], int | None]:
    """The tokens of a declaration, up to a mistake, and where it is; None if there is none."""
    found: list[Lexeme] = []
    reading = parser().parse_interactive(text, start="start")
    try:
        found.extend(Lexeme(each.type, each.start_pos or 0, each.end_pos or 0) for each in reading.iter_parse())
        reading.feed_eof()  # type: ignore[no-untyped-call]
    except UnexpectedInput as error:
        return found, where(error, text)[0]
    except DedentError:
        return found, found[-1].end if found else 0
    return found, None


def accepted(text: str) -> frozenset[str] | None:
    """The terminals that could stand at the end of an unfinished declaration; None if there is a mistake in it."""
    if not text.strip():
        return frozenset(parser().parse_interactive("", start="start").accepts())  # type: ignore[no-untyped-call]
    state = parser().parse_interactive(text, start="start")
    try:
        for token in state.lexer_thread.lex(state.parser_state):  # type: ignore[no-untyped-call]
            if token.type == _Indentation.DEDENT_type and not token:
                break  # a block that ends only because the text does
            state.feed_token(token)
    except (UnexpectedInput, DedentError):
        return None
    return frozenset(state.accepts())  # type: ignore[no-untyped-call]


def where(error: UnexpectedInput, text: str) -> tuple[int, int, set[str]]:
    """Where in a text a mistake is, how many characters it has, and the terminals that could stand there."""
    expected = _expected(error)
    if isinstance(error, UnexpectedToken):
        token = error.token
        at = token.start_pos if token.start_pos is not None else len(text.rstrip())
        if token.type in ("_NL", "$END", "_DEDENT"):
            at = len(text[:at].rstrip()) if token.type == "_NL" or "_INDENT" in expected else len(text.rstrip())
            return max(at - 1, 0), 1, expected
        if token.type == "_INDENT" and token.end_pos is not None:
            return token.end_pos, len(text[token.end_pos :].split("\n", 1)[0]), expected
        return at, max(len(str(token).rstrip()), 1), expected
    at = int(getattr(error, "pos_in_stream", None) or 0)
    word = re.match(f"[{within_word()}]+", text[at:])
    return at, word.end() if word else 1, expected


def _expected(error: UnexpectedInput) -> set[str]:
    """The terminals that could stand where the mistake is."""
    parser = getattr(error, "interactive_parser", None)
    return set(parser.accepts()) if parser else set()


def spell(terminal: str) -> list[str]:
    """The spellings of a terminal of the grammar; [] for one that isn't always written alike."""
    pattern = next((t.pattern for t in parser().terminals if t.name == terminal and t.name not in TERMINALS), None)
    if pattern is None or isinstance(pattern, PatternStr):
        return [pattern.value] if pattern else []
    words = re.sub(r"^\((\?:)?|\)?(\\b)?$", "", pattern.value)
    return [word.replace("\\", "") for word in words.split("|")]


def indent_of(line: str) -> int:
    """How far a line is indented; a tab counts as four blanks."""
    return sum(4 if blank == "\t" else 1 for blank in line[: len(line) - len(line.lstrip())])
