"""A document as a page of HTML that needs nothing else: light and dark, narrow and wide, and on paper.

Every word is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from repl.sheets.document import Block, Document, Grid, Heading, Item, Items, Paragraph, Piece, Pieces

STYLE = """
:root { color-scheme: light dark; --back: #fdfcfa; --text: #1d1c1a; --faint: #63605a; --line: #d9d4ca; --mark: #7a3b12;
  --mark-back: #f7e9dc; --link: #1d4f91; --head: #f1ede5; }
@media (prefers-color-scheme: dark) { :root { --back: #171614; --text: #e9e6e0; --faint: #a8a49b; --line: #3b3833;
  --mark: #f0c29a; --mark-back: #3d2a1b; --link: #9cc1f5; --head: #23211e; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { font: 16px/1.45 Charter, "Bitstream Charter", Cambria, Georgia, serif; margin: 0 auto; padding: 1.2rem 1rem 4rem;
  max-width: 78rem; background: var(--back); color: var(--text); overflow-wrap: break-word; }
h1, h2, h3, h4, nav, th, .module, .cited { font-family: system-ui, sans-serif; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .8rem; }
h2 { font-size: 1.3rem; margin: 2rem 0 .6rem; padding-bottom: .2rem; border-bottom: 2px solid var(--line); }
h3 { font-size: 1.08rem; margin: 1.4rem 0 .4rem; } h4 { font-size: .95rem; margin: 1rem 0 .3rem; }
p { margin: .4rem 0; } ul { margin: .3rem 0; padding-left: 1.15rem; } li { margin: .12rem 0; }
li li { margin: .06rem 0; }
a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: 2px; }
main a { color: inherit; text-decoration-color: var(--faint); text-decoration-style: dotted; }
a:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
:target { background: var(--mark-back); }
.module { font-size: .72em; font-weight: 600; color: var(--mark); background: var(--mark-back); border-radius: .3em;
  padding: .05em .4em; white-space: nowrap; }
.cited { font-size: .72em; font-weight: 400; color: var(--faint); white-space: nowrap; }
.faint { color: var(--faint); font-style: italic; }
.wide { overflow-x: auto; margin: .5rem 0; } table { border-collapse: collapse; font-size: .95em; }
th, td { padding: .2rem .7rem .2rem .35rem; border-bottom: 1px solid var(--line); text-align: left;
  vertical-align: top; }
thead th { background: var(--head); font-size: .82em; } tbody th { font-weight: 600; font-size: .9em; }
nav { font-size: .9rem; margin: 1rem 0; } nav ul { list-style: none; padding-left: .8rem; margin: .1rem 0; }
nav > ul { padding: 0; } nav a { display: inline-block; padding: .1rem 0; text-decoration: none; }
nav a:hover { text-decoration: underline; } nav summary { font-weight: 600; cursor: pointer; }
@media (min-width: 1000px) {
  body { display: grid; grid-template-columns: 15rem minmax(0, 50rem); gap: 0 3rem; }
  header, main { grid-column: 2; } nav { grid-column: 1; grid-row: 1 / 3; position: sticky; top: 1rem;
    align-self: start; max-height: calc(100vh - 2rem); overflow-y: auto; } }
@media (max-width: 500px) { body { font-size: 15px; padding: .8rem .7rem 3rem; } ul { padding-left: .95rem; }
  th, td { padding: .18rem .4rem .18rem .2rem; } }
@media print {
  @page { size: A4; margin: 13mm 12mm; }
  :root { --back: #fff; --text: #000; --faint: #444; --line: #bbb; --mark: #000; --mark-back: #e8e8e8;
    --head: #f0f0f0; }
  body { display: block; max-width: none; padding: 0; font-size: 8.6pt; line-height: 1.28; } nav { display: none; }
  main { columns: 2; column-gap: 7mm; } h1 { font-size: 16pt; margin: 0 0 2mm; }
  h2 { font-size: 11.5pt; margin: 3.5mm 0 1mm; } h3 { font-size: 9.6pt; margin: 2.4mm 0 .6mm; }
  h4 { font-size: 8.8pt; margin: 1.8mm 0 .4mm; } h2, h3, h4 { break-after: avoid; } tr { break-inside: avoid; }
  ul { padding-left: 3.2mm; margin: .4mm 0; } li, li li { margin: .1mm 0; } .wide { overflow: visible; }
  th, td { padding: .3mm 1.6mm .3mm .6mm; } a { text-decoration: none; color: inherit; } }
"""

TAGS = {"strong": "b", "name": "i", "cited": "small", "module": "span", "faint": "span"}


def page(document: Document) -> str:
    """The text of a page."""
    title = escape(document.title)
    parts = [
        "<!doctype html>",
        f'<html lang="{escape(document.lang)}"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title><style>{STYLE}</style></head><body>",
        f"<header><h1>{title}</h1></header>",
        _contents(document),
        "<main>",
        *map(_block, document.blocks),
        "</main></body></html>",
    ]
    return "\n".join(parts) + "\n"


def _contents(document: Document) -> str:
    """The table of contents: the headings of the second level, each with those below it."""
    lines, open_ = list[str](), False
    for each in document.headings:
        entry = f'<a href="#{escape(each.anchor)}">{_text(each.short)}</a>'
        if each.level == 3 and lines:
            lines.append(f"{'' if open_ else '<ul>'}<li>{entry}</li>")
            open_ = True
            continue
        lines.append(f"{'</ul>' * open_}{'</li>' * bool(lines)}<li>{entry}")
        open_ = False
    closing = f"{'</ul>' * open_}{'</li>' * bool(lines)}"
    label = escape(document.contents)
    listed = f"<ul>{''.join(lines)}{closing}</ul>"
    return f'<nav aria-label="{label}"><details open><summary>{label}</summary>{listed}</details></nav>'


def _block(block: Block) -> str:
    match block:
        case Heading(level, pieces, anchor, source):
            return f'<h{level} id="{escape(anchor)}"{_source(source)}>{_text(pieces)}</h{level}>'
        case Paragraph(pieces, faint):
            return f'<p class="faint">{_text(pieces)}</p>' if faint else f"<p>{_text(pieces)}</p>"
        case Items(items):
            return _items(items)
        case Grid():
            return _grid(block)


def _items(items: Iterable[Item]) -> str:
    return "<ul>" + "".join(map(_item, items)) + "</ul>"


def _item(item: Item) -> str:
    anchor = f' id="{escape(item.anchor)}"' if item.anchor else ""
    return f"<li{anchor}{_source(item.source)}>{_text(item.pieces)}{_items(item.items) if item.items else ''}</li>"


def _source(place: str) -> str:
    """Where the rule stands that an element is about."""
    return f' data-rule="{escape(place)}"' if place else ""


def _grid(grid: Grid) -> str:
    head = "".join(f'<th scope="col">{_text(cell)}</th>' for cell in grid.head)
    rows = "".join(f"<tr>{''.join(_cells(row, grid.marked))}</tr>" for row in grid.rows)
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'


def _cells(row: Iterable[Pieces], marked: bool) -> Iterator[str]:
    for number, cell in enumerate(row):
        yield f'<th scope="row">{_text(cell)}</th>' if marked and not number else f"<td>{_text(cell)}</td>"


def _text(pieces: Pieces) -> str:
    return "".join(map(_piece, pieces))


def _piece(piece: Piece) -> str:
    said = escape(piece.text)
    if piece.style:
        tag = TAGS[piece.style]
        named = f' class="{piece.style}"' if tag in ("small", "span") else ""
        said = f"<{tag}{named}>{said}</{tag}>"
    return f'<a href="#{escape(piece.link)}">{said}</a>' if piece.link else said
