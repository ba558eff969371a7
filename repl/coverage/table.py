"""The coverage of rules by scenarios, as a table for people.

Knows the results of `reverie/testing/measured`; `files` writes them for programs, `page` for a browser.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

from repl.reports.columns import aligned
from reverie.testing.measured import Counts, FileResult, total

HEAD = ("rules", "rules", "missed", "conditions", "partly", "%", "missing")

NUMBERS = range(1, 6)
"""The columns that hold numbers."""


def table(results: Sequence[FileResult]) -> list[str]:
    """A line for each rules file and one for all of them, then the lines of the rules that were never in play."""
    rows = [HEAD, *(_row(shown_path(each.path), each.counts, each.missing) for each in results)]
    rows += [_row("total", total(results), "")]
    lines = aligned(rows, NUMBERS)
    absent = [f"  {shown_path(each.path)}: {each.absent}" for each in results if each.absent]
    return [*lines, *(["", "not measured, in play in no scenario:", *absent] if absent else [])]


def _row(name: str, counts: Counts, missing: str) -> tuple[str, ...]:
    numbers = (counts.rules, counts.missed, counts.conditions, counts.partly)
    return name, *map(str, numbers), percent(counts), missing


def percent(counts: Counts) -> str:
    """The share in percent, rounded down: 100 means all; `–` if nothing was measured."""
    return f"{math.floor(counts.percent * 10) / 10:.1f}" if counts.rules else "–"


def shown_path(path: Path) -> str:
    """A path relative to the current folder, if it lies in it."""
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


def too_little(results: Sequence[FileResult], least: float) -> str:
    """What to say if all files together have less than this share, or nothing was measured; "" if all is well."""
    found = total(results)
    if least and not found.rules:
        return "not enough: no scenario reached any rules"
    return f"not enough: {percent(found)} % of the rules are covered, not {least:g} %" if found.percent < least else ""
