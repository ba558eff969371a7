"""The pytest plugin: every scenario in a rules file is a test.

Files whose name ends in `.rules` are collected if they contain a scenario; an item has the scenario's id, and `-k` also
matches its modules and the rules it cites. A failure is reported as problems in the file, without a traceback. The
compiler and the engine are imported only when there is a file to collect.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from dsl import Program, Scenario

SCENARIO = re.compile(rb"^scenario\b", re.MULTILINE)
LARGEST = 16 * 1024 * 1024


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
        from repl.authoring.scenarios import loader

        try:
            scenarios = dsl.scenarios(_as_typed(self.path))
        except dsl.CompileError as error:
            raise self.CollectError(report(error.problems)) from None
        load = loader(self.path)
        for scenario in scenarios:
            yield ScenarioItem.from_parent(self, name=scenario.id, scenario=scenario, load=load)


class ScenarioItem(pytest.Item):
    """A scenario as a test."""

    def __init__(self, *, scenario: Scenario, load: Callable[[Scenario], Program], **more: Any) -> None:
        super().__init__(**more)
        self.scenario = scenario
        self._load = load
        self.extra_keyword_matches.update(scenario.citations, scenario.modules)

    def runtest(self) -> None:
        from dsl.text.render import report
        from interpreter import examine_scenario
        from repl.reports.scenarios import lines

        found = examine_scenario(self.scenario, self._load)
        if found.problems:
            shown = "\n".join([self.scenario.title, "", report(found.problems), *lines(found)])
            pytest.fail(shown, pytrace=False)

    def reportinfo(self) -> tuple[PathLike[str] | str, int | None, str]:
        return self.path, self.scenario.span.line - 1, self.scenario.id


def _as_typed(path: Path) -> Path:
    """A path relative to the current folder, if it lies in it."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path
