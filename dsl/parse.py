"""Text → Lark trees, one a declaration.

A file is cut where a line begins without indentation, and each piece is parsed on its own: one broken
declaration never hides the next. Lark's exceptions become problems here and go no further.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

import attrs
from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError, Indenter

from dsl.diagnostics import Problems
from dsl.source import SourceFile, Span
from dsl.spelling import nearest

LONGEST_FILE = 500_000
LONGEST_LINE = 2_000
DEEPEST_INDENT = 80
DEEPEST_BRACKETS = 40
MOST_DIGITS = 6


@attrs.frozen
class Piece:
    """The tree of one declaration, and the offset in the file at which its text begins."""

    tree: Tree[Token]
    offset: int


class _Indentation(Indenter):
    NL_type = "_NL"
    OPEN_PAREN_types: list[str] = []  # noqa: RUF012 - the base class declares it so
    CLOSE_PAREN_types: list[str] = []  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 4


@cache
def _parser() -> Lark:
    grammar = files("dsl").joinpath("grammar.lark").read_text("utf-8")
    return Lark(
        grammar, parser="lalr", postlex=_Indentation(), propagate_positions=True, maybe_placeholders=True, cache=False
    )


def parse(file: SourceFile, problems: Problems) -> list[Piece]:
    """The declarations of a file as trees; what can't be read becomes a problem each."""
    if not _readable(file, problems):
        return []
    pieces = []
    for start, end in _cuts(file.text):
        tree = _parse_piece(file, start, end, problems)
        if tree is not None:
            pieces.append(Piece(tree, start))
    return pieces


def _readable(file: SourceFile, problems: Problems) -> bool:
    if len(file.text) > LONGEST_FILE:
        problems.add("too-large", f"a rules file holds at most {LONGEST_FILE:,} characters", Span(file, 0, 0))
        return False
    bad = re.search(r"[^\S \t\r\n\f]|[\x00-\x08\x0e-\x1f\x7f\ud800-\udfff\ufffd]", file.text)
    if bad:
        problems.add(
            "not-text",
            f"the file holds a character that is no text (code {ord(bad.group()):#x})",
            Span(file, bad.start(), bad.end()),
            help="rules are plain text in UTF-8",
        )
        return False
    return _lines_are_sane(file, problems)


def _lines_are_sane(file: SourceFile, problems: Problems) -> bool:
    before = len(problems.found)
    for start, text in zip(file.line_starts, file.text.split("\n"), strict=False):
        depth = max(text.count("("), text.count("<"))
        indent = len(text.expandtabs(4)) - len(text.expandtabs(4).lstrip(" "))
        digits = re.search(rf"[0-9]{{{MOST_DIGITS + 1},}}", text)
        if len(text) > LONGEST_LINE:
            problems.add(
                "too-large", f"a line holds at most {LONGEST_LINE:,} characters", Span(file, start, start + 40)
            )
        elif depth > DEEPEST_BRACKETS or (indent > DEEPEST_INDENT and text.strip()):
            problems.add(
                "too-deep",
                "this is nested too deeply",
                Span(file, start, start + len(text)),
                help="give a part of it a name with `define` or `event`",
            )
        elif digits and not text.lstrip().startswith("#"):
            problems.add(
                "too-large",
                f"a number has at most {MOST_DIGITS} digits",
                Span(file, start + digits.start(), start + digits.end()),
            )
        if len(problems.found) > before + 10:
            break
    return len(problems.found) == before


def _cuts(text: str) -> list[tuple[int, int]]:
    """Where the pieces begin and end: at lines that begin with neither blank nor comment."""
    starts = [match.start() for match in re.finditer(r"^(?![#\s])", text, re.MULTILINE) if match.start() < len(text)]
    first = re.search(r"^[ \t]+(?![#\s])", text, re.MULTILINE)
    if first and (not starts or first.start() < starts[0]):
        starts.insert(0, first.start())
    return list(zip(starts, [*starts[1:], len(text)], strict=False))


def _parse_piece(file: SourceFile, start: int, end: int, problems: Problems) -> Tree[Token] | None:
    text = file.text[start:end]
    try:
        return _parser().parse(text.rstrip() + "\n")
    except UnexpectedInput as error:
        _explain(file, start, text, error, problems)
    except DedentError:
        problems.add(
            "indentation",
            "this block's lines don't begin under each other",
            Span(file, start, start + _first_line(text)),
            help="every line of a block begins with the same number of blanks",
        )
    return None


def _first_line(text: str) -> int:
    return len(text.split("\n", 1)[0])


def _explain(file: SourceFile, start: int, text: str, error: UnexpectedInput, problems: Problems) -> None:
    at, length, expected = _where(error, text)
    span = Span(file, min(start + at, len(file.text)), min(start + at + length, len(file.text)))
    words = sorted({word for name in expected for word in _spell(name)})
    found = text[at : at + length].strip() if at < len(text) else ""
    kind = getattr(getattr(error, "token", None), "type", "")
    if not found or kind in ("_NL", "$END", "_DEDENT", "_INDENT") or words == ["an indented block"]:
        _incomplete(span, error, words, problems)
        return
    close = nearest(found, [word for word in words if word[0].isalpha()])
    help_ = f"did you mean `{close}`?" if close else _list(words)
    problems.add("syntax", f"`{found[:60]}` can't stand here", span, help=help_)


def _incomplete(span: Span, error: UnexpectedInput, words: list[str], problems: Problems) -> None:
    kind = getattr(getattr(error, "token", None), "type", "")
    if kind == "_INDENT":
        problems.add("indentation", "these lines are indented, but nothing above them takes a block", span)
    elif words == ["an indented block"] or "an indented block" in words:
        problems.add(
            "indentation",
            "an indented block is missing here",
            span,
            help="indent what belongs to the line above by two blanks",
        )
    else:
        problems.add("syntax", "the line ends too early", span, help=_list(words))


def _list(words: list[str]) -> str:
    shown = [word if " " in word else f"`{word}`" for word in words[:8]]
    return f"expected {' or '.join(shown)}" + (" …" if len(words) > 8 else "") if shown else ""


def _where(error: UnexpectedInput, text: str) -> tuple[int, int, set[str]]:
    if isinstance(error, UnexpectedToken):
        token = error.token
        at = token.start_pos if token.start_pos is not None else len(text.rstrip())
        if token.type in ("_NL", "$END", "_DEDENT"):
            at = len(text[:at].rstrip()) if token.type == "_NL" else len(text.rstrip())
            return max(at - 1, 0), 1, set(error.accepts or error.expected)
        if token.type == "_INDENT" and token.end_pos is not None:
            return token.end_pos, _first_line(text[token.end_pos :]), set(error.accepts or error.expected)
        return at, max(len(str(token).rstrip()), 1), set(error.accepts or error.expected)
    at = int(getattr(error, "pos_in_stream", None) or 0)
    word = re.match(r"[\w'’-]+", text[at:])
    return at, word.end() if word else 1, set(getattr(error, "allowed", None) or ())


_SPOKEN = {
    "WORD": ["a name"],
    "QUOTED": [],
    "INT": ["a number"],
    "STRING": ["a text in double quotes"],
    "CITES": ["a rule number such as [O-B1]"],
    "SCENARIO_ID": ["an id such as first-example"],
    "COMMENT": [],
    "_NL": ["the end of the line"],
    "_INDENT": ["an indented block"],
    "_DEDENT": [],
    "$END": [],
}


def _spell(terminal: str) -> list[str]:
    """How a terminal of the grammar is written."""
    if terminal in _SPOKEN:
        return _SPOKEN[terminal]
    for definition in _parser().terminals:
        if definition.name == terminal:
            pattern = definition.pattern.value
            return re.sub(r"^\(|\)\\b$", "", pattern).split("|") if pattern.startswith("(") else [pattern]
    return []
