"""Words for a terminal: in colours, in lines of a width."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rich.cells import cell_len
from rich.text import Text

from dsl.text.render import visible
from reverie.table import BETWEEN, Row, tint

STYLES = {
    "": "",
    "quiet": "dim",
    "black": "bright_black",
    "white": "white",
    "grey": "bright_black",
    "gray": "bright_black",
    "red": "red",
    "maroon": "dark_red",
    "pink": "hot_pink",
    "orange": "dark_orange",
    "brown": "orange4",
    "yellow": "yellow",
    "gold": "gold3",
    "olive": "yellow4",
    "green": "green",
    "lime": "bright_green",
    "teal": "dark_cyan",
    "cyan": "cyan",
    "blue": "dodger_blue1",
    "navy": "blue",
    "violet": "violet",
    "purple": "medium_purple",
    "magenta": "magenta",
}


def flowing(head: Text, pieces: Iterable[Text], indent: int, width: int) -> Iterator[Text]:
    """Pieces after a heading, in lines of a width that are indented alike."""
    line = head.copy()
    line.append(" " * (indent - line.cell_len))
    for piece in pieces:
        if line.cell_len + cell_len(piece.plain.rstrip()) > width and line.cell_len > indent:
            line.rstrip()
            yield line
            line = Text(" " * indent)
            piece = piece[len(piece) - len(piece.plain.lstrip()) :]
        line.append_text(piece)
    line.rstrip()
    yield line


def broken(pieces: Iterable[Text], width: int) -> Iterator[Text]:
    """Pieces, of which those wider than `width` are broken between their words."""
    for piece in pieces:
        if cell_len(piece.plain.rstrip()) > width:
            yield from piece.divide([found.end() for found in re.finditer(r"\S+\s+(?=\S)", piece.plain)])
        else:
            yield piece


def cells_of(row: Row) -> list[Text]:
    """The pieces of a row; a comma stays with the piece before it."""
    cells: list[Text] = []
    for piece in row.pieces:
        if piece == BETWEEN and cells:
            cells[-1].append_text(as_piece(piece.text, piece.style))
        else:
            cells.append(as_piece(piece.text, piece.style))
    return cells


def as_piece(text: str, style: str) -> Text:
    """Words in their style; a tint applies only to the word that names it."""
    shown = as_text(text)
    if style in STYLES and style != tint(text):
        shown.stylize(STYLES[style])
    elif style:
        start = text.casefold().find(style)
        shown.stylize(STYLES[style], start, start + len(style))
    return shown


def as_text(text: str, style: str = "") -> Text:
    """Words in a style, with control characters made visible."""
    return Text(visible(text), style)
