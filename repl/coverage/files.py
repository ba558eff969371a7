"""The coverage of rules by scenarios as files: JSON, LCOV for editors and services that show coverage, and pages."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import attrs

from dsl.text.files import write_whole
from repl.coverage.page import pages
from repl.coverage.table import shown_path, table, too_little
from reverie.testing.coverage import Recorded, Tested
from reverie.testing.measured import Counts, FileResult, measure, pairs, total

VERSION = 1
"""The version of the format; a new one is only needed if fields change their meaning or go."""


def as_data(recorded: Recorded, results: Sequence[FileResult]) -> dict[str, Any]:
    """The coverage as plain data; `docs/coverage.md` lists the fields."""
    return {
        "format": "reverie coverage", "version": VERSION,
        "scenarios": sorted(recorded.scenarios),
        "totals": numbers(total(results)),
        "files": {shown_path(each.path): _file(each) for each in results},
        "meetings": [
            {"game": game, "modules": pair, "kind": kind, "site": site, "scenarios": sorted(scenarios)}
            for game, found in pairs(recorded).items()
            for pair, met in found.items()
            for (kind, site), scenarios in met.items()
        ],
    }  # fmt: skip


def numbers(counts: Counts) -> dict[str, Any]:
    """The numbers of a file or of all files."""
    return {
        "rules": counts.rules, "missed": counts.missed, "conditions": counts.conditions, "partly": counts.partly,
        "ways": counts.ways, "percent": round(counts.percent, 2),
    }  # fmt: skip


def _file(result: FileResult) -> dict[str, Any]:
    return {
        "totals": numbers(result.counts),
        "missing": result.missing,
        "not_measured": result.absent,
        "rules": [
            {
                "line": line, "column": column, "last": rule.last, "module": rule.module, "kind": rule.kind,
                "site": rule.site, "words": rule.words, "scenarios": sorted(rule.scenarios),
            }
            for (line, column), rule in result.rules.items()
        ],
        "conditions": [
            {
                "line": line, "column": column, "words": each.words,
                "held": sorted(each.held), "failed": sorted(each.failed),
            }
            for (line, column), each in result.conditions.items()
        ],
        "lines": {str(line): len(scenarios) for line, scenarios in sorted(result.reached.items())},
    }  # fmt: skip


def lcov(results: Iterable[FileResult]) -> str:
    """The coverage as LCOV: a count of scenarios for each line, and two branches for each condition."""
    return "".join(f"{line}\n" for result in results if result.reached for line in _record(result))


def _record(result: FileResult) -> Iterator[str]:
    yield "TN:"
    yield f"SF:{shown_path(result.path)}"
    for number, ((line, _), each) in enumerate(result.conditions.items()):
        yield from (f"BRDA:{line},{number},{way},{taken}" for way, taken in enumerate(_taken(each)))
    yield f"BRF:{2 * len(result.conditions)}"
    yield f"BRH:{result.counts.ways}"
    yield from (f"DA:{line},{len(scenarios)}" for line, scenarios in sorted(result.reached.items()))
    yield f"LF:{len(result.reached)}"
    yield f"LH:{sum(map(bool, result.reached.values()))}"
    yield "end_of_record"


def _taken(condition: Tested) -> tuple[str, str]:
    """In how many scenarios a condition held, and in how many it didn't; `-` if it was never tested."""
    if not (condition.held or condition.failed):
        return "-", "-"
    return str(len(condition.held)), str(len(condition.failed))


TITLE = "Rules reached by scenarios"

KINDS = ("term", "html:FOLDER", "json:FILE", "lcov:FILE")


@attrs.frozen
class Wish:
    """A report that is asked for: on the terminal ("term"), or as a file or folder of a kind."""

    kind: str
    path: Path | None = None

    @classmethod
    def of(cls, text: str) -> Wish:
        """The report that a text such as `html:FOLDER` asks for; raises `ValueError`."""
        kind, _, path = text.partition(":")
        known = [each.partition(":") for each in KINDS]
        if (kind, bool(path)) not in [(each, bool(rest)) for each, _, rest in known]:
            raise ValueError(f"`{text}` is no report: it should be one of {', '.join(KINDS)}")
        return cls(kind, Path(path) if path else None)


@attrs.frozen
class Report:
    """What is asked for of a measurement: reports ("term" if there are none), and the least share in percent."""

    wishes: tuple[Wish, ...]
    least: float

    def conclude(self, recorded: Recorded) -> Conclusion:
        """Write all reports; raises `CompileError` if a rules file can't be read any more."""
        results, problem = measure(recorded), ""
        for wish in self.wishes:
            try:
                _write(wish, recorded, results)
            except OSError as error:
                problem = f"{wish.path} can't be written: {error.strerror or error}"
        shown = not self.wishes or any(wish.path is None for wish in self.wishes)
        problem = problem or too_little(results, self.least)
        return Conclusion(tuple(table(results) if shown else ()), numbers(total(results)), problem)


@attrs.frozen
class Conclusion:
    """The lines for the terminal, the numbers for programs, and what is wrong: a file, or too little coverage."""

    lines: tuple[str, ...]
    numbers: dict[str, Any]
    problem: str


def _write(wish: Wish, recorded: Recorded, results: Sequence[FileResult]) -> None:
    if wish.path is None:
        return
    match wish.kind:
        case "html":
            for name, text in pages(TITLE, recorded, results).items():
                write_whole(wish.path / name, text.encode())
        case "json":
            text = json.dumps(as_data(recorded, results), ensure_ascii=False, indent=1)
            write_whole(wish.path, f"{text}\n".encode())
        case _:
            write_whole(wish.path, lcov(results).encode())
