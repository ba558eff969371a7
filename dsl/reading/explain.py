"""Say what is wrong where a piece of text can't be parsed, and what to write there.

Called by `parse` with the place at which the parser stopped. A row of advice about the author's words comes first (see
`hints`), then what the place itself tells: a bracket, a name that needs backticks, the form of such a line.
"""

from __future__ import annotations

import re

from lark import Tree
from lark.exceptions import UnexpectedInput

from dsl.reading import forms
from dsl.reading.parser import TERMINALS, spell, where
from dsl.reading.trials import Trials
from dsl.text import hints
from dsl.text.diagnostics import Problems
from dsl.text.source import SourceFile, Span, without_comment
from dsl.text.spelling import nearest

ALIKE = "lines of one block begin in the same column; indent a block by two spaces"

CONTINUES = re.compile(r"(?:,|\b(?:and|or))\s*(?:#.*)?$")
"""The end of a line that continues in the next one, if that is indented deeper."""

EMPTY_ZONE = "say a number, or cards; a zone without cards holds `nothing`"
CONTINUED = "indent the next line, in which it continues, deeper than this one"
STATEMENTS = frozenset(
    {
        "move", "lay", "look", "reveal", "draw", "shuffle", "flip", "put", "exchange", "set", "let", "ask", "offer",
        "do", "repeat", "together", "lose",
    }
)  # fmt: skip
"""Words that begin statements, and no declarations that a section often holds."""

ENDS = {"_NL", "$END", "_INDENT", "_DEDENT"}
MOST_EXPECTED = 8
BETWEEN_NAMES = frozenset(
    "and or is in of to from into as at if then else where when with while times "  # noqa: SIM905
    "under on top by per meets lies over besides onto".split()
)

NAMING = re.compile(
    r"(?:zone|number|flag|marker|event|enum|group|places|kind|class|define|prompt|option|cards?|turn:) [^:(\"<]*"
    r"|[ \t]+(?!when\b|active\b|rides\b|may\b)[\w'-]+(?: [\w'-]+)? "
)
"""The beginning of a line that declares a name, up to a word that may belong to the name."""

BROKEN = re.compile(
    r"^(?:zone|number|flag|marker|event|define|class|group|prompt|places|enum) (?P<name>[^:(\"<,`\[\n#]+?)"
    r"(?= per | during | in order|[ \t]*[:(,\[\n#])",
    re.MULTILINE,
)
"""The declaration of a name without backticks."""

DECLARED = re.compile(r"(?:`|^[ \t]*\|[ \t]*)([^`|\n]+?)[ \t]*[`|]", re.MULTILINE)
"""A name in backticks, or in the first column of a table."""

OPENINGS = {
    '"': ("this text isn't closed", 'close it with `"` on the same line'),
    "`": ("this isn't a valid name in backticks", "put the name between two backticks, on one line"),
    "[": ("this isn't a rule number", "rule numbers look like [O-B1] or [O-B1, O-B2]"),
}
"""The message and the help for a sign that opens something and isn't followed by the rest of it."""

OPERATORS = frozenset({"is", "meets", "lies", "in", "and", "or", "of", "(", "*", "+", "-"})
"""Words and signs that may follow almost every value."""

GROUPS = (
    ({"zone", "event"}, "a declaration begins with a word such as `zone`, `event`, `define` or `on`"),
    (
        {"move", "shuffle"},
        "a statement begins with a word such as `move`, `do`, `ask` or `if`; for an event, say `do …`",
    ),
    ({"if", "leftmost"}, "expected a value, such as a name or a number"),
    ({"not", "any"}, "expected a condition"),
    ({"(", "leftmost"}, "expected a value, such as a name or a number"),
)
"""Places where too much can stand to list: words by which such a place is recognised, and the help for it."""


def explain(file: SourceFile, start: int, text: str, error: UnexpectedInput, problems: Problems) -> None:
    """Report a mistake in a piece of a file that begins at `start`."""
    at, length, expected = where(error, text)
    span = Span(file, min(start + at, len(file.text)), min(start + at + length, len(file.text)))
    found = text[at : at + length].strip() if at < len(text) else ""
    if not found or getattr(getattr(error, "token", None), "type", "") in ENDS or expected == {"_INDENT"}:
        _incomplete(span, error, expected, problems, Trials(start, text, at))
    elif text.startswith("when ") and found.split(" ")[0] in STATEMENTS and "ZONE" in expected:
        _misused_section(file, start, problems)
    elif found in OPENINGS:
        message, help_ = OPENINGS[found]
        problems.add("syntax", message, span, help=help_, certain=found != "[")
    else:
        broken = _of_a_broken_name(span)
        close = nearest(
            found, [word for name in expected for word in spell(name) if re.fullmatch(r"[a-z][a-z ]*", word)]
        )
        help_ = f"did you mean `{close}`?" if close else ""
        word, list_ = found.split(" ")[0], _advice(span, found, expected)
        if broken:
            help_ = broken
        elif not help_ and word in BETWEEN_NAMES and _in_a_name(span, word, error):
            said = f"`{found}`" if found == "at random" else f"the word `{word}`"
            quoted = f"put a name that contains {said} in backticks"
            help_ = f"{_list(expected)}; {quoted}" if len(expected) == 1 else quoted
        help_ = help_ or list_
        letter = found[0].isalnum() or found[0].isascii()
        why = "isn't allowed here" if letter else "isn't a letter, so it can't be part of a name"
        help_ = broken or hints.hint_for("syntax", span, Trials(start, text, at)) or help_
        problems.add("syntax", f"`{found[:60]}` {why}", span, help=help_, certain=True)


def _misused_section(file: SourceFile, start: int, problems: Problems) -> None:
    """Report a section that holds statements: its author wrote `when` for `after` or `on`."""
    end = file.text.find("\n", start)
    line = Span(file, start, start + len(without_comment(file.text, start, end).rstrip()))
    message = "a section `when …` holds declarations, but these are statements"
    problems.add("syntax", message, line, help=hints.hint_for_section(line))


def _in_a_name(span: Span, word: str, error: UnexpectedInput) -> bool:
    """Whether a word of the language seems to belong to a name: one that is being declared, or a declared one."""
    text = span.file.text
    start = text.rfind("\n", 0, span.start) + 1
    line = without_comment(text, start).strip()
    if _behind_name(error) and NAMING.fullmatch(text[start : span.start]):
        return True
    return any(found[1] in line for found in DECLARED.finditer(text) if word in found[1].split())


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


def _behind_name(error: UnexpectedInput) -> bool:
    """Whether the place of a mistake is right behind a name."""
    parser = getattr(error, "interactive_parser", None)
    before = parser.parser_state.value_stack[-1:] if parser else []
    return any(isinstance(each, Tree) and each.data == "name" for each in before)


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
    if kind == "_INDENT":
        message = "this line is indented, but the line above it can't have a block"
        problems.add("indentation", message, span, help=ALIKE)
    elif "_INDENT" in expected:
        message = "an indented block is missing here"
        opening = span if kind in ENDS else _line_above(span)
        problems.add("indentation", message, opening, help="indent the lines that belong to this one by two spaces")
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
            or hints.hint_for("syntax", span, works)
            or (EMPTY_ZONE if _of_a_position(error) else "")
            or _advice(Span(span.file, span.end, span.end), "", expected)
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


def _advice(span: Span, found: str, expected: set[str]) -> str:
    """What to do about a place: a bracket that is missing or too many, else what could stand there, in which form."""
    text = span.file.text
    begin = text.rfind("\n", 0, span.start) + 1
    line = without_comment(text, begin)
    if bracket := forms.bracket(line[: span.start - begin], found, line[span.start - begin :], expected):
        return bracket
    if expected == {"OPTION"}:
        return forms.option(line.strip())
    list_ = _list(expected)
    head = hints.head_of(text, begin)
    form = forms.form(without_comment(text, head).strip(), line.strip(), begin != head)
    if expected == {"_NL"}:
        return f"the line is complete before it, {f'as in `{form}`' if form else 'so'}: leave the rest out"
    shown = list_.startswith("expected") and form and not forms.misses(form, line[: span.start - begin], list_)
    return f"{list_}; such a line reads `{form}`" if shown else list_


def _list(expected: set[str]) -> str:
    """The help that names the terminals that could stand at a place."""
    words = {word for name in expected for word in spell(name)}
    if {"and", "or"} <= words and (words - OPERATORS or expected & {"_NL", "FACE"}):
        words -= OPERATORS - {"and", "or"} if "is" not in words else OPERATORS
    for sign, kind in GROUPS:
        if sign <= words:
            return kind
    shown = sorted({word for name in expected for word in TERMINALS.get(name, [])})
    shown += [f"`{word}`" for word in sorted(words, key=lambda word: (not word[0].isalpha(), word))]
    more = " …" if len(shown) > MOST_EXPECTED else ""
    return f"expected {' or '.join(shown[:MOST_EXPECTED])}{more}" if shown else ""
