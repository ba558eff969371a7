"""`reverie test`: the scenarios of rules files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from repl.cli.options import FOUND, Once, json_option, print_json, print_lines, refuse, refusing
from repl.cli.testing.covering import Covered, Covering, coverage_options

if TYPE_CHECKING:
    from dsl.text.diagnostics import Problem
    from repl.authoring.checking import ScenarioResult


@click.command(cls=Once)
@click.argument("paths", nargs=-1, metavar="[PATH|RULESET]…")
@click.option("--only", metavar="ID", multiple=True, help="Run the scenario with this id; may be given several times.")
@click.option("-v", "--verbose", is_flag=True, help="List every scenario, not only those that fail.")
@coverage_options
@json_option("Print the results as JSON: one object per scenario, then a summary.")
def test(
    paths: tuple[str, ...], only: tuple[str, ...], verbose: bool, covering: Covering | None, as_json: bool
) -> None:
    """Run the scenarios of rules files, folders or rulesets.

    Without an argument, run those of every ruleset that ships with Reverie. The exit code is 0 if every scenario holds,
    and 1 if one fails or none is found, or if too few rules are covered.
    """
    import dsl
    from repl.authoring.checking import run_scenarios

    held = failed = 0
    shown: list[Problem] = []
    with refusing(as_json):
        files = [_scenario_path(path) for path in paths or dsl.rulesets()]
        _know_scenarios(only, files)
        for result in run_scenarios(files, only, covering.recorder if covering else None):
            held, failed = held + (not result.problems), failed + bool(result.problems)
            _show_result(result, verbose, as_json, shown)
    good = held > 0 and not failed
    if not as_json:
        click.echo(f"{held} held, {failed} failed" if held or failed else "no scenarios found")
    covered = covering.conclude(as_json) if covering else Covered({}, enough=True)
    if as_json:
        print_json({"ok": good and covered.enough, "held": held, "failed": failed, **covered.data})
    raise SystemExit(0 if good and covered.enough else FOUND)


def _know_scenarios(ids: Iterable[str], files: Sequence[Path]) -> None:
    """Refuse an id that no scenario of these files has."""
    from dsl.text.spelling import nearest
    from repl.authoring.checking import scenario_ids

    known = scenario_ids(files) if ids else frozenset()
    for unknown in (each for each in ids if each not in known):
        near = nearest(unknown, known)
        refuse(f"no scenario here is called `{unknown}`" + (f"; did you mean `{near}`?" if near else ""))


def _scenario_path(path: str) -> Path:
    import dsl
    from dsl.text.files import is_folder

    return Path(path) if path.endswith(".rules") or is_folder(Path(path)) else dsl.ruleset_folder(path)


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
        click.echo(render.report(new) if new else "  It can't be played, for the same reason as above.")
        print_lines([*scenarios.lines(result.found), ""])
    elif verbose:
        click.echo(f"held   {result.scenario.id}")
