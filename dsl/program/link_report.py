"""The link report: the contributions of each module of a linked game, by site and in order, and where modules meet.

Reads only a program; `repl` shows the report, and sweeps of games count by it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import attrs

from dsl.program.contributions import MET, Contribution
from dsl.program.program import Program


@attrs.frozen
class Site:
    """An event, prompt, definition or the like, with its contributions in the order in which they take effect.

    `kind` is a key of `contributions.KINDS`.
    """

    kind: str
    name: str
    contributions: tuple[Contribution, ...]

    @property
    def modules(self) -> tuple[str, ...]:
        """The modules that add to it, each once, by their first contribution."""
        return tuple(dict.fromkeys(each.module for each in self.contributions))


@attrs.frozen
class Meeting:
    """Two modules and the sites, as (kind, name), at which they meet.

    The base game comes first; two other modules are in alphabetical order.
    """

    modules: tuple[str, str]
    sites: tuple[tuple[str, str], ...]


@attrs.frozen
class Report:
    """All sites of a linked game, and all meetings.

    Two modules meet at an event, prompt, definition or group to which both add something. A module meets the base game
    at a site of the base game that no other module adds to. A rule in a section that asks for other modules is a
    meeting with each of them, at any site.
    """

    game: str
    modules: tuple[str, ...]
    players: int
    options: tuple[tuple[str, str], ...]
    sites: tuple[Site, ...]
    meetings: tuple[Meeting, ...]

    @property
    def shared(self) -> tuple[Site, ...]:
        """The sites to which more than one module, or the base game and a module, add something, or a bridge does."""
        return tuple(
            site for site in self.sites if len(site.modules) > 1 or any(each.partners for each in site.contributions)
        )

    def pairs(self, *kinds: str) -> tuple[Meeting, ...]:
        """The meetings at sites of these kinds: `pairs("event", "prompt")`."""
        some = ((each, tuple(site for site in each.sites if site[0] in kinds)) for each in self.meetings)
        return tuple(attrs.evolve(each, sites=sites) for each, sites in some if sites)


def report(program: Program) -> Report:
    """The link report of a program."""
    gathered: dict[tuple[str, str], list[Contribution]] = {}
    for each in program.contributions:
        gathered.setdefault((each.site_kind, each.site), []).append(each)
    sites = tuple(Site(kind, name, tuple(found)) for (kind, name), found in gathered.items())
    met: dict[tuple[str, str], dict[tuple[str, str], None]] = {}
    for site in sites:
        for pair in _meeting(site, program.game):
            met.setdefault(pair, {})[site.kind, site.name] = None
    order = sorted(met, key=lambda pair: (pair[0] != program.game, pair))
    meetings = tuple(Meeting(pair, tuple(met[pair])) for pair in order)
    return Report(program.game, program.modules, program.players, program.options, sites, meetings)


def rules_of(program: Program) -> tuple[tuple[int, ...], ...]:
    """For each origin of a program the indices of the contributions it belongs to: the innermost that hold its place.

    An option in an event belongs to the option's contribution, a step before it to the event's; an ability belongs to
    the contributions at all prompts that offer it. () for an origin within no contribution.
    """
    by_file: dict[str, list[Contribution]] = {}
    for each in program.contributions:
        by_file.setdefault(each.span.file.name, []).append(each)
    found: list[tuple[int, ...]] = []
    for origin in program.origins:
        span = origin.span
        around = [
            each
            for each in by_file.get(span.file.name, ())
            if each.whole.start <= span.start and span.end <= each.whole.end and each.site_kind != "zone"
        ]
        least = min((each.whole.end - each.whole.start for each in around), default=0)
        found.append(tuple(each.index for each in around if each.whole.end - each.whole.start == least))
    return tuple(found)


def _meeting(site: Site, base: str) -> Iterator[tuple[str, str]]:
    """The pairs of modules that meet at a site, the base game first, then by name."""
    if site.kind in MET:
        others = sorted(set(site.modules) - {base})
        yield from combinations(others, 2)
        if len(others) == 1 and base in site.modules:
            yield base, others[0]
    for each in site.contributions:
        for other in each.bridges:
            first, second = sorted((each.module, other), key=lambda name: (name != base, name))
            if first != second:
                yield first, second
