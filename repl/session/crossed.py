"""Answers about cards, arranged in a table: a column for each card, a row for each use.

A table of eighteen answers about four cards is readable at a glance; a list of them fills the screen.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

import attrs

from repl.session.events import Choice

FEWEST_CARDS, FEWEST_USES = 2, 3
LONGEST_USE = 32
GAP = "…"


@attrs.frozen
class Uses:
    """The cards, and each use (`lay … at city 2`) with the number of its answer for each of them, or 0.

    `values` are the numbers with which the words of these answers end (`sell … for (…)`), if they differ from card to
    card.
    """

    cards: tuple[str, ...]
    rows: tuple[tuple[str, tuple[int, ...]], ...]
    values: Mapping[int, str] = attrs.field(factory=dict)


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
    values = {choice.number: value for choice in taken if (value := _value(choice))}
    return Uses(tuple(cards), rows, values), tuple(choice for choice in choices if choice not in taken)


def card_of(words: str, form: str, faces: Collection[str]) -> str:
    """The card in the first gap of an answer's form, if it is a card; else ""."""
    card = next(iter(_in_gaps(words, form)), "")
    return card if re.split(r" \(| \+ ", card)[0] in faces else ""


def use(choice: Choice) -> str:
    """An answer's words with a gap for its card, and another for a number at their end."""
    start = choice.form.index(GAP)
    words = f"{choice.words[:start]}{GAP}{choice.words[start + len(choice.card) :]}"
    value = _value(choice)
    return f"{words.removesuffix(value)}({GAP})" if value else words


def _value(choice: Choice) -> str:
    """The number in the last gap of an answer's form, if it ends with one and has another before it; else ""."""
    found = _in_gaps(choice.words, choice.form) if choice.form.endswith(f" {GAP}") else ()
    return found[-1] if len(found) > 1 and found[-1].removeprefix("-").isdecimal() else ""


def _in_gaps(words: str, form: str) -> tuple[str, ...]:
    pattern = "(.+?)".join(re.escape(part) for part in form.split(GAP))
    found = re.fullmatch(pattern, words)
    return found.groups() if found else ()


def _first(form: str, choices: Sequence[Choice]) -> int:
    return next(choice.number for choice in choices if choice.form == form)
