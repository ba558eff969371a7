"""What the benchmarks found, as tables: for people as text, for programs as JSON-able data."""

from __future__ import annotations

import attrs

Cell = str | float


@attrs.frozen
class Table:
    """Rows under named columns. `name` is the key for programs, `title` the heading for people, `notes` stand below."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()

    def to_json(self) -> dict[str, object]:
        """The table as plain data: one dictionary a row."""
        rows = [dict(zip(self.columns, row, strict=True)) for row in self.rows]
        return {"title": self.title, "rows": rows, "notes": list(self.notes)}

    def __str__(self) -> str:
        cells = [self.columns, *(tuple(_shown(cell) for cell in row) for row in self.rows)]
        widths = [max(len(row[column]) for row in cells) for column in range(len(self.columns))]
        lines = ["  " + _line(row, widths) for row in cells]
        return "\n".join([self.title, *lines, *(f"  {note}" for note in self.notes), ""])


def _line(row: tuple[str, ...], widths: list[int]) -> str:
    """The first column to the left, numbers to the right."""
    first = row[0].ljust(widths[0])
    rest = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
    return "  ".join([first, *rest]).rstrip()


def _shown(cell: Cell) -> str:
    match cell:
        case str():
            return cell
        case int():
            return f"{cell:,}"
        case float():
            return f"{cell:,.0f}" if abs(cell) >= 100 else f"{cell:.2f}"
