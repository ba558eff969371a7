"""Pieces of rules with the problems that are expected on their lines, and what is really wrong with them.

A text is cut into files where a line begins with `game` or `module`. `#! code` at the end of a line marks a problem
expected there (`#! code, code` two of them). Lines that begin with `#!` are settings: `#! with a, b` (otherwise all
modules of the text are in play), `#! players 2`, `#! options name: value, …`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress

import attrs

import dsl
from dsl.linking.ruleset import Recording
from dsl.model.declarations import Example, File, Game, Module
from dsl.reading.read import read
from dsl.text.diagnostics import Problems
from interpreter.scenarios import scenario as played

HEAD = re.compile(r"^(?=(?:game (?!over when )|module ))", re.MULTILINE)
MARK = re.compile(r"\S *#! *([a-z-]+(?: *, *[a-z-]+)*)$")
SETTING = re.compile(r"^#! *(with|players|options) +(.+?) *(?:#!.*)?$")

WRITTEN = re.compile(r"^[ \t]*[^\s#]", re.MULTILINE)

BELOW = 2_000
"""The line below which a preamble stands."""

Found = Counter[tuple[int, str]]
"""Problems by line and code."""


@attrs.frozen
class Chunk:
    """A text to be compiled: it begins at `line` of a file; `preamble` is a game for it if it has none itself.

    `coverage` is as in `dsl.load`.
    """

    name: str
    line: int
    text: str
    preamble: str = ""
    coverage: Recording = False

    def sources(self) -> list[dsl.SourceFile]:
        """The files of the text, each at its own lines; the preamble stands below what belongs to no file."""
        starts = sorted({0, *(match.start() for match in HEAD.finditer(self.text))})
        parts = [self.text[start:end] for start, end in zip(starts, [*starts[1:], None], strict=True)]
        above = [self.line - 1 + self.text[:start].count("\n") for start in starts]
        files = ["\n" * lines + part for lines, part in zip(above, parts, strict=True)]
        if self.preamble and not re.search(r"^game (?!over when )", self.text, re.MULTILINE):
            loose = "" if HEAD.match(self.text) else files.pop(0)
            files.insert(0, loose + "\n" * (BELOW - loose.count("\n")) + self.preamble)
        return [
            dsl.SourceFile(f"{self.name}#{number}", text) for number, text in enumerate(files) if WRITTEN.search(text)
        ]

    def expected(self) -> Found:
        """The problems that are marked, by line and code."""
        marks = ((number, MARK.search(line)) for number, line in enumerate(self.text.split("\n"), self.line))
        return Counter((number, code.strip()) for number, mark in marks if mark for code in mark[1].split(","))

    def settings(self) -> dict[str, str]:
        """What the lines that begin with `#!` say."""
        found = (SETTING.match(line) for line in self.text.split("\n"))
        return {match[1]: match[2] for match in found if match}


def chunks(name: str, text: str, preamble: str) -> Iterator[Chunk]:
    """The chunks of a text, separated by lines of `---`; those without a game of their own are about the preamble's."""
    line = 1
    for part in re.split(r"^---$\n", text, flags=re.MULTILINE):
        yield Chunk(name, line, part, preamble)
        line += part.count("\n") + 1


def problems_of(chunk: Chunk) -> list[dsl.Problem]:
    """What is wrong with a chunk: when it is linked, or when its scenarios are played."""
    files = chunk.sources()
    heads = [read(file, Problems()) for file in files]
    try:
        _linked(chunk, files, heads)
    except dsl.CompileError as error:
        return list(error.problems)
    found: list[dsl.Problem] = []
    for example in _examples(heads):
        found += played.check(
            example.scenario, lambda s: _link(files, s.modules, s.players, dict(s.options), chunk.coverage)
        )
    assert any(isinstance(head.head, Game) for head in heads)
    return found


def programs_of(chunk: Chunk) -> Iterator[dsl.Program]:
    """The programs that a chunk is about, without those that can't be linked: its own, and those of its scenarios."""
    files = chunk.sources()
    heads = [read(file, Problems()) for file in files]
    with suppress(dsl.CompileError):
        yield _linked(chunk, files, heads)
    for wanted in dict.fromkeys(
        (s.modules, s.players, s.options) for s in (each.scenario for each in _examples(heads))
    ):
        modules, players, options = wanted
        with suppress(dsl.CompileError):
            yield _link(files, modules, players, dict(options))


def _examples(heads: Sequence[File]) -> Iterator[Example]:
    return (each for file in heads for each in file.declarations if isinstance(each, Example))


def _linked(chunk: Chunk, files: Sequence[dsl.SourceFile], heads: Sequence[File]) -> dsl.Program:
    """The program of a chunk, as its settings want it."""
    settings = chunk.settings()
    modules = tuple(head.head.name.text for head in heads if isinstance(head.head, Module))
    options = dict(pair.split(": ") for pair in settings.get("options", "").split(", ") if pair)
    chosen = settings.get("with", ", ".join(modules))
    wanted = tuple(name for name in chosen.split(", ") if name not in {"", "nothing"})
    return _link(files, wanted, int(settings.get("players", "1")), options, chunk.coverage)


def _link(
    files: Sequence[dsl.SourceFile], modules: Sequence[str], players: int | None, options: dict[str, str],
    coverage: Recording = False,
) -> dsl.Program:  # fmt: skip
    return dsl.compile_ruleset(files, dsl.Wanted(tuple(modules), players, options, coverage))


def compare(chunk: Chunk) -> str:
    """How the problems of a chunk differ from those that are marked; "" if they don't."""
    problems = problems_of(chunk)
    setting = next(
        (n for n, line in enumerate(chunk.text.split("\n"), chunk.line) if line.startswith("#!")), chunk.line
    )
    found = Counter((problem.span.line if problem.span else setting, problem.code) for problem in problems)
    expected = chunk.expected()
    lines = [
        f"{chunk.name}:{line}: expected {code}, which wasn't found" for line, code in (expected - found).elements()
    ]
    surplus = found - expected
    for problem in problems:
        line = problem.span.line if problem.span else setting
        if surplus[line, problem.code]:
            lines.append(f"{chunk.name}:{line}: {problem.code}: {problem.message} ({problem.help})")
    return "\n".join(lines)
