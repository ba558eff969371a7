"""Options of commands that measure which rules the scenarios reach, and what these print in the end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any

import attrs
import click

from repl.cli.options import print_lines, refusing

if TYPE_CHECKING:
    from repl.coverage.files import Report, Wish
    from reverie.testing.coverage import Recorder


@attrs.frozen
class Covered:
    """The coverage for programs, and whether it is enough."""

    data: dict[str, Any]
    enough: bool


@attrs.frozen
class Covering:
    """A measurement of coverage, and the reports of it that are asked for."""

    recorder: Recorder
    report: Report

    def conclude(self, as_json: bool) -> Covered:
        """Print and write the reports."""
        with refusing(as_json):
            found = self.report.conclude(self.recorder.recorded)
        if not as_json and found.lines:
            click.echo()
            print_lines(found.lines)
        if not as_json and found.problem:
            click.echo(found.problem)
        problem = {"problem": found.problem} if found.problem else {}
        return Covered({"coverage": {**found.numbers, **problem}}, not found.problem)


def coverage_options(command: Any) -> Any:
    """The options that measure coverage; the command gets `covering`, None if no coverage is wanted."""

    @wraps(command)
    def found(*, coverage: bool, reports: Sequence[Wish], least: float | None, **given: Any) -> Any:
        covering = None
        if coverage or reports or least is not None:
            from repl.coverage.files import Report
            from reverie.testing.coverage import Recorder

            covering = Covering(Recorder(), Report(tuple(reports), least or 0))
        return command(covering=covering, **given)

    for option in (
        click.option(
            "--at-least", "--fail-under", "least", type=click.FloatRange(0, 100), metavar="PERCENT",
            help="Fail if less of the rules is covered.",
        ),
        click.option(
            "--report", "reports", multiple=True, callback=_wishes, metavar="KIND",
            help="Report the coverage as term, html:FOLDER, json:FILE or lcov:FILE; can be repeated (default: term).",
        ),
        click.option(
            "--coverage", is_flag=True,
            help="Measure which rules the scenarios reach; --report and --at-least do so, too.",
        ),
    ):  # fmt: skip
        found = option(found)
    return found


def _wishes(_context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]) -> tuple[Wish, ...]:
    if not values:
        return ()
    from repl.coverage.files import Wish

    try:
        return tuple(map(Wish.of, values))
    except ValueError as error:
        raise click.BadParameter(str(error)) from None
