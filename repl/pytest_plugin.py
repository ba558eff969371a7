"""The pytest plugin: every scenario in a rules file is a test.

Files whose name ends in `.rules` are collected if they contain a scenario; an item has the scenario's id, and `-k` also
matches its modules and the rules it cites. A failure is reported as problems in the file, without a traceback. The
compiler and the engine are imported only when there is a file to collect.

`--rules-coverage` measures which rules the scenarios reach. Workers of pytest-xdist send what they recorded to the
controller, which reports the sum.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Callable, Iterator, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from dsl import Scenario
    from interpreter import Examined
    from repl.coverage.files import Wish

COVERING = pytest.StashKey["Covering"]()

SENT = "reverie_coverage"
"""Where a worker leaves what it recorded."""

SCENARIO = re.compile(rb"^scenario\b", re.MULTILINE)
LARGEST = 16 * 1024 * 1024


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that measure coverage."""
    group = parser.getgroup("reverie", "scenarios in rules files")
    group.addoption("--rules-coverage", action="store_true", help="measure which rules the scenarios reach")
    group.addoption(
        "--rules-coverage-report", action="append", default=[], metavar="KIND", type=_wish,
        help="term, html:FOLDER, json:FILE or lcov:FILE; can be repeated (default: term); measures coverage",
    )  # fmt: skip
    group.addoption(
        "--rules-coverage-at-least", "--rules-coverage-fail-under", type=float, metavar="PERCENT",
        help="fail if less of the rules is covered; measures coverage",
    )  # fmt: skip


def _wish(text: str) -> Wish:
    from repl.coverage.files import Wish

    try:
        return Wish.of(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def pytest_configure(config: pytest.Config) -> None:
    """Begin to measure coverage, if that is asked for."""
    wishes, least = config.getoption("rules_coverage_report"), config.getoption("rules_coverage_at_least")
    if config.getoption("rules_coverage") or wishes or least is not None:
        config.stash[COVERING] = Covering(wishes, least or 0)


class Covering:
    """A measurement of coverage, and what the terminal shows of it in the end."""

    def __init__(self, wishes: Sequence[Wish], least: float) -> None:
        from repl.coverage.files import Report
        from reverie.testing.coverage import Recorder

        self.recorder = Recorder()
        self.lines: tuple[str, ...] = ()
        self._report = Report(tuple(wishes), least)

    def conclude(self) -> bool:
        """Write the reports; whether all is well and enough rules are covered."""
        import dsl

        try:
            found = self._report.conclude(self.recorder.recorded)
        except dsl.CompileError as error:
            self.lines = (f"the coverage can't be reported: {error}",)
            return False
        self.lines = (*found.lines, *filter(None, [found.problem]))
        return not found.problem


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Add what a worker recorded, if it got so far."""
    from reverie.testing.coverage import Recorded

    covering = node.config.stash.get(COVERING, None)
    sent = getattr(node, "workeroutput", {}).get(SENT)
    if covering is not None and sent is not None:
        covering.recorder.recorded.join(Recorded.from_json(json.loads(sent)))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Send what was recorded to the controller, or conclude."""
    covering = session.config.stash.get(COVERING, None)
    if covering is None or session.config.option.collectonly:
        return
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput[SENT] = json.dumps(covering.recorder.recorded.to_json())
    elif not covering.conclude() and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Show the table."""
    covering = config.stash.get(COVERING, None)
    if covering is not None and not config.option.collectonly:
        terminalreporter.section("coverage of rules")
        for line in covering.lines:
            terminalreporter.line(line)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> RulesFile | None:
    """Collect a rules file that holds scenarios."""
    if file_path.suffix == ".rules" and _may_hold_one(file_path):
        return RulesFile.from_parent(parent, path=file_path)
    return None


def _may_hold_one(path: Path) -> bool:
    """Whether a rules file holds a scenario; True for an unreadable file, which fails when it is collected."""
    from dsl.text.files import Unreadable, read_whole

    try:
        return bool(SCENARIO.search(read_whole(path, LARGEST)))
    except Unreadable:
        return True


class RulesFile(pytest.File):
    """A rules file with scenarios."""

    def collect(self) -> Iterator[ScenarioItem]:
        import dsl
        from dsl.text.render import report
        from repl.authoring.checking import examiner

        try:
            scenarios = dsl.scenarios(_as_typed(self.path))
        except dsl.CompileError as error:
            raise self.CollectError(report(error.problems)) from None
        covering = self.config.stash.get(COVERING, None)
        examine = examiner(self.path, covering.recorder if covering else None)
        for scenario in scenarios:
            yield ScenarioItem.from_parent(self, name=scenario.id, scenario=scenario, examine=examine)


class ScenarioItem(pytest.Item):
    """A scenario as a test."""

    def __init__(self, *, scenario: Scenario, examine: Callable[[Scenario], Examined], **more: Any) -> None:
        super().__init__(**more)
        self.scenario = scenario
        self._examine = examine
        self.extra_keyword_matches.update(scenario.citations, scenario.modules)

    def runtest(self) -> None:
        from dsl.text.render import report
        from repl.reports.scenarios import lines

        found = self._examine(self.scenario)
        if found.problems:
            shown = "\n".join([self.scenario.title, "", report(found.problems), *lines(found)])
            pytest.fail(shown, pytrace=False)

    def reportinfo(self) -> tuple[PathLike[str] | str, int | None, str]:
        return self.path, self.scenario.span.line - 1, self.scenario.id


def _as_typed(path: Path) -> Path:
    """A path relative to the current folder, if it lies in it."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path
