"""The impact report as a page of HTML: one file that needs nothing else, with a chart for each measure.

Knows the shapes of `impact`; `pages` knows how a browser draws.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from repl.reports.impact import Change, Impact, Interaction, Mean
from repl.reports.pages import Dot, dots, heading, paragraph, table
from repl.reports.pages import page as whole


def page(
    title: str, notes: Sequence[str], base: Sequence[Mean], found: Sequence[Impact], together: Sequence[Interaction]
) -> str:
    """The whole page."""
    parts = [
        *map(paragraph, notes),
        table("Without modules", ("", "mean", "95 % interval"), _of_base(base)),
        *_charts(found),
        *_tables(found, together),
    ]
    return whole(title, parts)


def _of_base(base: Sequence[Mean]) -> Iterator[Sequence[str]]:
    for each in base:
        yield each.measure, number(each.mean, each.share), _interval(each.interval, each.share, "")


def _tables(found: Sequence[Impact], together: Sequence[Interaction]) -> Iterator[str]:
    head = ("", "without", "with", "difference", "95 % interval", "correlation")
    for each in found:
        caption = f"With {', '.join(each.modules)} ({each.pairs:,} deals both ways)"
        yield table(caption, head, map(cells, each.changes))
    for both in together:
        caption = f"{' and '.join(both.modules)} together, beyond what each changes alone"
        rows = ((m.measure, number(m.mean, m.share, "+"), _interval(m.interval, m.share, "+")) for m in both.changes)
        yield table(caption, ("", "difference", "95 % interval"), rows)


def cells(change: Change) -> Sequence[str]:
    """A change as the row of a table."""
    return (
        change.measure,
        number(change.without, change.share),
        number(change.present, change.share),
        number(change.difference, change.share, "+"),
        _interval(change.interval, change.share, "+"),
        "" if change.correlation is None else f"{change.correlation:.2f}",
    )


def _charts(found: Sequence[Impact]) -> Iterator[str]:
    measures = dict.fromkeys(change.measure for each in found for change in each.changes)
    for measure in measures:
        rows = [(each, change) for each in found for change in each.changes if change.measure == measure]
        yield heading(f"Change of: {measure}") + dots([dot(", ".join(each.modules), change) for each, change in rows])


def dot(name: str, change: Change) -> Dot:
    """A change in a chart."""
    return Dot(name, change.difference, change.interval, number(change.difference, change.share, "+"))


def number(value: float, share: bool, sign: str = "") -> str:
    """A share or a mean in digits."""
    return format(value, f"{sign}.2%" if share else f"{sign}.2f")


def _interval(found: tuple[float, float] | None, share: bool, sign: str) -> str:
    return f"{number(found[0], share, sign)} to {number(found[1], share, sign)}" if found else ""
