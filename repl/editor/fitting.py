"""Which sorts of names most often stand at a place, by the words before it and the lines above it.

An order for what is proposed, not a rule of the language: any name that the parser accepts may stand there.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from dsl.text.source import SourceFile, Span, heads

Sorts = frozenset[str]

CARDS = frozenset({"kind", "class", "card"})
STATE = frozenset({"zone", "number", "flag", "marker"})
VALUES = frozenset({"value", "position"})
TRUTHS = frozenset({"definition", "flag"})

FITS: tuple[tuple[str, Sorts], ...] = (
    (r"\basking$", frozenset({"prompt"})),
    (r"\b(?:do|before|after|instead of|together with|forbid|on|during|turn:.*,|turn:)$", frozenset({"event"})),
    (r"^\s*(?:ask|offer|add to|at|asked)$", frozenset({"prompt"})),
    (r"\b(?:to|from|into|in|entering|leaving|shuffle|refilled from)$", frozenset({"zone", "group"})),
    (r"^\s*(?:set|raise)$", frozenset({"number", "flag", "marker"})),
    (r"\bper$", frozenset({"enum", "places"})),
    (r"^module .*\bfor$", frozenset({"game"})),
    (r"^when(?:.*\b(?:and|or|not))?$", TRUTHS | {"module"}),
    (r"^(?:requires|excludes|.*\bwith)$", frozenset({"module"})),
    (r"^(?:(?:kind|card) .*\bis|extend kind|cards|class .*:)$", frozenset({"kind"})),
    (r"^help$|<$|\b(?:every|any|no|some|number of|on [\w ]+ of)$", CARDS),
    (r"\b(?:is|is not)$", VALUES | {"card", "class"}),
    (r"^\s*(?:widen|narrow|keep|if|when|where|.*\b(?:where|when|if|and|or|not))$", TRUTHS),
)  # fmt: skip
"""Words before a place, and the sorts of names that most often follow them."""

PROMPTED = re.compile(r"at ([^,]+)")
"""The line of a scenario below which answers stand, with its prompt."""

ANSWERS = ("answer", "offers", "offers some", "offers no")
"""How lines of a scenario begin that name options."""


def fitting(source: SourceFile, start: int, sorts_of: Callable[[str], Sorts]) -> Sorts:
    """The sorts of names that fit best at a place; `sorts_of` says what a name in the same line means."""
    before = source.text[:start].rsplit("\n", 1)[-1].rstrip()
    above = list(heads(Span(source, start, start))) if before[:1].isspace() or not before else []
    if above and above[-1].startswith("scenario "):
        found = _in_scenario(before.strip(), above[0].split()[0], sorts_of)
        if found is not None:
            return found
    return next((sorts for pattern, sorts in FITS if re.search(pattern, before)), frozenset())


def _in_scenario(before: str, block: str, sorts_of: Callable[[str], Sorts]) -> Sorts | None:
    """The same within a block of a scenario; None if the words before decide it alone."""
    if block in ("given", "deal", "then"):
        name, colon, _ = before.partition(":")
        if colon:
            number = sorts_of(name.removesuffix(" includes").strip()) & {"number", "flag", "marker"}
            return VALUES if number else frozenset({"card"})
        return None if before else STATE
    if block == "at" and before:
        return frozenset() if before in ANSWERS else VALUES | {"card"}
    if block == "scenario" and before.startswith(("options", "picks")):
        return frozenset({"option"}) if before == "options" else VALUES | {"card"}
    return None


def prompt_of_answers(source: SourceFile, offset: int) -> str | None:
    """The prompt of a scenario whose options a line names at a place, behind `answer` or `offers`; None elsewhere."""
    line = source.text[:offset].rsplit("\n", 1)[-1].lstrip()
    above = list(heads(Span(source, offset, offset))) if line.startswith(tuple(f"{each} " for each in ANSWERS)) else []
    if not above or not above[-1].startswith("scenario "):
        return None
    found = PROMPTED.match(above[0])
    return found[1].strip() if found else None
