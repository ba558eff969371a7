"""Rows of a card table that stand for many cards: a row for each combination of the values behind `each of`.

A step of `cards`, before the rows are read. The name of the card says by `{column}` which value it has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

import attrs

from dsl.model import model as m
from dsl.model.products import EACH, GAP, RANGE, named, values_of
from dsl.names.names import Names
from dsl.program.setup import MOST_COPIES
from dsl.text.spelling import did_you_mean, nearest

SEVERAL = re.compile(r"(?:all|any|each|every|both|one)(?: of)?(?: the)? ?(.*)")
"""Words for all values of a column."""

Row = tuple[m.Cell, ...]


def expanded(row: Row, header: Sequence[str], names: Names) -> Iterator[Row]:
    """A row, or the rows for which it stands."""
    row = _as_each(row, header, names)
    several = [column for column, cell in zip(header, row, strict=True) if cell.text.startswith(EACH)]
    name = next((cell for column, cell in zip(header, row, strict=True) if column == "card"), None)
    if name is None or (not several and "{" not in name.text):
        yield row
        return
    if not _is_named(name, several, header, names):
        return
    values = [_values(cell, names) for cell in row]
    many = prod(map(len, values))
    if many > MOST_COPIES:
        message = f"this row stands for {many:,} cards, and a game has at most {MOST_COPIES:,}"
        names.problems.add("too-many", message, name.span)
        return
    for combination in product(*values):
        texts = dict(zip(header, combination, strict=True))
        texts["card"] = named(name.text, texts)
        pairs = [(texts[column], cell) for column, cell in zip(header, row, strict=True)]
        yield tuple(cell if cell.text == text else attrs.evolve(cell, text=text) for text, cell in pairs)


def _is_named(name: m.Cell, several: Sequence[str], header: Sequence[str], names: Names) -> bool:
    """Whether the name of a card tells apart the cards of its row; reports one that doesn't."""
    gaps = GAP.findall(name.text)
    unknown = next((gap for gap in gaps if gap not in header or gap == "card"), None)
    missing = [column for column in several if column not in gaps]
    if unknown is not None:
        close = nearest(unknown, [column for column in header if column != "card"])
        help_ = did_you_mean(close and f"{{{close}}}", "the gaps are the columns of the table")
        names.problems.add("bad-table", f"this table has no column `{unknown}`", name.span, help=help_)
    elif missing:
        message = f"the cards of this row have the same name for each `{missing[0]}`"
        called = " ".join([name.text, *(f"{{{column}}}" for column in missing)])
        names.problems.add("bad-table", message, name.span, help=f"name it, say: `{called}`")
    return unknown is None and not missing


def _as_each(row: Row, header: Sequence[str], names: Names) -> Row:
    """A row in which a cell with several values, one of which is said in the name, is read as `each of` them."""
    name = next((cell.text for column, cell in zip(header, row, strict=True) if column == "card"), "")
    cells = []
    for column, cell in zip(header, row, strict=True):
        listed = _several(column, cell.text, names) if f"{{{column}}}" in name else ""
        if listed:
            message = f"this row is about one card, which would be called `{named(name, {column: cell.text})}`"
            help_ = f"for a card of each, say `{EACH}{listed}`; for one card, write its name without `{{{column}}}`"
            names.problems.add("bad-table", message, cell.span, help=help_)
        cells.append(attrs.evolve(cell, text=f"{EACH}{listed}") if listed else cell)
    return tuple(cells)


def _several(column: str, text: str, names: Names) -> str:
    """The values that a cell without `each of` lists, all of which belong to one card; "" for a single value."""
    words = SEVERAL.fullmatch(text)
    if text.startswith(EACH) or not (words or "," in text or RANGE.fullmatch(text) or text in names.enums):
        return ""
    listed = (words[1] if words[1] in names.enums else "") if words else text
    of = next((kind.attributes[column].type.name for kind in names.kinds.values() if column in kind.attributes), "")
    return listed or (of if of in names.enums else "")


def _values(cell: m.Cell, names: Names) -> list[str]:
    """The texts for which a cell stands."""
    found = values_of(cell.text, names.enums)
    if found is None:
        help_ = f"a range goes up, and has at most {MOST_COPIES:,} numbers"
        listed = cell.text.removeprefix(EACH).strip()
        names.problems.add("bad-table", f"`{listed}` is no range of values", cell.span, help=help_)
    return found or []
