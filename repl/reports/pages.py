"""Pages of HTML: one file that needs nothing else, with tables and charts.

Knows how a browser draws, and nothing of games; every word is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

import attrs

WIDTH, ROW, LEFT, RIGHT = 720, 26, 240, 120
"""A chart, in pixels: its width, the height of a row, and the room for names and for numbers."""

LONGEST = 34
"""The most letters of a name in a chart."""

COLOUR = "#3a7bd5"

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; } caption { text-align: left; font-weight: 600; }
th, td { padding: .2rem .8rem; border-bottom: 1px solid #8884; text-align: right; }
th:first-child, td:first-child { text-align: left; }
svg { max-width: 100%; height: auto; } svg text { font-size: 13px; fill: currentColor; }
@media (prefers-color-scheme: dark) { body { background: #161616; color: #e6e6e6; } }
"""


@attrs.frozen
class Dot:
    """A value in a chart, with its name, the ends of its interval (None: there is none), and its words."""

    name: str
    value: float
    interval: tuple[float, float] | None
    said: str


def page(title: str, parts: Iterable[str]) -> str:
    """The whole page."""
    head = [
        "<!doctype html>",
        '<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
        f"<title>{escape(title)}</title><style>{STYLE}</style>",
        f"<h1>{escape(title)}</h1>",
    ]
    return "\n".join([*head, *parts]) + "\n"


def paragraph(text: str) -> str:
    """A paragraph."""
    return f"<p>{escape(text)}</p>"


def heading(text: str) -> str:
    """What stands above a chart."""
    return f"<h2>{escape(text)}</h2>"


def table(caption: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table."""
    heads = "".join(f'<th scope="col">{escape(each)}</th>' for each in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><caption>{escape(caption)}</caption><tr>{heads}</tr>{body}</table>"


def dots(rows: Sequence[Dot]) -> str:
    """A dot for each value, a line for its interval, and a line at 0."""
    ends = [end for row in rows for end in (row.interval or (row.value, row.value))]
    low, high = min([0.0, *ends]), max([0.0, *ends])
    span = (high - low) or 1.0

    def x(value: float) -> float:
        return LEFT + (value - low) / span * (WIDTH - LEFT - RIGHT)

    height = ROW * len(rows) + ROW
    parts = [f'<line x1="{x(0):.1f}" x2="{x(0):.1f}" y1="0" y2="{height - ROW}" stroke="#888" stroke-dasharray="3"/>']
    for at, row in enumerate(rows):
        y = ROW * at + ROW / 2
        start, end = row.interval or (row.value, row.value)
        parts += [
            f'<text x="0" y="{y + 4}">{escape(_short(row.name))}</text>',
            f'<line x1="{x(start):.1f}" x2="{x(end):.1f}" y1="{y}" y2="{y}" stroke="{COLOUR}" stroke-width="3"/>',
            f'<circle cx="{x(row.value):.1f}" cy="{y}" r="5" fill="{COLOUR}"/>',
            f'<text x="{x(end) + 10:.1f}" y="{y + 4}">{escape(row.said)}</text>',
        ]
    parts.append(f'<text x="{x(0) - 4:.1f}" y="{height - 8}">0</text>')
    return _drawing(height, parts)


def bars(rows: Sequence[tuple[str, int]]) -> str:
    """A bar for each number."""
    most = max([1, *(count for _, count in rows)])
    parts = []
    for at, (name, count) in enumerate(rows):
        y, long = ROW * at, count / most * (WIDTH - LEFT - RIGHT)
        parts += [
            f'<text x="0" y="{y + 17}">{escape(_short(name))}</text>',
            f'<rect x="{LEFT}" y="{y + 4}" width="{long:.1f}" height="{ROW - 8}" fill="{COLOUR}"/>',
            f'<text x="{LEFT + long + 10:.1f}" y="{y + 17}">{count:,}</text>',
        ]
    return _drawing(ROW * len(rows), parts)


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def _drawing(height: int, parts: Sequence[str]) -> str:
    return f'<svg viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" role="img">{"".join(parts)}</svg>'
