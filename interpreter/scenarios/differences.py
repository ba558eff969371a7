"""Cards and options that a scenario finds or misses, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

MOST_NAMED = 12
"""The most options that are named."""


def difference(missing: Counter[str], more: Counter[str]) -> str:
    """The cards that a zone lacks, and those that it holds beside the others."""
    parts = [f"missing: {_counted(missing)}"] if missing else []
    if more:
        parts.append(f"not named: {_counted(more)}")
    return "; ".join(parts)


def _counted(cards: Counter[str]) -> str:
    return ", ".join(name if count == 1 else f"{count} {name}" for name, count in cards.items())


def cards_in_words(names: Sequence[str]) -> str:
    """Cards, or `nothing`."""
    return ", ".join(names) or "nothing"


def listed(options: Iterable[str]) -> str:
    """Options in backticks, the first ones if there are many."""
    named = [f"`{option}`" for option in options]
    rest = len(named) - MOST_NAMED
    return ", ".join(named[:MOST_NAMED]) + (f" and {rest} more" if rest > 1 else "")
