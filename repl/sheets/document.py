"""A document: headings, paragraphs, nested lists and tables of pieces of text.

Knows neither games nor how a document is written out: `markdown` and `page` do that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs


@attrs.frozen
class Piece:
    """Words in one style: "", "strong", "name" (of something that a rule is about), "cited", or "module".

    `link` is the anchor of a heading or an item, without `#`.
    """

    text: str
    style: str = ""
    link: str = ""


Pieces = tuple[Piece, ...]


@attrs.frozen
class Heading:
    """A heading of level 1 to 4; `anchor` is what links call it, `source` the place of the rule that it is about."""

    level: int
    pieces: Pieces
    anchor: str
    source: str = ""

    @property
    def short(self) -> Pieces:
        """The heading without what it cites."""
        return tuple(each for each in self.pieces if each.style != "cited")


@attrs.frozen
class Paragraph:
    """A paragraph; `faint`: a remark."""

    pieces: Pieces
    faint: bool = False


@attrs.frozen
class Item:
    """An entry of a list, with those below it; `anchor`, if links lead to it; `source`, if it is a rule of its own."""

    pieces: Pieces
    items: tuple[Item, ...] = ()
    anchor: str = ""
    source: str = ""


@attrs.frozen
class Items:
    """A list."""

    items: tuple[Item, ...]


@attrs.frozen
class Grid:
    """A table with a heading row; `marked`: the first column is one of headings, too."""

    head: tuple[Pieces, ...]
    rows: tuple[tuple[Pieces, ...], ...]
    marked: bool = True


Block = Heading | Paragraph | Items | Grid


@attrs.frozen
class Document:
    """A title and blocks, in a language (a code such as "en"); `contents` is the heading of the table of contents."""

    title: str
    lang: str
    contents: str
    blocks: tuple[Block, ...]

    @property
    def headings(self) -> Iterator[Heading]:
        """The headings below the title that the table of contents lists."""
        return (each for each in self.blocks if isinstance(each, Heading) and each.level in (2, 3))


def words(text: str, style: str = "", link: str = "") -> Pieces:
    """A text as pieces."""
    return (Piece(text, style, link),) if text else ()


def joined(parts: Sequence[Pieces], between: str) -> Pieces:
    """Several texts with others between them."""
    return tuple(piece for part in parts for piece in (Piece(between), *part))[1:]


def capital(pieces: Pieces) -> Pieces:
    """A text that begins with a capital letter, unless it begins with a name."""
    first, *rest = pieces or (Piece(""),)
    if first.style:
        return pieces
    return (attrs.evolve(first, text=first.text[:1].upper() + first.text[1:]), *rest)
