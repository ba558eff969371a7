"""Rows of a card table that stand for many cards: a row for each combination of the values behind `each of`.

A step of `cards`, before the rows are read. The name of the card says by `{column}` which value it has.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

import attrs

from dsl.model import model as m
from dsl.model.products import EACH, GAP, named, values_of
from dsl.names.names import Names
from dsl.program.setup import MOST_COPIES
from dsl.text.spelling import nearest

Row = tuple[m.Cell, ...]


def expanded(row: Row, header: Sequence[str], names: Names) -> Iterator[Row]:
    """A row, or the rows for which it stands."""
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
        yield tuple(attrs.evolve(cell, text=texts[column]) for column, cell in zip(header, row, strict=True))


def _is_named(name: m.Cell, several: Sequence[str], header: Sequence[str], names: Names) -> bool:
    """Whether the name of a card tells apart the cards of its row; reports one that doesn't."""
    gaps = GAP.findall(name.text)
    unknown = next((gap for gap in gaps if gap not in header or gap == "card"), None)
    missing = [column for column in several if column not in gaps]
    if unknown is not None:
        close = nearest(unknown, [column for column in header if column != "card"])
        help_ = f"did you mean `{{{close}}}`?" if close else "the gaps are the columns of the table"
        names.problems.add("bad-table", f"this table has no column `{unknown}`", name.span, help=help_)
    elif missing:
        message = f"the cards of this row have the same name for each `{missing[0]}`"
        called = " ".join(f"{{{column}}}" for column in several)
        names.problems.add("bad-table", message, name.span, help=f"name it, say: `{called}`")
    return unknown is None and not missing


def _values(cell: m.Cell, names: Names) -> list[str]:
    """The texts for which a cell stands."""
    found = values_of(cell.text, names.enums)
    if found is None:
        help_ = f"a range goes up, and has at most {MOST_COPIES:,} numbers"
        listed = cell.text.removeprefix(EACH).strip()
        names.problems.add("bad-table", f"`{listed}` is no range of values", cell.span, help=help_)
    return found or []
