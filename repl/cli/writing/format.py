"""`reverie format`: rules files and texts files in the one layout."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from repl.cli.options import FOUND, Once, colourful, refuse, show_problems

if TYPE_CHECKING:
    from dsl.text.diagnostics import Problem
    from repl.authoring.formatting import Layout

STREAM = "-"


@click.command("format", cls=Once)
@click.argument("what", nargs=-1, required=True, metavar="FILE|FOLDER|RULESET…")
@click.option("--check", is_flag=True, help="Write nothing; list the files that would change, and exit with 1.")
@click.option("--diff", is_flag=True, help="Write nothing; show the lines that would change, and exit with 1.")
def format_(what: tuple[str, ...], check: bool, diff: bool) -> None:
    """Bring rules files and texts files into one layout; their meaning, words, comments and line breaks stay.

    A folder means all rules files and texts files below it, and - means the standard input, whose layout is
    printed. Declarations that can't be parsed are left as they are: their mistakes are listed, and the exit code
    is 1.
    """
    if STREAM in what:
        if len(what) > 1:
            raise click.UsageError("the standard input (-) stands alone")
        _stream(check, diff)
        return
    layouts, problems = _layouts(what)
    changed = [each for each in layouts if each.changes]
    if not (check or diff):
        _write(changed)
    for each in changed:
        if diff:
            click.echo(each.difference(colourful(sys.stdout)), nl=False)
        else:
            click.echo(f"{'not formatted' if check else 'formatted'}: {each.name}")
    if layouts or not problems:
        _conclude(len(changed), len(layouts) - len(changed), check or diff)
    if problems:
        show_problems(problems, as_json=False)
    if problems or (changed and (check or diff)):
        raise SystemExit(FOUND)


def _layouts(what: tuple[str, ...]) -> tuple[list[Layout], list[Problem]]:
    from dsl import CompileError
    from repl.authoring.formatting import files_of, layout_of

    layouts: list[Layout] = []
    problems: list[Problem] = []
    paths: list[Path] = []
    for each in what:
        try:
            paths += files_of(each)
        except CompileError as error:
            problems += error.problems
    for path in dict.fromkeys(paths):
        try:
            layouts.append(layout_of(path))
        except CompileError as error:
            problems += error.problems
    return layouts, [*problems, *(problem for each in layouts for problem in each.problems)]


def _write(changed: list[Layout]) -> None:
    from dsl.text.files import reason
    from repl.authoring.formatting import write

    for each in changed:
        try:
            write(Path(each.name), each)
        except OSError as error:
            refuse(f"Error: {each.name} can't be written: {reason(error)}.")


def _conclude(changed: int, others: int, only_shown: bool) -> None:
    from dsl.text.spelling import counted

    done = "would be formatted" if only_shown else "formatted"
    words = [f"{counted(changed, 'file')} {done}"] if changed else []
    words += [f"{counted(others, 'file')} unchanged"] if others else []
    click.echo(f"{', '.join(words) or 'no files found'}.", err=True)


def _stream(check: bool, diff: bool) -> None:
    from repl.authoring.formatting import STDIN, laid_out

    layout = laid_out(STDIN, sys.stdin.buffer.read())
    if diff:
        click.echo(layout.difference(colourful(sys.stdout)), nl=False)
    elif check and layout.changes:
        click.echo("not formatted: -")
    elif not check:
        click.echo(layout.after, nl=False)
    if layout.problems:
        show_problems(layout.problems, as_json=False)
    if layout.problems or (layout.changes and (check or diff)):
        raise SystemExit(FOUND)
