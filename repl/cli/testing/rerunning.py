"""`reverie test --watch`: the scenarios that a change can affect run again at each save."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NoReturn

import click

import dsl
from dsl.reading.library import ENDING, rules_below
from dsl.text.diagnostics import CompileError
from repl.authoring.affected import Affected
from repl.authoring.rules_files import home_of
from repl.cli.options import show_problems
from repl.drivers.watching import Watched, changes

Run = Callable[[Affected], object]
"""Runs the scenarios that are affected, and shows what came of them."""


def rerun(paths: Sequence[Path], run: Run, as_json: bool, saved: Iterable[frozenset[Path]] | None = None) -> NoReturn:
    """Run scenarios again at each save, until Ctrl-C ends the command.

    A file that can't be read is shown with its problems; what it concerns runs when it can be read again. `saved` are
    the files that are saved, given by tests only.
    """
    waiting: set[Path] = set()
    try:
        for group in changes(watched(paths)) if saved is None else saved:
            waiting |= {path for path in group if path.suffix == ENDING}
            if not waiting:
                continue
            if not as_json:
                click.echo(f"\n{', '.join(sorted(path.name for path in waiting))} changed:")
            try:
                run(Affected(waiting))
                waiting.clear()
            except CompileError as error:
                show_problems(error.problems, as_json)
    except KeyboardInterrupt:
        pass
    raise SystemExit(0)


def watched(paths: Sequence[Path]) -> Watched:
    """The folders of the rules files, with those below, and of the games that they are for."""
    files = [file for path in paths for file in rules_below(path)]
    return Watched.of({file.parent for file in files} | set(_games(files)), files)


def _games(files: Iterable[Path]) -> Iterator[Path]:
    for file in files:
        try:
            ruleset = home_of(file).ruleset
            if ruleset is not None:
                yield dsl.ruleset_folder(ruleset)
        except CompileError:
            continue
