"""The link report as text: the contributions of each module, and the sites where modules meet.

The report leaves out what a site consists of by itself (an event's own steps, the options with which a prompt is
asked). `as_data` leaves nothing out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from textwrap import wrap
from typing import Any

import attrs

from dsl import Contribution, Meeting, Report, Site
from dsl.text.render import cells
from dsl.text.spelling import counted
from repl.reports.columns import cut, left

TITLES = {
    "event": "Events",
    "prompt": "Prompts",
    "definition": "Definitions",
    "group": "Groups",
    "zone": "Cards that begin in",
    "kind": "Kinds",
    "enum": "Values",
    "game": "The game",
}
"""The kinds of sites, in the order of `dsl.program.contributions.KINDS`."""

PLAIN = frozenset(
    {"phase", "event", "on", "ask", "offer", "option", "define", "group", "cards", "kind", "enum", "invariant"}
)
"""The kinds of contributions that a site consists of by itself, if they come from its own module."""

WIDEST_SITE = 20

NARROWEST_WORDS = 20

COMMENT = re.compile(r"\s*(?:#|\[[A-Z]+-)")
"""The end of a line of rules: a comment or a citation."""


@attrs.frozen
class _Row:
    """A line of the report: site (only in the first of its rows), module, contribution, and place in the rules."""

    site: str
    module: str
    what: str
    place: str


def lines(report: Report, width: int) -> tuple[str, ...]:
    """The report in lines of at most `width` columns, if that is 80 or more."""
    sections = {title: rows for title, rows in _sections(report) if rows}
    every = [row for rows in sections.values() for row in rows]
    widths = tuple(max((cells(getattr(row, name)) for row in every), default=0) for name in ("site", "module", "place"))
    text = [*wrap(_head(report), width)]
    for title, rows in sections.items():
        text += ["", *wrap(title, width), *(_line(row, widths, width) for row in rows)]
    if not every:
        text += ["", "No module adds anything to this game."]
    met = [*_meetings(report, width)]
    return (*text, *(["", "Where modules meet", *met] if met else []))


def _head(report: Report) -> str:
    modules = f" with {', '.join(report.modules)}" if report.modules else ""
    return f"{report.game}{modules}, for {counted(report.players, 'player')}"


def _sections(report: Report) -> Iterator[tuple[str, list[_Row]]]:
    around = dict(_around(report))
    for kind, title in TITLES.items():
        yield title, [row for site in report.shared if site.kind == kind for row in _rows(site, around)]
        if kind == "prompt":
            for prompts, abilities in _by_prompts(around):
                yield f"At {', '.join(prompts)}", [_row("", each) for each in abilities]


def _around(report: Report) -> Iterator[tuple[Contribution, tuple[str, ...]]]:
    """The abilities that are offered at several prompts, with these prompts."""
    found: dict[tuple[str, int, int], list[Contribution]] = {}
    for site in report.sites:
        for each in site.contributions:
            if each.kind == "ability":
                found.setdefault((each.span.file.name, each.span.start, each.span.end), []).append(each)
    for same in found.values():
        if len(same) > 1:
            yield from ((each, tuple(other.site for other in same)) for each in same)


def _by_prompts(around: Mapping[Contribution, tuple[str, ...]]) -> Iterator[tuple[tuple[str, ...], list[Contribution]]]:
    """Abilities grouped by their prompts, each once."""
    groups: dict[tuple[str, ...], list[Contribution]] = {}
    for each, prompts in around.items():
        if each.site == prompts[0]:
            groups.setdefault(prompts, []).append(each)
    yield from groups.items()


def _rows(site: Site, around: Mapping[Contribution, tuple[str, ...]]) -> Iterator[_Row]:
    """The lines about a site; `around` are abilities that are shown elsewhere."""
    owner = site.contributions[0].module
    owner = next((each.module for each in site.contributions if each.kind in PLAIN), owner)
    name = site.name
    for each in site.contributions:
        if each not in around and not _is_plain(each, owner):
            yield _row(name, each)
            name = ""


def _is_plain(each: Contribution, owner: str) -> bool:
    """Whether a contribution is part of what a site of `owner` consists of by itself, in any set of modules."""
    return each.module == owner and each.kind in PLAIN and not each.partners


def _row(site: str, each: Contribution) -> _Row:
    bridge = f" (with {', '.join(each.bridges)})" if each.bridges else ""
    what = f"{each.kind}{bridge} {each.words}".rstrip()
    steps = _steps(each)
    return _Row(site, each.module, f"{what}: {steps}" if steps else what, each.place.rpartition("/")[2])


def _steps(each: Contribution) -> str:
    """The steps of a rule that acts on an event, on one line."""
    if each.site_kind != "event":
        return ""
    below = each.whole.text[each.span.end - each.span.start :].split("\n")[1:]
    bare = (COMMENT.split(line)[0].strip() for line in below)
    return "; ".join(line for line in bare if line)


def _line(row: _Row, widths: tuple[int, ...], width: int) -> str:
    site, module = min(widths[0], WIDEST_SITE), widths[1]
    room = max(width - 2 - site - module - widths[2] - 3, NARROWEST_WORDS)
    return f"  {cut(row.site, site)} {left(row.module, module)} {cut(row.what, room)} {row.place}"


def _meetings(report: Report, width: int) -> Iterator[str]:
    pairs = [f"  {' and '.join(each.modules)}  " for each in report.meetings]
    first = max((cells(pair) for pair in pairs), default=0)
    for pair, each in zip(pairs, report.meetings, strict=True):
        yield from wrap(_places(each), width, initial_indent=left(pair, first), subsequent_indent=" " * first)


def _places(meeting: Meeting) -> str:
    """The sites of a meeting in words: `events setup, place; prompt turn`."""
    kinds: dict[str, list[str]] = {}
    for kind, name in meeting.sites:
        kinds.setdefault(kind, []).append(name)
    return "; ".join(_kind(kind, names) for kind, names in kinds.items())


def _kind(kind: str, names: list[str]) -> str:
    return (
        f"{'' if kind == 'game' else kind}{'s' if len(names) > 1 and kind != 'game' else ''} {', '.join(names)}".strip()
    )


def as_data(report: Report) -> dict[str, Any]:
    """The whole report as data for JSON."""
    return {
        "game": report.game,
        "modules": report.modules,
        "players": report.players,
        "options": dict(report.options),
        "sites": [
            {"kind": site.kind, "name": site.name, "modules": site.modules, "rules": _rules(site.contributions)}
            for site in report.sites
        ],
        "meetings": [
            {"modules": each.modules, "sites": [{"kind": kind, "name": name} for kind, name in each.sites]}
            for each in report.meetings
        ],
    }


def _rules(contributions: Iterable[Contribution]) -> list[dict[str, Any]]:
    return [
        {
            "module": each.module, "kind": each.kind, "words": each.words, "file": each.span.file.name,
            "line": each.span.line, "citations": each.citations, "with": each.bridges,
        }
        for each in contributions
    ]  # fmt: skip
