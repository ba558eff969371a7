"""A scenario that failed: what was expected beside what there is, and what its last step did.

Only what differs is shown; equal cards are counted, and long lists and traces are shortened.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from dsl.text.render import cells, visible
from interpreter import Difference, Event, Examined
from repl.reports.columns import left
from repl.reports.reasons import reason, shortened

WIDEST = 40
"""Most columns of a list of cards; a longer list takes several lines."""

MOST_LINES = 12
"""Most lines of such a list."""

FEW = 4
"""If more cards than these are equal on both sides, they are counted."""

MOST_EVENTS = 15
"""Most entries of the trace that are shown from its beginning, and again from its end."""


def lines(found: Examined) -> tuple[str, ...]:
    """What is shown below the problems of a scenario."""
    return (*_side_by_side(found.differences), *_last_step(found.last_step))


def as_data(found: Examined) -> dict[str, Any]:
    """The same, in full, for programs."""
    return {
        "differences": [
            {"name": each.name, "how": each.how, "expected": list(each.expected), "got": list(each.got)}
            for each in found.differences
        ],
        "last_step": [
            {
                "text": event.text or event.name,
                "depth": event.depth,
                "rule": event.rule,
                "citations": list(event.citations),
                "place": event.place,
            }
            for event in found.last_step
        ],
    }


def _side_by_side(differences: Sequence[Difference]) -> Iterator[str]:
    """A table with a row for each zone, number or word that differs; a row may take several lines."""
    rows = [("", ["expected"], ["got"]), *map(_row, differences)]
    names = max(cells(name) for name, _, _ in rows)
    wide = max(cells(line) for _, expected, _ in rows for line in expected)
    for name, expected, got in rows if differences else ():
        for at in range(max(len(expected), len(got))):
            parts = [name if at == 0 else "", _at(expected, at), _at(got, at)]
            yield visible(f"  {left(parts[0], names)}  {left(parts[1], wide)}  {parts[2]}").rstrip()


def _at(lines: Sequence[str], at: int) -> str:
    return lines[at] if at < len(lines) else ""


def _row(difference: Difference) -> tuple[str, list[str], list[str]]:
    expected, got = _unequal(difference)
    name = f"{difference.name} includes" if difference.how == "includes" else difference.name
    return name, _wrapped(expected), _wrapped(got)


def _unequal(difference: Difference) -> tuple[list[str], list[str]]:
    """The cards of both sides, without those that are equal if they are many."""
    if difference.how == "exactly":
        return _unequal_in_order(difference.expected, difference.got)
    expected, got = Counter(difference.expected), Counter(difference.got)
    same = _counted((expected & got).elements())
    others = [f"({(got - expected).total()} others)"] if difference.how == "includes" and got - expected else None
    return [*same, *(expected - got).elements()], [*same, *(others or (got - expected).elements())]


def _unequal_in_order(expected: Sequence[str], got: Sequence[str]) -> tuple[list[str], list[str]]:
    start = _shared(expected, got)
    end = _shared(expected[start:][::-1], got[start:][::-1])
    before, after = _counted(expected[:start]), _counted(expected[len(expected) - end :])
    return (
        [*before, *expected[start : len(expected) - end], *after],
        [*before, *got[start : len(got) - end], *after],
    )


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    """How many cards are the same at the beginning."""
    return next(
        (at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), min(len(one), len(other))
    )


def _counted(same: Iterable[str]) -> list[str]:
    cards = list(same)
    return cards if len(cards) <= FEW else [f"({len(cards)} the same)"]


def _wrapped(cards: Sequence[str]) -> list[str]:
    """Cards as lines that fit into a column."""
    lines: list[str] = []
    for at, card in enumerate(cards or ["nothing"]):
        text = f"{card}," if at < len(cards) - 1 else card
        if lines and cells(lines[-1]) + 1 + cells(text) <= WIDEST:
            lines[-1] += f" {text}"
        else:
            lines.append(text)
    return lines if len(lines) <= MOST_LINES else [*lines[: MOST_LINES - 1], "…"]


def _last_step(events: Sequence[Event]) -> Iterator[str]:
    """The trace as `why` shows it."""
    if not events:
        return
    least = min(event.depth for event in events)
    yield "  the last step:" if any(event.name == "answer" for event in events) else "  the beginning:"
    told = [reason(event, event.text or event.name, event.depth - least) for event in events]
    yield from (f"    {visible(line)}" for line in shortened(told, MOST_EVENTS))
