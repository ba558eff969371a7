"""Texts in columns of a terminal, where some characters take two cells and others none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate

from dsl.text.render import cells


def left(text: str, width: int) -> str:
    """A text that fills a column from the left."""
    return text + " " * (width - cells(text))


def right(text: str, width: int) -> str:
    """A text that fills a column from the right."""
    return " " * (width - cells(text)) + text


def cut(text: str, width: int) -> str:
    """A text that takes exactly so many columns; of a longer one, the beginning and `…`."""
    if cells(text) > width:
        fitting = sum(taken < width for taken in accumulate(map(cells, text)))
        text = f"{text[:fitting]}…"
    return left(text, width)


def aligned(rows: Sequence[tuple[str, ...]], rightwards: Iterable[int]) -> list[str]:
    """The lines of a table; the cells of the columns with the numbers `rightwards` stand on the right."""
    widths = [max(cells(row[column]) for row in rows) for column in range(len(rows[0]))]
    turned = set(rightwards)
    return [
        "  ".join(
            right(cell, width) if column in turned else left(cell, width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
