"""Rows of a card table that stand for many cards: the texts of their cells, and the names of their cards.

A cell `each of red, blue`, `each of 1 to 9` or `each of colour` stands for one value after the other, and the name of
the card says by `{column}` which it has.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice, product

from dsl.model import model as m
from dsl.model.traverse import unfolded
from dsl.program.setup import MOST_COPIES
from dsl.text.source import Span

EACH = "each of "
GAP = re.compile(r"{([^{}]*)}")
RANGE = re.compile(r"(-?[0-9]+) to (-?[0-9]+)")


def values_of(text: str, enums: Mapping[str, Collection[str]]) -> list[str] | None:
    """The texts for which the text of a cell stands; None for a range that runs backwards or too far."""
    if not text.startswith(EACH):
        return [text]
    listed = text.removeprefix(EACH).strip().replace("- ", "-")
    if listed in enums:
        return list(enums[listed])
    numbers = RANGE.fullmatch(listed)
    if numbers is None:
        return [each.strip() for each in listed.split(",")]
    first, last = int(numbers[1]), int(numbers[2])
    return [*map(str, range(first, last + 1))] if 0 <= last - first < MOST_COPIES else None


def named(name: str, texts: Mapping[str, str]) -> str:
    """The name of a card, with the texts of its cells in the gaps; a gap for no column stays."""
    return GAP.sub(lambda gap: texts.get(gap[1], gap[0]), name)


def cards_in(file: m.File, files: Iterable[m.File]) -> Iterator[str]:
    """The names of the cards that a file declares in any of its sections; `files` are those that may declare enums."""
    return (name for name, _, _ in declared_cards(file, files))


def declared_cards(file: m.File, files: Iterable[m.File]) -> Iterator[tuple[str, Span, bool]]:
    """The same with the place of each name, and whether its row stands for many cards."""
    enums: dict[str, list[str]] | None = None
    for declaration, _ in unfolded(file.declarations):
        match declaration:
            case m.Card(name):
                yield name.text, name.span, False
            case m.CardTable(kind, _, header) if kind and any(cell.text == "card" for cell in header):
                if enums is None and _stands_for_many(declaration):
                    enums = _enums(files)
                yield from _named_in(declaration, enums or {})
            case _:
                pass


def cards_of(table: m.CardTable, files: Iterable[m.File]) -> frozenset[str]:
    """The names of the cards in a table."""
    if not any(cell.text == "card" for cell in table.header):
        return frozenset()
    return frozenset(name for name, _, _ in _named_in(table, _enums(files) if _stands_for_many(table) else {}))


def _stands_for_many(table: m.CardTable) -> bool:
    return any("{" in cell.text for row in table.rows for cell in row)


def _named_in(table: m.CardTable, enums: Mapping[str, Collection[str]]) -> Iterator[tuple[str, Span, bool]]:
    columns = [cell.text for cell in table.header]
    for row in (row for row in table.rows if len(row) == len(columns)):
        cell = row[columns.index("card")]
        values = [values_of(each.text, enums) or [] for each in row] if "{" in cell.text else []
        for name in names_of(cell.text, columns, values) if values else [cell.text]:
            yield name, cell.span, bool(values)


def names_of(name: str, columns: Sequence[str], values: Sequence[Sequence[str]]) -> Iterator[str]:
    """The names of the cards of a row, for all its values in each column."""
    for texts in islice(product(*values), MOST_COPIES):
        yield named(name, dict(zip(columns, texts, strict=True)))


def _enums(files: Iterable[m.File]) -> dict[str, list[str]]:
    """The values of all enums, in any section."""
    found: dict[str, list[str]] = {}
    for file in files:
        for declaration, _ in unfolded(file.declarations):
            match declaration:
                case m.Enumeration(name, members):
                    found.setdefault(name.text, []).extend(each.text for each in members)
                case m.AddMembers(members, _, enumeration):
                    found.setdefault(enumeration.text, []).extend(each.text for each in members)
                case _:
                    pass
    return found
