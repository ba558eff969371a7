"""The coverage of rules files, by line: made of what scenarios recorded and of the text of the rules.

A line belongs to the innermost rule that it stands in, and to the innermost condition of steps above it. It was reached
in the scenarios in which that rule acted, and in which that condition held (or didn't, for `else`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

import attrs

from dsl.linking.extents import Extents, Lines, extents
from dsl.reading.library import read_file
from dsl.text.diagnostics import Problems
from dsl.text.source import SourceFile
from reverie.testing.coverage import Acted, Place, Recorded, RecordedFile, Site, Tested

WRITTEN = re.compile(r"\s*[^\s#]")
"""The beginning of a line that isn't empty and no comment."""

Scenarios = frozenset[str]


@attrs.frozen
class Counts:
    """The rules of some files and those that never acted; the conditions, those known one way only, and all ways."""

    rules: int = 0
    missed: int = 0
    conditions: int = 0
    partly: int = 0
    ways: int = 0

    def __add__(self, other: Counts) -> Counts:
        mine, others = attrs.astuple(self), attrs.astuple(other)
        return Counts(*(a + b for a, b in zip(mine, others, strict=True)))

    @property
    def percent(self) -> float:
        """The share of the rules that acted, and of the two ways of each condition; 100 of nothing."""
        whole = self.rules + 2 * self.conditions
        return 100 * (self.rules - self.missed + self.ways) / whole if whole else 100.0


@attrs.frozen(slots=False)
class FileResult:
    """The coverage of one rules file.

    `reached` are the lines of the rules in play, with the scenarios that reached them; `unmeasured` are the lines of
    each rule that was in play in no scenario.
    """

    path: Path
    lines: tuple[str, ...]
    rules: Mapping[Place, Acted]
    conditions: Mapping[Place, Tested]
    reached: Mapping[int, Scenarios]
    unmeasured: tuple[Lines, ...]

    @cached_property
    def counts(self) -> Counts:
        """The numbers of this file."""
        ways = [bool(each.held) + bool(each.failed) for each in self.conditions.values()]
        missed = sum(not rule.scenarios for rule in self.rules.values())
        return Counts(len(self.rules), missed, len(ways), ways.count(1), sum(ways))

    @cached_property
    def open(self) -> Mapping[int, tuple[str, ...]]:
        """What is missing of the conditions on the lines that were reached: `never held`, `always held` and so on."""
        found: dict[int, tuple[str, ...]] = {}
        for (line, _), each in sorted(self.conditions.items(), key=lambda pair: pair[0]):
            if self.reached.get(line) and not (each.held and each.failed):
                how = "always held" if each.held else "never held" if each.failed else "never tested"
                found[line] = (*found.get(line, ()), how)
        return found

    @cached_property
    def never(self) -> tuple[Lines, ...]:
        """The lines that no scenario reached, together where no line that was reached stands between."""
        return _ranges(self.reached, lambda line: not self.reached[line])

    @property
    def missing(self) -> str:
        """Everything that is missing, as one text: `12, 31-33, 40→never held`."""
        parts = [(first, shown_lines((first, last))) for first, last in self.never]
        parts += [(line, f"{line}→{', '.join(dict.fromkeys(how))}") for line, how in self.open.items()]
        return ", ".join(text for _, text in sorted(parts))

    @property
    def absent(self) -> str:
        """The lines of the rules that were in play in no scenario: `55-58, 60`."""
        lines = {line for first, last in self.unmeasured for line in range(first, last + 1) if line not in self.reached}
        every = sorted(lines | self.reached.keys())
        return ", ".join(map(shown_lines, _ranges(every, lambda line: line in lines)))


def shown_lines(lines: Lines) -> str:
    """Some lines: `12`, `31-33`."""
    first, last = lines
    return str(first) if first == last else f"{first}-{last}"


def measure(recorded: Recorded) -> list[FileResult]:
    """The coverage of each file that scenarios lie beside, by path; raises `CompileError` if one can't be read."""
    problems = Problems()
    sources = {path: read_file(Path(path), problems) for path in sorted(recorded.own)}
    problems.stop_if_any()
    return [
        found
        for path, source in sources.items()
        if source is not None and (found := _result(source, recorded.files.get(path, RecordedFile()))) is not None
    ]


Met = Mapping[tuple[str, str], Scenarios]
"""The sites at which two modules can meet, by kind and name, and the scenarios in which they met there."""


def pairs(recorded: Recorded) -> dict[str, dict[tuple[str, str], Met]]:
    """For each game the pairs of its modules that share sites: first those with the base game, then by name."""
    found: dict[str, dict[tuple[str, str], dict[tuple[str, str], Scenarios]]] = {}
    for (game, kind, site, one, other), scenarios in sorted(recorded.met.items(), key=lambda item: _rank(item[0])):
        found.setdefault(game, {}).setdefault((one, other), {})[kind, site] = frozenset(scenarios)
    return {game: {**met} for game, met in found.items()}


def _rank(site: Site) -> tuple[object, ...]:
    game, kind, name, one, other = site
    return game, one != game, one, other, kind, name


def total(results: Iterable[FileResult]) -> Counts:
    """The numbers of all files together."""
    return sum((each.counts for each in results), Counts())


def _result(source: SourceFile, file: RecordedFile) -> FileResult | None:
    """The coverage of a file; None if it holds no rules."""
    known = extents(source)
    if not known.rules and not file.rules:
        return None
    return FileResult(
        Path(source.name),
        tuple(source.text.rstrip("\n").split("\n")),
        dict(sorted(file.rules.items())),
        {place: each for place, each in sorted(file.conditions.items()) if each.counts},
        _reached(source, known, file),
        tuple(lines for place, lines in sorted(known.rules.items()) if place not in file.declared),
    )


def _reached(source: SourceFile, known: Extents, file: RecordedFile) -> dict[int, Scenarios]:
    """The scenarios that reached each line of the rules in play."""
    stretches = [((place[0], rule.last), frozenset(rule.scenarios)) for place, rule in file.rules.items()]
    found: dict[int, Scenarios] = {}
    for (first, last), scenarios in sorted([*stretches, *_below(known, file)], key=lambda each: _outer(each[0])):
        own = (line for line in range(first, last + 1) if WRITTEN.match(source.line(line)))
        found.update((line, scenarios) for line in own)
    return found


def _outer(lines: Lines) -> tuple[int, int]:
    """Sorts what stands around other lines before these."""
    return lines[0], -lines[1]


def _below(known: Extents, file: RecordedFile) -> Iterator[tuple[Lines, Scenarios]]:
    """The steps below conditions, in rules that were in play, with the scenarios in which they were carried out."""
    for fork in known.forks:
        if not any(line <= fork.line <= rule.last for (line, _), rule in file.rules.items()):
            continue
        tested = file.conditions.get((fork.line, fork.column), Tested("", False))
        if fork.held:
            yield fork.held, frozenset(tested.held)
        if fork.failed:
            yield fork.failed, frozenset(tested.failed)


def _ranges(lines: Sequence[int] | Mapping[int, object], wanted: Callable[[int], bool]) -> tuple[Lines, ...]:
    """The wanted ones of some lines, together where none that isn't wanted stands between."""
    found: list[Lines] = []
    open_ = False
    for line in sorted(lines):
        if not wanted(line):
            open_ = False
        elif open_:
            found[-1] = found[-1][0], line
        else:
            found.append((line, line))
            open_ = True
    return tuple(found)
