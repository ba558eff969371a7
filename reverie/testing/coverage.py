"""Which rules act, and which of their conditions hold, while scenarios are played.

A `Recorder` plays scenarios whose games are linked for coverage of conditions, and adds up what it finds in a
`Recorded`: plain data by file and place, which can be written as JSON, read and joined, so that several processes and
several runs add up. What a rule does to count as acting, and where modules meet, is defined in
`interpreter/simulation/counting.py`; `measured` makes results for people of all this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import attrs

import dsl
from dsl import Contribution, Program, Scenario, Span
from interpreter import Examined, Game, examine_scenario
from interpreter.analysis.coverage import FALSE, KINDS, TRUE, open_conditions
from interpreter.simulation.counting import CoverageCounter, Meeting, Owners, covered
from interpreter.state.layout import FRAME

MET = ("event", "prompt", "definition")
"""The kinds of sites at which meetings are counted."""

Place = tuple[int, int]
"""A line and a column of a file, from 1."""

Site = tuple[str, str, str, str, str]
"""A game, and a meeting of two of its modules (see `counting.Meeting`)."""


def survey(program: Program) -> tuple[Owners, tuple[Meeting, ...]]:
    """The things counted in a program: the rules of its origins, and every site at which two of its modules meet."""
    met = dsl.report(program).pairs(*MET)
    return dsl.rules_of(program), tuple((*site, *each.modules) for each in met for site in each.sites)


@attrs.define
class Acted:
    """A rule: what it is, its last line, and the scenarios in which it acted."""

    module: str
    kind: str
    site: str
    words: str
    last: int
    scenarios: set[str] = attrs.field(factory=set)


@attrs.define
class Tested:
    """A condition, and the scenarios in which it held and in which it didn't.

    `counts`: whether it can differ in some game; otherwise it only tells which steps were carried out.
    """

    words: str
    counts: bool
    held: set[str] = attrs.field(factory=set)
    failed: set[str] = attrs.field(factory=set)


@attrs.define
class RecordedFile:
    """The rules and the conditions of a file that were in play, by their places; `declared`: whatever was in play."""

    rules: dict[Place, Acted] = attrs.field(factory=dict)
    conditions: dict[Place, Tested] = attrs.field(factory=dict)
    declared: set[Place] = attrs.field(factory=set)


@attrs.define
class Recorded:
    """What scenarios reached: files by their full paths, and the scenarios in which modules met at each site.

    `own` are the files whose coverage is wanted: those that the scenarios lie beside.
    """

    scenarios: set[str] = attrs.field(factory=set)
    own: set[str] = attrs.field(factory=set)
    files: dict[str, RecordedFile] = attrs.field(factory=dict)
    met: dict[Site, set[str]] = attrs.field(factory=dict)

    def join(self, other: Recorded) -> None:
        """Add what was recorded elsewhere."""
        self.scenarios |= other.scenarios
        self.own |= other.own
        for site, scenarios in other.met.items():
            self.met.setdefault(site, set()).update(scenarios)
        for path, file in other.files.items():
            mine = self.files.setdefault(path, RecordedFile())
            mine.declared |= file.declared
            for place, rule in file.rules.items():
                mine.rules.setdefault(place, attrs.evolve(rule, scenarios=set())).scenarios |= rule.scenarios
            for place, condition in file.conditions.items():
                known = mine.conditions.setdefault(place, attrs.evolve(condition, held=set(), failed=set()))
                known.counts |= condition.counts
                known.held |= condition.held
                known.failed |= condition.failed

    def to_json(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            "scenarios": sorted(self.scenarios),
            "own": sorted(self.own),
            "met": [[*site, sorted(scenarios)] for site, scenarios in self.met.items()],
            "files": {path: _file_data(file) for path, file in self.files.items()},
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Recorded:
        """What `to_json` wrote."""
        met = {(game, kind, site, one, two): set(found) for game, kind, site, one, two, found in data["met"]}
        files = {path: _file_from(file) for path, file in data["files"].items()}
        return cls(set(data["scenarios"]), set(data["own"]), files, met)


def _file_data(file: RecordedFile) -> dict[str, Any]:
    rules = [[*place, *attrs.astuple(rule)[:-1], sorted(rule.scenarios)] for place, rule in file.rules.items()]
    conditions = [
        [*place, each.words, each.counts, sorted(each.held), sorted(each.failed)]
        for place, each in file.conditions.items()
    ]
    return {"rules": rules, "conditions": conditions, "declared": sorted(file.declared)}


def _file_from(data: Mapping[str, Any]) -> RecordedFile:
    rules = {
        (line, column): Acted(module, kind, site, words, last, set(found))
        for line, column, module, kind, site, words, last, found in data["rules"]
    }
    conditions = {
        (line, column): Tested(words, counts, set(held), set(failed))
        for line, column, words, counts, held, failed in data["conditions"]
    }
    return RecordedFile(rules, conditions, {(line, column) for line, column in data["declared"]})


class Recorder:
    """Plays scenarios, and records what their rules did."""

    def __init__(self) -> None:
        self.recorded = Recorded()
        self._own: set[Path] = set()
        self._followed: dict[int, _Followed] = {}
        self._playing: _Followed | None = None

    def examine(self, scenario: Scenario, load: Callable[[Scenario], Program], own: Iterable[Path] = ()) -> Examined:
        """Play a scenario as `examine_scenario` does; `load` links games whose coverage is `conditions`.

        `own`: the files whose coverage is wanted.
        """
        for path in own:
            if path not in self._own:
                self._own.add(path)
                self.recorded.own.add(str(path.resolve()))
        self.recorded.scenarios.add(scenario.id)
        self._playing = None

        def loaded(scenario: Scenario) -> Program:
            program = load(scenario)
            if id(program) not in self._followed:
                self._followed[id(program)] = _Followed(program, self.recorded)
            self._playing = self._followed[id(program)]
            self._playing.begin()
            return program

        found = examine_scenario(scenario, loaded, watch=self._watch)
        if self._playing is not None:
            self._playing.record(scenario.id)
        return found

    def _watch(self, game: Game, end: bool) -> None:
        assert self._playing is not None
        self._playing.watch(game, end)


class _Followed:
    """A program whose scenarios are played, and what is recorded of its rules."""

    def __init__(self, program: Program, recorded: Recorded) -> None:
        self._program, self._recorded = program, recorded
        self._path = _paths(program)
        owners, meetings = survey(program)
        self._counter = CoverageCounter(program, owners)
        for each in program.contributions:
            self._file(each.span).declared.add(_place(each.span))
        self._rules = [(index, self._rule(program.contributions[index])) for index in covered(program, owners)]
        self._conditions = {origin: self._condition(origin, counts=True) for origin in open_conditions(program)}
        self._ended = False
        self._met = {meeting: recorded.met.setdefault((program.game, *meeting), set()) for meeting in meetings}

    def begin(self) -> None:
        """Forget the scenario before."""
        self._counter.restart()
        self._ended = False

    def watch(self, game: Game, end: bool) -> None:
        """Count the rules that led to a decision, or to the end of a scenario.

        A scenario is played by both executors: of the second, for which rules act in the same way, only the conditions
        count, because it may test some of them more often.
        """
        if self._ended:
            self._counter.note_ways()
            return
        self._ended, state = end, game.state.flat
        if end:
            self._counter.over(list(state))
        elif game.picks:
            self._counter.decision(state[FRAME][0], game.picks)

    def record(self, scenario: str) -> None:
        """Add what was counted since `begin`."""
        for index, rule in self._rules:
            if self._counter.acted[index]:
                rule.scenarios.add(scenario)
        for origin, way in (divmod(entry, KINDS) for entry in self._counter.ways):
            if way in (TRUE, FALSE):
                condition = self._conditions.get(origin) or self._condition(origin, counts=False)
                (condition.held if way == TRUE else condition.failed).add(scenario)
        met = self._counter.meetings(self._met)
        for meeting, scenarios in self._met.items():
            if met[meeting]:
                scenarios.add(scenario)

    def _file(self, span: Span) -> RecordedFile:
        return self._recorded.files.setdefault(self._path(span.file.name), RecordedFile())

    def _rule(self, rule: Contribution) -> Acted:
        last, _ = rule.whole.file.position(rule.whole.end - 1)
        acted = Acted(rule.module, rule.kind, rule.site, rule.words, last)
        return self._file(rule.span).rules.setdefault(_place(rule.span), acted)

    def _condition(self, origin: int, *, counts: bool) -> Tested:
        span = self._program.origins[origin].span
        found = self._file(span).conditions.setdefault(_place(span), Tested(span.sentence, counts))
        found.counts |= counts
        return found


def _place(span: Span) -> Place:
    return span.file.position(span.start)


def _paths(program: Program) -> Callable[[str], str]:
    """The full path of each rules file of a program, by its name."""
    assert program.loaded is not None
    folder = dsl.ruleset_folder(program.loaded.game)
    inside = {f"{folder.name}/{path.name}": str(path.resolve()) for path in folder.glob("*.rules")}
    return lambda name: inside.get(name) or str(Path(name).resolve())
