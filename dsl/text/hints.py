"""Hints: how to write in this language what authors write in another way (comparisons, articles, `from`).

`Problems` asks for a hint about text that can't be parsed and about unknown names. Each hint is a pattern over the line
up to the mistake, so it depends on the author's words and not on where the parser stopped. Nothing here knows the
grammar or the names that are declared.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from dsl.text.source import Span, without_comment

CODES = frozenset({"syntax", "unknown-name", "unknown-zone", "unknown-domain", "unknown-kind"})
"""Codes of the problems that get hints."""

NOUN = r"([^\W\d]\w*)"
NAMES = r"([^\W\d][\w' -]{0,60}?)"
MORE = "greater|bigger|larger|higher"
LESS = "smaller|fewer|lower"

Hint = Callable[[re.Match[str]], str]


def _say(words: str) -> Hint:
    return lambda _: f"say `{words}`"


def _of_these(found: re.Match[str]) -> str:
    one = _one(found[1])
    return f"say `some {one} in …` for one of them, and `every {one} in …` for all"


def _so_many(found: re.Match[str]) -> str:
    one = f"`some {_one(found[2])} in …`"
    return f"say {one} for one of them" if found[1] == "1" else f"one of them is {one}; `repeat {found[1]} times` more"


def _one(noun: str) -> str:
    """The singular of a noun, if it is a plural."""
    return noun.removesuffix("s") if not noun.endswith("ss") else noun


def _in_brackets(found: re.Match[str]) -> str:
    return f"say `{found[1].strip()}({found[2].strip()})`: only an option or ability has parts in `<…>`"


AHEAD: tuple[tuple[str, Hint], ...] = (
    (rf"\b(?:event|do|define|widen|narrow) {NAMES}\s*<([^<>=]+)>", _in_brackets),
    (rf"{NOUN}\s*<([^<>=]+)>", _in_brackets),
)
"""Patterns that hold the mistake and what follows it, each with its hint; tried first."""

HINTS: tuple[tuple[str, Hint], ...] = (
    (rf">\s*=|\bis (?:more|{MORE}) than or equal to\b|\bis [\w ]{{1,40}} or more\b", _say("… is at least …")),
    (rf"<\s*=|\bis (?:less|{LESS}) than or equal to\b|\bis [\w ]{{1,40}} or (?:less|fewer)\b", _say("… is at most …")),
    (r"!\s*=|<\s*>|\bisn't\b|\bis not equal to\b|\bdoes not equal\b|\bdoesn't equal\b", _say("… is not …")),
    (r"(?<![<>!:])(?<![<>!:]\s)=|\bequals?\b|\bis equal to\b", _say("… is …")),
    (rf"\s>(?=\s|$)|\bis (?:{MORE}) than\b", _say("… is more than …")),
    (rf"\s<(?=\s|$)|\bis (?:{LESS}) than\b", _say("… is less than …")),
    (rf"\bmove (?:all|each) (?:the )?{NOUN}", lambda found: f"say `move every {_one(found[1])} in … to …`"),
    (rf"\bmove (?:the|an?) {NOUN}", _of_these),
    (rf"\bmove ([0-9]+) {NOUN}", _so_many),
    (rf"\b(every|some|any|no|number of) {NAMES} from\b.*$", lambda found: f"say `in`: `{found[1]} {found[2]} in …`"),
    (
        rf"\b(?:if|when|while|and|or|where) (?!any\b|no\b|not\b|number of\b|some\b|sum\b){NAMES} in {NAMES} is$",
        lambda found: f"say `number of {found[1]} in {found[2]} is …`",
    ),
    (
        r"^zone [^:]+:\s*(pile|line|heap)\s*(?:$|,\s*(?:limit|for|named)$)",
        lambda found: f"say behind the shape who sees the cards: `{found[1]}, public` or `private` or `hidden`",
    ),
    (
        r"^zone [^:]+:\s*(public|private|hidden)$",
        lambda found: f"the shape stands first: `heap, {found[1]}`, or `line` or `pile`",
    ),
)  # fmt: skip
"""Patterns for the end of a line up to the mistake, each with its hint; the first match wins."""


def hint_for(code: str, span: Span | None) -> str:
    """The hint for a mistake at a place; "" if no pattern matches or the code gets none."""
    if span is None or code not in CODES:
        return ""
    text = span.file.text
    begin = text.rfind("\n", 0, span.start) + 1
    line = re.sub(r'"[^"\n]*"|`[^`\n]*`', lambda quoted: " " * len(quoted.group()), without_comment(text, begin))
    start, end = span.start - begin, span.end - begin
    for pattern, hint in AHEAD:
        for found in re.finditer(pattern, line):
            if found.start() <= start < found.end():
                return hint(found)
    signs = re.compile("[=<>]*").match(line, end)
    for pattern, hint in HINTS:
        for found in re.finditer(pattern, line[: signs.end() if signs else end]):
            if found.end() > start:
                return hint(found)
    return ""
