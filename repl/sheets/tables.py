"""Cards as tables: a table of two printed values where the cards are told apart by them, folded where all are alike.

Knows only printed cards, and the words for the columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import prod

from dsl import CardGroup, PrintedCard
from repl.sheets.document import Grid, Pieces, words
from repl.sheets.frame import Frame

WIDEST = 8
"""The most values of a printed value that head the columns of a table."""


def card_table(group: CardGroup, does: Mapping[str, str], frame: Frame) -> Grid | None:
    """The table of a group of cards; `does` are texts about single cards. None for a single card without values."""
    if does or not group.columns or not _told_apart(group):
        return _listed(group, does, frame) if len(group.cards) > 1 or group.columns else None
    folded = _product(group, frame)
    return folded or _crossed(group) or _listed(group, does, frame)


def count(group: CardGroup) -> int:
    """How many cards there are."""
    return sum(map(_copies, group.cards))


def begins(group: CardGroup, frame: Frame) -> str:
    """How many cards begin in which zone."""
    zones: dict[str, int] = {}
    for card in group.cards:
        for zone, copies in card.starts:
            zones[zone] = zones.get(zone, 0) + copies
    return ", ".join(frame.table("starts", count=str(copies), zone=zone) for zone, copies in zones.items())


def _copies(card: PrintedCard) -> int:
    return sum(copies for _, copies in card.starts)


def _told_apart(group: CardGroup) -> bool:
    """Whether no two cards have the same printed values, and all begin in the same zones."""
    zones = {tuple(zone for zone, _ in card.starts) for card in group.cards}
    return len({card.values for card in group.cards}) == len(group.cards) > 2 and len(zones) == 1


def _product(group: CardGroup, frame: Frame) -> Grid | None:
    """One row, if there is a card for each combination of values, and of each the same number."""
    columns = [list(dict.fromkeys(card.values[at] for card in group.cards)) for at in range(len(group.columns))]
    copies = {_copies(card) for card in group.cards}
    if prod(map(len, columns)) != len(group.cards) or len(copies) > 1:
        return None
    head = [*group.columns, frame.table("count")]
    row = [*(_each(values) for values in columns), frame.table("each", count=str(copies.pop()))]
    return _grid(head, [row], marked=False)


def _each(values: Sequence[str]) -> str:
    """Values with something between them that stands in none of them."""
    return ("; " if any("," in value for value in values) else ", ").join(value or "–" for value in values)


def _crossed(group: CardGroup) -> Grid | None:
    """The number of cards by two values."""
    if len(group.columns) != 2:
        return None
    rows = list(dict.fromkeys(card.values[0] for card in group.cards))
    columns = list(dict.fromkeys(card.values[1] for card in group.cards))
    if len(columns) > WIDEST or len(rows) * len(columns) > 2 * len(group.cards):
        return None
    numbers = {card.values: str(_copies(card)) for card in group.cards}
    head = [f"{group.columns[0]} / {group.columns[1]}", *columns]
    return _grid(head, [[row, *(numbers.get((row, column), "–") for column in columns)] for row in rows])


def _listed(group: CardGroup, does: Mapping[str, str], frame: Frame) -> Grid:
    """A row for each card."""
    several = len({_copies(card) for card in group.cards}) > 1 or _copies(group.cards[0]) > 1
    zones = len({tuple(zone for zone, _ in card.starts) for card in group.cards}) > 1
    head = [frame.table("card"), *group.columns]
    head += [frame.table("count")] * several + [frame.table("begins")] * zones + [frame.table("does")] * bool(does)
    rows = [list(_row(card, several, zones, does)) for card in group.cards]
    return _grid(head, rows)


def _row(card: PrintedCard, several: bool, zones: bool, does: Mapping[str, str]) -> Iterator[str]:
    yield card.name
    yield from (value or "–" for value in card.values)
    if several:
        yield str(_copies(card))
    if zones:
        yield ", ".join(zone for zone, _ in card.starts)
    if does:
        yield does.get(card.name, "")


def _grid(head: Sequence[str], rows: Sequence[Sequence[str]], marked: bool = True) -> Grid:
    def texts(cells: Sequence[str]) -> tuple[Pieces, ...]:
        return tuple(words(cell) for cell in cells)

    return Grid(texts(head), tuple(map(texts, rows)), marked)
