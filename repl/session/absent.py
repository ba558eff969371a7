"""Tells where something is declared that a player asks about and that the game doesn't have."""

from __future__ import annotations

from collections.abc import Sequence

from dsl import Program
from dsl.text.spelling import abridged

ANYTHING = ("card", "kind", "topic", "name")
ZONES = ("zone",)
LONGEST = 80
"""Longer words are no name."""


def where(program: Program, words: str, sorts: Sequence[str] = ANYTHING) -> str:
    """A sentence about the module or the section that declares what `words` name; "" if there is none."""
    found = program.elsewhere(words, sorts) if program.elsewhere and len(words) <= LONGEST else None
    if found is None:
        return ""
    module, sections = found
    conditions = [*([f"the module `{module}` is in play"] if module else []), *sections]
    return f"`{abridged(words)}` is part of the game only if {' and '.join(conditions)}"
