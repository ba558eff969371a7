"""The table explained: what each of its rows shows, and how to read its signs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from dsl import Program
from interpreter import Shown, table_of
from repl.session import rulebook
from repl.session.zone_listing import ORDERS
from reverie.table import Row

NUMBER = re.compile(r"\d+")
FIRST = re.compile(r"(?<=[.!?])\s")
"""What stands between the first sentence and the others."""
SIGNS = (
    "– in a row: nothing lies there; – in a table of answers: not possible now",
    "×3 behind a card: three equal cards; N hidden: N cards that you may not see",
)

FACING = "▒# among signs: a card that lies face down"


def lines(program: Program, rows: Sequence[Row]) -> Iterator[str]:
    """A line for each row of a table, of those that differ only in a number for the first; then the signs."""
    known = {shown.label: shown for shown in table_of(program)}
    alike: dict[str, list[str]] = {}
    for row in rows:
        alike.setdefault(NUMBER.sub("", row.label), []).append(row.label)
    for labels in alike.values():
        if shown := known.get(labels[0]):
            yield from _explained(program, shown, labels)
    yield from SIGNS
    if program.facing:
        yield FACING


def about(program: Program, name: str) -> Iterator[str]:
    """A line for each row of the table, and each addition to one, that shows a zone or a number of a declared name."""
    named = {each.name for each in program.places if each.family == name}
    named |= {each.name for each in program.counters if each.family == name}
    shown = (each for row in table_of(program) for each in (row, *row.beside))
    found = ((each.label.removesuffix(":"), each) for each in shown if named & {*each.zones, each.number})
    yield from dict.fromkeys(f"{label}: {_words(each)}" for label, each in found)


def _explained(program: Program, shown: Shown, labels: Sequence[str]) -> Iterator[str]:
    found, rules = rulebook.matching(program, shown.label), f"`rules {shown.label.casefold()}`"
    if len(labels) == 1 and not shown.beside and _says_its_name(shown):
        titled = next((entry.text for entry in found if rulebook.plain(entry.title) == rulebook.plain(shown.label)), "")
        if titled:
            yield f"{shown.label}: {FIRST.split(titled.strip())[0].rstrip('.')} ({rules})"
        elif found:
            yield f"{shown.label}: see {rules}"
        return
    more = f" to {labels[-1]}" if len(labels) > 1 else ""
    yield f"{labels[0]}{more}: {_words(shown)}"
    for each in shown.beside:
        yield f"  {each.label.removesuffix(':')}: {_words(each)}"
    if found:
        yield f"  see {rules}"


def _says_its_name(shown: Shown) -> bool:
    """Whether there is no more to be said of a row than that it shows the zone of its own name."""
    return _words(shown).casefold() == f"the cards in `{shown.label.casefold()}`"


def _words(shown: Shown) -> str:
    names = " and ".join(f"`{name}`" for name in shown.zones)
    if not names:
        return _number(shown)
    match shown.style:
        case "size":
            return f"how many cards lie in {names}"
        case "top":
            return f"how many cards lie in {names}, and the top card"
        case "counted":
            return f"the cards in {names}, equal ones counted"
        case _:
            order = f", {ORDERS[shown.shape]}" if shown.shape in ORDERS else ""
            apart = f"; those behind “{shown.apart_label}” are set apart by the rules" if shown.apart_label else ""
            return f"the cards in {names}{order}{apart}"


def _number(shown: Shown) -> str:
    words = f": {' or '.join(shown.words)}" if shown.words else ""
    if not shown.number:
        return f"computed by the rules{words}"
    return f"`{shown.number}`{words or f', from {shown.minimum} to {shown.maximum}'}"
