"""Answers about cards, arranged in a table: a column for each card, a row for each use.

A table of eighteen answers about four cards is readable at a glance; a list of them fills the screen.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

import attrs

from repl.session.events import Choice

FEWEST_CARDS, FEWEST_USES = 2, 3
LONGEST_USE = 32
GAP = "…"


@attrs.frozen
class Uses:
    """The cards, and each use (`lay … at city 2`) with the number of its answer for each of them, or 0."""

    cards: tuple[str, ...]
    rows: tuple[tuple[str, tuple[int, ...]], ...]


def crossed(choices: Sequence[Choice]) -> tuple[Uses | None, tuple[Choice, ...]]:
    """The uses of cards, if there are enough of them, and the remaining answers."""
    taken = [choice for choice in choices if choice.card and not choice.note and len(use(choice)) <= LONGEST_USE]
    numbers: dict[str, dict[str, int]] = {}
    for choice in sorted(taken, key=lambda each: (_first(each.form, taken), use(each))):
        numbers.setdefault(use(choice), {})[choice.card] = choice.number
    fullest = max(numbers.values(), key=len, default={})
    cards = list(dict.fromkeys([*fullest, *(choice.card for choice in taken)]))
    if len(cards) < FEWEST_CARDS or len(numbers) < FEWEST_USES:
        return None, tuple(choices)
    rows = tuple((words, tuple(row.get(card, 0) for card in cards)) for words, row in numbers.items())
    return Uses(tuple(cards), rows), tuple(choice for choice in choices if choice not in taken)


def card_of(words: str, form: str, faces: Collection[str]) -> str:
    """The card in the first gap of an answer's form, if it is a card; else ""."""
    pattern = "(.+?)".join(re.escape(part) for part in form.split(GAP))
    found = re.fullmatch(pattern, words) if GAP in form else None
    card = found.group(1) if found else ""
    return card if re.split(r" \(| \+ ", card)[0] in faces else ""


def use(choice: Choice) -> str:
    """An answer's words with a gap for its card."""
    start = choice.form.index(GAP)
    return f"{choice.words[:start]}{GAP}{choice.words[start + len(choice.card) :]}"


def _first(form: str, choices: Sequence[Choice]) -> int:
    return next(choice.number for choice in choices if choice.form == form)
