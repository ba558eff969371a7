"""Rows of the table that have the same labels beside them, in columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len
from rich.text import Text

from repl.drivers.paint import as_text, broken, cells_of, flowing
from reverie.table import Row

BETWEEN = 2
NARROWEST = 10


def lines(rows: Sequence[Row], indent: int, width: int) -> Iterator[Text]:
    """Rows in columns, under the labels beside them and after labels of their own, `indent` wide.

    A cell that is wider than its column takes several lines; numbers are aligned right. Without room for columns, each
    row is one flowing text.
    """
    columns = [_column(rows, number) for number in range(len(rows[0].beside) + 1)]
    columns = [column for number, column in enumerate(columns) if not number or any(map(_length, column[1:]))]
    widths = _widths([max(map(_length, column)) for column in columns], width - indent)
    if not widths:
        for row in rows:
            yield from flowing(as_text(row.label, "bold"), _in_one_go(row), indent, width)
        return
    numeric = [all(map(_is_number, column[1:])) for column in columns]
    for number in range(0 if len(columns) > 1 else 1, len(rows) + 1):
        cells = zip(columns, widths, numeric, strict=True)
        wrapped = [_cell(column[number], size, right) for column, size, right in cells]
        label = as_text(rows[number - 1].label if number else "", "bold")
        yield from side_by_side(label, wrapped, [indent - BETWEEN, *widths])


def _column(rows: Sequence[Row], number: int) -> list[list[Text]]:
    """The cells of a column, each in pieces; its label comes first."""
    if not number:
        return [[Text()], *(cells_of(row) for row in rows)]
    return [[as_text(rows[0].beside[number - 1].label, "dim")], *(cells_of(row.beside[number - 1]) for row in rows)]


def _length(pieces: Sequence[Text]) -> int:
    return cell_len("".join(piece.plain for piece in pieces).rstrip())


def _cell(pieces: Sequence[Text], width: int, right: bool) -> list[Text]:
    """A cell in lines, aligned `right` in a column of numbers."""
    if right:
        return [Text.assemble(" " * (width - _length(pieces)), *pieces)]
    return list(flowing(Text(), broken(pieces, width), 0, width))


def _is_number(pieces: Sequence[Text]) -> bool:
    text = "".join(piece.plain for piece in pieces)
    return not text or text.removeprefix("-").isdecimal()


def _widths(natural: list[int], room: int) -> list[int]:
    """The widths of the columns: the widest shrink until all fit; [] if there is too little room."""
    widths = list(natural)
    while sum(widths) + BETWEEN * (len(widths) - 1) > room:
        widest = max(range(len(widths)), key=widths.__getitem__)
        if widths[widest] <= NARROWEST:
            return []
        widths[widest] -= 1
    return widths


def side_by_side(label: Text, cells: Sequence[Sequence[Text]], widths: Sequence[int]) -> Iterator[Text]:
    """A label and cells of some lines each, in columns of these widths."""
    for number in range(max(map(len, cells))):
        line = Text()
        for cell, width in zip([[label], *cells], widths, strict=True):
            shown = cell[number] if number < len(cell) else Text()
            line.append_text(shown).append(" " * (width - shown.cell_len + BETWEEN))
        line.rstrip()
        yield line


def _in_one_go(row: Row) -> Iterator[Text]:
    yield from cells_of(row)
    for each in filter(lambda shown: shown.text, row.beside):
        first, *rest = cells_of(each)
        yield as_text(f" | {each.label} ", "dim") + first
        yield from rest
