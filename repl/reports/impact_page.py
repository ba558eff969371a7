"""The impact report as a page of HTML: one file that needs nothing else, with a chart for each measure.

Knows the shapes of `impact` and how a browser draws; every word of a game is escaped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from repl.reports.impact import Change, Impact, Interaction, Mean

WIDTH, ROW, LEFT = 720, 26, 240
"""The chart, in pixels: its width, the height of a row, and the room for names."""

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; } caption { text-align: left; font-weight: 600; }
th, td { padding: .2rem .8rem; border-bottom: 1px solid #8884; text-align: right; }
th:first-child, td:first-child { text-align: left; }
svg { max-width: 100%; height: auto; } svg text { font-size: 13px; fill: currentColor; }
@media (prefers-color-scheme: dark) { body { background: #161616; color: #e6e6e6; } }
"""


def page(
    title: str, notes: Sequence[str], base: Sequence[Mean], found: Sequence[Impact], together: Sequence[Interaction]
) -> str:
    """The whole page."""
    parts = [
        "<!doctype html>",
        '<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
        f"<title>{escape(title)}</title><style>{STYLE}</style>",
        f"<h1>{escape(title)}</h1>",
        *(f"<p>{escape(note)}</p>" for note in notes),
        _table("Without modules", ("", "mean", "95 % interval"), _of_base(base)),
        *_charts(found),
        *_tables(found, together),
    ]
    return "\n".join(parts) + "\n"


def _of_base(base: Sequence[Mean]) -> Iterator[Sequence[str]]:
    for each in base:
        yield each.measure, _number(each.mean, each.share), _interval(each.interval, each.share, "")


def _tables(found: Sequence[Impact], together: Sequence[Interaction]) -> Iterator[str]:
    head = ("", "without", "with", "difference", "95 % interval", "correlation")
    for each in found:
        caption = f"With {', '.join(each.modules)} ({each.pairs:,} deals both ways)"
        yield _table(caption, head, map(_cells, each.changes))
    for both in together:
        caption = f"{' and '.join(both.modules)} together, beyond what each changes alone"
        rows = ((m.measure, _number(m.mean, m.share, "+"), _interval(m.interval, m.share, "+")) for m in both.changes)
        yield _table(caption, ("", "difference", "95 % interval"), rows)


def _cells(change: Change) -> Sequence[str]:
    return (
        change.measure,
        _number(change.without, change.share),
        _number(change.present, change.share),
        _number(change.difference, change.share, "+"),
        _interval(change.interval, change.share, "+"),
        "" if change.correlation is None else f"{change.correlation:.2f}",
    )


def _table(caption: str, head: Sequence[str], rows: Iterator[Sequence[str]]) -> str:
    heads = "".join(f'<th scope="col">{escape(each)}</th>' for each in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><caption>{escape(caption)}</caption><tr>{heads}</tr>{body}</table>"


def _charts(found: Sequence[Impact]) -> Iterator[str]:
    measures = dict.fromkeys(change.measure for each in found for change in each.changes)
    for measure in measures:
        rows = [(each, change) for each in found for change in each.changes if change.measure == measure]
        yield f"<h2>Change of: {escape(measure)}</h2>{_chart(rows)}"


def _chart(rows: Sequence[tuple[Impact, Change]]) -> str:
    """A dot for each difference, a line for its interval, and a line at no difference."""
    ends = [end for _, change in rows for end in (change.interval or (change.difference, change.difference))]
    low, high = min([0.0, *ends]), max([0.0, *ends])
    span = (high - low) or 1.0

    def x(value: float) -> float:
        return LEFT + (value - low) / span * (WIDTH - LEFT - 120)

    height = ROW * len(rows) + ROW
    parts = [f'<line x1="{x(0):.1f}" x2="{x(0):.1f}" y1="0" y2="{height - ROW}" stroke="#888" stroke-dasharray="3"/>']
    for at, (each, change) in enumerate(rows):
        y = ROW * at + ROW / 2
        start, end = change.interval or (change.difference, change.difference)
        said = _number(change.difference, change.share, "+")
        parts += [
            f'<text x="0" y="{y + 4}">{escape(", ".join(each.modules))}</text>',
            f'<line x1="{x(start):.1f}" x2="{x(end):.1f}" y1="{y}" y2="{y}" stroke="#3a7bd5" stroke-width="3"/>',
            f'<circle cx="{x(change.difference):.1f}" cy="{y}" r="5" fill="#3a7bd5"/>',
            f'<text x="{x(end) + 10:.1f}" y="{y + 4}">{said}</text>',
        ]
    parts.append(f'<text x="{x(0) - 4:.1f}" y="{height - 8}">0</text>')
    return f'<svg viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" role="img">{"".join(parts)}</svg>'


def _number(value: float, share: bool, sign: str = "") -> str:
    return format(value, f"{sign}.2%" if share else f"{sign}.2f")


def _interval(interval: tuple[float, float] | None, share: bool, sign: str) -> str:
    return f"{_number(interval[0], share, sign)} to {_number(interval[1], share, sign)}" if interval else ""
