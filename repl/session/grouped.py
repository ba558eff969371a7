"""Answers in groups: those that do the same with different cards stand under their shared words."""

from __future__ import annotations

from collections.abc import Sequence

from repl.session.events import Choice

MOST_ALONE = 2
"""Answers that may get words of their own although they share them with none."""


def grouped(choices: Sequence[Choice]) -> tuple[tuple[str, tuple[tuple[int, str], ...]], ...]:
    """Answers that do the same with different cards, under their shared words; all others under "".

    Each group is (shared words, ((number, the other words), …)), in the order of the first numbers. One or two answers
    that share no words with others get lines of their own.
    """
    groups: dict[str, list[Choice]] = {}
    for choice in choices:
        groups.setdefault(_head(choice), []).append(choice)
    headed = [head for head, group in groups.items() if head and len(group) > 1]
    alone = [head for head, group in groups.items() if head and len(group) == 1 and group[0].words != head]
    if headed and len(alone) <= MOST_ALONE:
        headed = [head for head in groups if head in headed or head in alone]
    shown: dict[str, list[tuple[int, str]]] = {}
    last = ""
    for choice in choices:
        head = _head(choice)
        if head in headed:
            last = head
            shown.setdefault(head, []).append(_under(head, choice))
        else:
            shown.setdefault(f"{last} ", []).append((choice.number, choice.text))
    return tuple((head if head in headed else "", tuple(cells)) for head, cells in shown.items())


def _head(choice: Choice) -> str:
    """The words under which an answer is listed; "" if a number follows, which would be read as an answer's number.

    They are the words before the first card, or the first word if the cards are unknown.
    """
    head = choice.words.partition(" ")[0]
    if choice.form:
        head = choice.form.partition("…")[0].rstrip() if "…" in choice.form else ""
    return "" if choice.words.removeprefix(head).strip()[:1].isdigit() else head


def _under(head: str, choice: Choice) -> tuple[int, str]:
    return choice.number, choice.text.removeprefix(head).strip() or head
