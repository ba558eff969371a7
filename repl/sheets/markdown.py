"""A document as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from repl.sheets.document import Block, Document, Grid, Heading, Item, Items, Paragraph, Piece, Pieces

SPECIAL = re.compile(r"([\\`*_\[\]<>|#~])")
"""Characters that mean something in Markdown."""

AROUND = {"strong": "**", "name": "*", "faint": "*", "module": "`"}


def markdown(document: Document) -> str:
    """The text of a document."""
    parts = [f"# {_escaped(document.title)}", *_contents(document), *(_block(each) for each in document.blocks)]
    return "\n\n".join(parts) + "\n"


def _contents(document: Document) -> Iterator[str]:
    lines = [f"{'  ' * (each.level - 2)}- [{_plain(each.short)}](#{each.anchor})" for each in document.headings]
    yield f"**{_escaped(document.contents)}**"
    yield "\n".join(lines)


def _block(block: Block) -> str:
    match block:
        case Heading(level, pieces, anchor):
            return f'<a id="{anchor}"></a>\n\n{"#" * level} {_text(pieces)}'
        case Paragraph(pieces, faint):
            return f"*{_plain(pieces)}*" if faint else _text(pieces)
        case Items(items):
            return "\n".join(_items(items, 0))
        case Grid(head, rows):
            lines = [head, *rows]
            cells = [f"| {' | '.join(_text(cell) or ' ' for cell in row)} |" for row in lines]
            return "\n".join([cells[0], "|" + " --- |" * len(head), *cells[1:]])


def _items(items: Iterable[Item], depth: int) -> Iterator[str]:
    for item in items:
        anchor = f'<a id="{item.anchor}"></a>' if item.anchor else ""
        yield f"{'  ' * depth}- {anchor}{_text(item.pieces)}"
        yield from _items(item.items, depth + 1)


def _text(pieces: Pieces) -> str:
    return "".join(map(_piece, pieces)).strip()


def _piece(piece: Piece) -> str:
    bare = piece.text.strip()
    if not bare:
        return piece.text
    mark = AROUND.get(piece.style, "")
    said = f"{mark}{bare if mark == '`' else _escaped(bare)}{mark}"
    said = f"[{said}](#{piece.link})" if piece.link else said
    start, end = piece.text.index(bare), piece.text.index(bare) + len(bare)
    return f"{piece.text[:start]}{said}{piece.text[end:]}"


def _plain(pieces: Pieces) -> str:
    return _escaped("".join(each.text for each in pieces).strip())


def _escaped(text: str) -> str:
    return SPECIAL.sub(r"\\\1", text)
