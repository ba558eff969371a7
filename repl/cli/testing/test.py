"""`reverie test`: the scenarios of rules files."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from repl.cli.options import (
    FOUND,
    Once,
    excerpts,
    json_option,
    know_watchfiles,
    print_json,
    print_lines,
    refuse,
    refusing,
    show_problems,
)  # fmt: skip
from repl.cli.testing.covering import Covered, Covering, coverage_options

if TYPE_CHECKING:
    from dsl.text.diagnostics import Problem
    from repl.authoring.affected import Affected
    from repl.authoring.checking import ScenarioResult


@click.command(cls=Once)
@click.argument("paths", nargs=-1, metavar="[PATH|RULESET]…")
@click.option("--only", metavar="ID", multiple=True, help="Run the scenario with this id; may be given several times.")
@click.option("-v", "--verbose", is_flag=True, help="List every scenario, not only those that fail.")
@click.option("--watch", is_flag=True, help="Run again, at each save of a file, the scenarios that it can affect.")
@coverage_options
@json_option("Print the results as JSON: one object per scenario, then a summary.")
def test(
    paths: tuple[str, ...], only: tuple[str, ...], verbose: bool, watch: bool, covering: Covering | None, as_json: bool
) -> None:
    """Run the scenarios of rules files, folders or rulesets.

    Without an argument, run those of every ruleset that ships with Reverie. The exit code is 0 if every scenario holds,
    and 1 if one fails or none is found, or if too few rules are covered. With --watch, Ctrl-C ends the command.
    """
    import dsl
    from repl.cli.testing.rerunning import rerun

    know_watchfiles(watch)
    if watch and covering:
        raise click.UsageError("--watch runs some scenarios at a time, so it can't say what all of them cover")
    with refusing(as_json):
        files = [_scenario_path(path) for path in paths or dsl.rulesets()]
        if not watch:
            _know_scenarios(only, files)
            good = _run(files, only, verbose, as_json, covering=covering)
            raise SystemExit(0 if good else FOUND)
    try:
        _run(files, only, verbose, as_json)
    except dsl.CompileError as error:
        show_problems(error.problems, as_json)
    rerun(files, lambda affected: _run(files, only, verbose, as_json, affected), as_json)


def _run(
    files: Sequence[Path],
    only: tuple[str, ...],
    verbose: bool,
    as_json: bool,
    affected: Affected | None = None,
    covering: Covering | None = None,
) -> bool:
    """Run scenarios and show what came of them; whether all is good."""
    from repl.authoring.checking import run_scenarios

    held = failed = 0
    shown: list[Problem] = []
    for result in run_scenarios(files, only, covering.recorder if covering else None, affected):
        held, failed = held + (not result.problems), failed + bool(result.problems)
        if affected is None or as_json or verbose or not _is_shown(result, shown):
            _show_result(result, verbose, as_json, shown)
    good = held > 0 and not failed
    if not as_json:
        none = "no scenario is affected" if affected else "no scenarios found"
        click.echo(f"{held} held, {failed} failed" if held or failed else none)
    covered = covering.conclude(as_json) if covering else Covered({}, enough=True)
    if as_json:
        print_json({"ok": good and covered.enough, "held": held, "failed": failed, **covered.data})
    return good and covered.enough


def _know_scenarios(ids: Iterable[str], files: Sequence[Path]) -> None:
    """Refuse an id that no scenario of these files has."""
    from repl.authoring.checking import scenario_ids
    from repl.authoring.scenarios import UnknownScenario

    known = scenario_ids(files) if ids else frozenset()
    for unknown in (each for each in ids if each not in known):
        refuse(str(UnknownScenario(unknown, known)))


def _scenario_path(path: str) -> Path:
    import dsl
    from dsl.text.files import is_folder

    return Path(path) if path.endswith(".rules") or is_folder(Path(path)) else dsl.ruleset_folder(path)


def _is_shown(result: ScenarioResult, shown: list[Problem]) -> bool:
    """Whether all problems of a scenario are those of others that have been shown."""
    return bool(result.problems) and all(any(map(each.is_like, shown)) for each in result.problems)


def _show_result(result: ScenarioResult, verbose: bool, as_json: bool, shown: list[Problem]) -> None:
    """Print the result of a scenario, without the problems already `shown`."""
    from dsl.text import render
    from repl.reports import scenarios

    if as_json:
        problems = [render.as_json(problem) for problem in result.problems]
        data = {"scenario": result.scenario.id, "file": str(result.path), "ok": not problems, "problems": problems}
        print_json(data | (scenarios.as_data(result.found) if problems else {}))
    elif result.problems:
        click.echo(f"FAILED {result.scenario.id}: {result.scenario.title}")
        new = [problem for problem in result.problems if not any(map(problem.is_like, shown))]
        shown += new
        click.echo(excerpts(new, sys.stdout) if new else "  It can't be played, for the same reason as above.")
        print_lines([*scenarios.lines(result.found), ""])
    elif verbose:
        click.echo(f"held   {result.scenario.id}")
