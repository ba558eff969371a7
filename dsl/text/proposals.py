"""Try what advice proposes before an author reads it: words that get no further than the author's are no help.

Called by `hints` with a function that parses. Nothing here knows the grammar.
"""

from __future__ import annotations

import re
from collections.abc import Callable

Works = Callable[[int, int, str], bool]
"""Whether a text can be read further if other words take the place of its characters from one offset to another."""

SAID = re.compile(r"(?:(?:\bsay|:|,| or|\band) |^)`([^`]+)`(?=$|[,;:.]| or\b| and\b| if\b)")
"""What advice says to write."""

OPEN = re.compile(r"…|\.\.\.")
"""What the author has to fill in; words in capitals can be read as names."""

SAMPLES = ("x", "3", "x is 3", "x in x", "x: x")
"""What may stand there: a proposal with none of them helps nobody."""

ELSEWHERE = re.compile(r"\b(?:lines?|below|above|then|behind|where|before it|rules?|all others)\b")
"""Advice about other places than the words it is about."""


WORD = re.compile(r"[\w'’-]+|[^\w\s]")
"""What stands between two places in a line where other words may begin."""

FEW = 8
"""Words around a mistake from which a proposal may begin, and at which it may end."""


def holds(advice: str, at: int, line: tuple[int, str], found: re.Match[str], works: Works | None) -> bool:
    """Whether advice about a mistake at a place of a line may be followed, because a proposal in it helps.

    `line`: the offset of its first word, and its text; `found`: what the advice is about. Advice that proposes nothing
    whole is always worth reading.
    """
    plain = re.sub(r"`[^`]*`", "", advice)
    if works is None or "backticks" in plain or ELSEWHERE.search(plain):
        return True
    whole = [words for words in SAID.findall(advice) if re.search(r"\w", words)]
    said = [*dict.fromkeys(OPEN.sub(sample, words) for words in whole for sample in SAMPLES)]
    if not said:
        return True
    places = [found.span("at")] if "at" in found.re.groupindex else []
    places += [found.span(), (0, len(line[1])), *_around(at - line[0], line[1])]
    spots = [(line[0] + begin, line[0] + end) for begin, end in dict.fromkeys(places)]
    return any(works(*spot, words) for words in said for spot in spots)


def _around(at: int, line: str) -> list[tuple[int, int]]:
    """Parts of a line that hold a mistake at a place: the shortest first."""
    words = [found.span() for found in WORD.finditer(line)]
    begins = [begin for begin, _ in words if begin <= at][-FEW:] or [0]
    ends = [end for _, end in words if end > at][:FEW]
    parts = [(begin, end) for begin in begins for end in dict.fromkeys([*ends, len(line)])]
    return sorted(parts, key=lambda part: part[1] - part[0])
