"""Link games of a document as it is typed: the largest one, and those in which its scenarios are played.

Programs and results are cached for as long as the texts that they come from are the same.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from dsl import CompileError, Problem, Program, Scenario, Wanted, compile_ruleset
from dsl.reading.catalogue import expects
from dsl.reading.library import read_all, scenarios, scenarios_in
from dsl.reading.read import read
from dsl.text.diagnostics import Problems
from dsl.text.source import SourceFile
from interpreter import check_scenario
from repl.editor.problems import largest, readable
from repl.editor.workspace import Ruleset, head, is_texts

MOST_PROGRAMS = 12
"""Programs that are cached: those of the scenarios in a file."""


@attrs.frozen
class Played:
    """A scenario that was played, and in what the game differs from it."""

    scenario: Scenario
    problems: tuple[Problem, ...]


def told(source: SourceFile) -> tuple[Scenario, ...]:
    """The scenarios of a file, of those of its declarations that can be read."""
    if is_texts(source.name):
        return ()
    try:
        return scenarios_in(read(source, Problems()))
    except CompileError:
        return ()


def told_twice(source: SourceFile) -> tuple[Problem, ...]:
    """The scenarios of a readable file that have the id of another."""
    try:
        scenarios(source)
    except CompileError as error:
        return error.problems
    return ()


@attrs.define
class Player:
    """Plays scenarios."""

    _programs: dict[object, Program] = attrs.field(factory=dict)
    _played: dict[object, Played] = attrs.field(factory=dict)

    def play(self, ruleset: Ruleset) -> Iterator[Played]:
        """Play the scenarios of a document whose rules are right, one at a time."""
        every = told(ruleset.own)
        self._played = {key: each for key, each in self._played.items() if each.scenario.span.file == ruleset.own}
        for scenario in every:
            key = (scenario.span, ruleset.sources)
            if key not in self._played:
                self._played[key] = Played(scenario, self._problems(scenario, ruleset))
            yield self._played[key]

    def _problems(self, scenario: Scenario, ruleset: Ruleset) -> tuple[Problem, ...]:
        found = check_scenario(scenario, lambda each: self._program(each, ruleset))
        at = scenario.span
        return tuple(each if each.span else attrs.evolve(each, span=at) for each in found)

    def largest(self, ruleset: Ruleset) -> Program:
        """The program of the largest game with a document whose rules are right; raises `CompileError`."""
        return self._linked(ruleset, Wanted(largest(ruleset)))

    def _program(self, scenario: Scenario, ruleset: Ruleset) -> Program:
        """The program of a scenario's game; raises `CompileError`."""
        expected = (ruleset.own.name,) if expects(*read_all([ruleset.own])) else ()
        wanted = Wanted((*scenario.modules, *expected), scenario.players, dict(scenario.options))
        return self._linked(ruleset, wanted)

    def _linked(self, ruleset: Ruleset, wanted: Wanted) -> Program:
        sources = readable(ruleset)
        about = frozenset(each for each in sources if _concerns(each, wanted.modules))
        key = (about, wanted.modules, tuple(wanted.options.items()), wanted.players)
        if key not in self._programs:
            self._programs[key] = compile_ruleset(sources, wanted)
            while len(self._programs) > MOST_PROGRAMS:
                del self._programs[next(iter(self._programs))]
        return self._programs[key]


def _concerns(source: SourceFile, modules: tuple[str, ...]) -> bool:
    """Whether a file is part of a game: the base game, a module in play, or expectations."""
    its = head(source)
    return source.name in modules if its is None else not its.module or its.module in modules
