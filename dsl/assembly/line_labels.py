"""Advice about an addition to a line that no table has: which labels there are, in the author's words.

The label of a line that is shown for each member of a domain has a gap for the member; an addition to it has the same
gap, by the name of its own variable. Called only when something is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dsl.model import model as m
from dsl.text.spelling import did_you_mean, either, nearest

MOST_LISTED = 6
"""The most lines of a table that are listed."""

Loops = tuple[tuple[str, str], ...]
"""The variable and the domain of each loop in which a line stands."""


def meant(tables: Sequence[m.Table], written: str, loops: Loops, lines: Sequence[str]) -> str:
    """What to write instead of the label `written` in these loops, where the tables have only other `lines`."""
    templates = [of for table in tables for of in _templates(table.lines)]
    if ways := _for_each(templates, {domain: variable for variable, domain in loops}):
        close = nearest(written, ways)
        return f"say {either(f'beside {_quoted(way)}: …' for way in ([close] if close else ways))}"
    if close := nearest(written, lines):
        return did_you_mean(close)
    few = 0 < len(lines) <= MOST_LISTED
    return f"the lines of the table are {either(dict.fromkeys(lines), 'and', None)}" if few else ""


def _for_each(templates: Sequence[tuple[str, Loops]], own: dict[str, str]) -> list[str]:
    """The labels of the lines for each member of domains, with the names that the members have in the addition."""
    ways = dict[str, None]()
    for label, loops in templates:
        if loops and all(domain in own for _, domain in loops):
            said = label
            for variable, domain in loops:
                said = said.replace(f"{{{variable}}}", f"{{{own[domain]}}}")
            ways[said] = None
    return [*ways]


def _templates(lines: Sequence[m.Show | m.ShowBeside | m.ShowEach]) -> Iterator[tuple[str, Loops]]:
    """The labels of all lines, each with its loops."""
    for line in lines:
        if isinstance(line, m.Show):
            yield line.label, ()
        elif isinstance(line, m.ShowEach):
            loop = (line.members.variable.text, line.members.domain.text)
            yield from ((label, (*loops, loop)) for label, loops in _templates(line.lines))


def _quoted(label: str) -> str:
    return f'"{label}"'
