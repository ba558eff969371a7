"""The results of a sweep, or a comparison of two, as a page of HTML that needs nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from repl.reports.impact_page import cells, dot
from repl.reports.pages import Dot, bars, dots, heading, page, paragraph, table
from repl.reports.scores import widths
from repl.results.cells import cells_of, counted
from repl.results.changes import Comparison, many, said
from repl.results.tables import Group, columns, groups, named, notes, shares, title, worthwhile
from reverie.sweeps.results import Results

MOST_BARS = 24
"""The most bars of a chart."""

HEADS = ("", "before", "after", "difference", "95 % interval", "correlation")


def of_one(results: Results, by: Sequence[Sequence[str]]) -> str:
    """The page of a sweep."""
    found = cells_of(results.parts)
    parts = [
        *map(paragraph, notes(results, found)),
        table("How games ended", ("ending", "games", "share", "95 % interval"), shares(found)),
    ]
    for each in by or worthwhile(found):
        together = groups(found, each)
        head, *rows = columns(together, each)
        parts.append(table(f"By {' and '.join(each)}", head, rows))
        parts += _charts(together, each)
    for column in ("score", "turns", "decisions"):
        if counts := counted(results.parts, column):
            parts += [heading(f"Games by {column}"), bars(_bars(counts))]
    return page(title(results.sweep), parts)


def of_two(found: Comparison) -> str:
    """The page of a comparison."""
    compared = f"Compared: {found.before.folder} (before) and {found.after.folder} (after)."
    parts = [paragraph(compared), *map(paragraph, said(found))]
    parts += [table(f"{each.name} ({many(found, each)})", HEADS, map(cells, each.changes)) for each in found.changed]
    parts.append(table("How games ended", HEADS, map(cells, found.endings)))
    for measure in dict.fromkeys(change.measure for each in found.changed for change in each.changes):
        rows = [(each.name, change) for each in found.changed for change in each.changes if change.measure == measure]
        parts += [heading(f"Change of: {measure}"), dots([dot(*row) for row in rows])]
    return page(title(found.after.sweep), parts)


def _charts(found: Sequence[Group], by: Sequence[str]) -> Iterator[str]:
    """A chart of the victories, and one of the scores, where there are any."""
    names = [", ".join(named(value, name) for value, name in zip(group.key, by, strict=True)) for group in found]
    if any(group.sums.won for group in found):
        yield heading(f"Won, by {' and '.join(by)}")
        yield dots(
            [
                Dot(name, each.sums.won_share, each.sums.won_interval, f"{each.sums.won_share:.2%}")
                for name, each in zip(names, found, strict=True)
            ]
        )
    if any(group.sums.scored for group in found):
        yield heading(f"Mean score, by {' and '.join(by)}")
        yield dots(
            [
                Dot(name, mean, each.sums.score_interval, f"{mean:.2f}")
                for name, each in zip(names, found, strict=True)
                if (mean := each.sums.mean_score) is not None
            ]
        )


def _bars(counts: Counter[int]) -> list[tuple[str, int]]:
    """The numbers in ranges that are wide enough for a chart, each with how often its numbers stand there."""
    low, high = min(counts), max(counts)
    width = next(width for width in widths() if high // width - low // width < MOST_BARS)
    found: Counter[int] = Counter()
    for number, count in counts.items():
        found[number // width] += count
    return [(_range(at * width, width), found[at]) for at in range(low // width, high // width + 1)]


def _range(least: int, width: int) -> str:
    return str(least) if width == 1 else f"{least} to {least + width - 1}"
