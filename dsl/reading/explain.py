"""Say what is wrong where a piece of text can't be parsed, and what to write there.

Called by `parse` with the place at which the parser stopped. A row of advice about the author's words comes first (see
`hints`), then what the place itself tells: a bracket, a name that needs backticks, the form of such a line.
"""

from __future__ import annotations

import re

from lark import Tree
from lark.exceptions import UnexpectedInput

from dsl.reading.line_advice import BETWEEN_NAMES, CONTINUES, Place, joined, lasting, of_place, said_again
from dsl.reading.parser import spell, where
from dsl.reading.trials import Trials
from dsl.text import hints
from dsl.text.diagnostics import Problems
from dsl.text.source import SourceFile, Span, without_comment
from dsl.text.spelling import did_you_mean, nearest

ALIKE = "lines of one block begin in the same column; indent a block by two spaces"

EMPTY_ZONE = "say a number, or cards; a zone without cards holds `nothing`"
GOES_ON = (
    "the line above it ends in `and`, `or` or a comma, and goes on here: leave that out, or write on what belongs to it"
)
CONTINUED = "indent the next line, in which it continues, deeper than this one"
SHORT = 2
"""The length of words of which all others of this length are near."""

STATEMENTS = frozenset(
    {
        "move", "lay", "look", "reveal", "draw", "shuffle", "flip", "put", "exchange", "set", "let", "ask", "offer",
        "do", "repeat", "together", "lose",
    }
)  # fmt: skip
"""Words that begin statements, and no declarations that a section often holds."""

ENDS = {"_NL", "$END", "_INDENT", "_DEDENT"}
BROKEN = re.compile(
    r"^(?:zone|number|flag|marker|event|define|class|group|prompt|places|enum) (?P<name>[^:(\"<,`\[\n#]+?)"
    r"(?= per | during | in order|[ \t]*[:(,\[\n#])",
    re.MULTILINE,
)
"""The declaration of a name without backticks."""

OPENINGS = {
    '"': ("this text isn't closed", 'close it with `"` on the same line'),
    "`": ("this isn't a valid name in backticks", "put the name between two backticks, on one line"),
    "[": ("this isn't a rule number", "rule numbers look like [O-B1] or [O-B1, O-B2]"),
}
"""The message and the help for a sign that opens something and isn't followed by the rest of it."""


def explain(file: SourceFile, start: int, text: str, error: UnexpectedInput, problems: Problems) -> None:
    """Report a mistake in a piece of a file that begins at `start`."""
    at, length, expected = where(error, text)
    span = Span(file, min(start + at, len(file.text)), min(start + at + length, len(file.text)))
    found = text[at : at + length].strip() if at < len(text) else ""
    if not found or getattr(getattr(error, "token", None), "type", "") in ENDS or expected == {"_INDENT"}:
        _incomplete(span, error, expected, problems, Trials(start, text, at, len(problems.found)))
    elif text.startswith("when ") and found.split(" ")[0] in STATEMENTS and "ZONE" in expected:
        _misused_section(file, start, problems)
    elif found in OPENINGS:
        message, help_ = OPENINGS[found]
        problems.add("syntax", message, span, help=help_, certain=found != "[")
    else:
        works = Trials(start, text, at, len(problems.found))
        broken = _of_a_broken_name(span)
        place = Place(span, found, expected, works)
        help_ = (
            broken
            or said_again(place)
            or lasting(place)
            or hints.hint_for("syntax", span, works)
            or ("" if place.event else _close(span, found, expected, works))
        )
        letter = found[0].isalnum() or found[0].isascii()
        why = "isn't allowed here" if letter else "isn't a letter, so it can't be part of a name"
        help_ = help_ or of_place(place)
        problems.add("syntax", f"`{found[:60]}` {why}", span, help=help_, certain=True)


def _close(span: Span, found: str, expected: set[str], works: Trials) -> str:
    """The word that was surely meant at a place."""
    close = nearest(found, [word for name in expected for word in spell(name) if re.fullmatch(r"[a-z][a-z ]*", word)])
    long = close is not None and (len(found) > SHORT or found.lower() == close)
    return did_you_mean(close if close and long and works(span.start, span.start + len(found), close) else None)


def _misused_section(file: SourceFile, start: int, problems: Problems) -> None:
    """Report a section that holds statements: its author wrote `when` for `after` or `on`."""
    end = file.text.find("\n", start)
    line = Span(file, start, start + len(without_comment(file.text, start, end).rstrip()))
    message = "a section `when …` holds declarations, but these are statements"
    problems.add("syntax", message, line, help=hints.hint_for_section(line))


def _of_a_broken_name(span: Span) -> str:
    """The advice about a name at a place that is declared with a word of the language and without backticks."""
    text = span.file.text
    begin = text.rfind("\n", 0, span.start) + 1
    end = span.end - begin
    line = without_comment(text, begin)
    for found in BROKEN.finditer(text):
        name = found["name"].strip()
        at = line.rfind(name, 0, end + len(name))
        here = at >= 0 and at <= end and at + len(name) >= span.start - begin - 1
        if here and found.start() != begin and BETWEEN_NAMES & set(name.split(" ")[1:]):
            return f"put `{name}` in backticks wherever it stands: it contains a word of the language"
    return ""


def _of_a_position(error: UnexpectedInput) -> bool:
    """Whether a line of a scenario ends where it should say what a zone holds."""
    parser = getattr(error, "interactive_parser", None)
    before = parser.parser_state.value_stack[-3:] if parser else []
    if before and getattr(before[-1], "type", "") == "MINUS":
        before.pop()
    return (
        len(before) >= 2
        and isinstance(before[-2], Tree) and before[-2].data == "words"
        and getattr(before[-1], "type", "") == "COLON"
    )  # fmt: skip


def _incomplete(span: Span, error: UnexpectedInput, expected: set[str], problems: Problems, works: Trials) -> None:
    kind = getattr(getattr(error, "token", None), "type", "")
    one = joined(span, works) if kind == "_INDENT" or "_INDENT" in expected else ""
    if one:
        problems.add("syntax", "the line is broken in the wrong place", span, help=one, certain=True)
    elif kind == "_INDENT":
        message = "this line is indented, but the line above it can't have a block"
        problems.add("indentation", message, span, help=ALIKE)
    elif "_INDENT" in expected:
        message = "an indented block is missing here"
        opening = span if kind in ENDS else _line_above(span)
        goes_on = CONTINUES.search(_line_above(span).text) is not None and span.start > 0
        help_ = GOES_ON if goes_on else "indent the lines that belong to this one by two spaces"
        problems.add("indentation", message, opening, help=help_, certain=goes_on)
    elif kind == "_NL" and CONTINUES.search(span.file.text[: span.end].rsplit("\n", 1)[-1]):
        problems.add(
            "syntax",
            "the line ends too early",
            span,
            help=CONTINUED,
            certain=True,
        )
    else:
        broken = _of_a_broken_name(span)
        help_ = (
            broken
            or joined(span, works)
            or hints.hint_for("syntax", span, works)
            or (EMPTY_ZONE if _of_a_position(error) else "")
            or of_place(Place(Span(span.file, span.end, span.end), "", expected, works))
        )
        problems.add("syntax", "the line ends too early", span, help=help_, certain=True)


def _line_above(span: Span) -> Span:
    """The nearest line above the start of a span that is neither blank nor a comment, without its own comment."""
    end = span.file.text.rfind("\n", 0, span.start)
    while True:
        start = span.file.text.rfind("\n", 0, end) + 1
        words = without_comment(span.file.text, start, end)
        if words.strip() or not start:
            return Span(span.file, start + len(words) - len(words.lstrip()), start + len(words.rstrip()))
        end = start - 1
