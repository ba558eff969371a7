"""Links the games of the scenarios in a rules file.

Scenarios lie beside the rules they show: in a ruleset's own files, in a folder below it, or in the file of a module
elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import dsl
from dsl import CompileError, Problem, Program, Scenario
from dsl.reading.library import head_of
from repl.authoring.rules_files import home_of


def loader(path: Path, linked: dict[tuple[object, ...], Program] | None = None) -> Callable[[Scenario], Program]:
    """A function that links the game of a scenario in this file, each game once; it raises `CompileError`.

    `linked` holds the games that were linked for other files, and gets those of this one.
    Scenarios may name the module of their own file, even if it lies outside the ruleset's folder. Raises `CompileError`
    if the file can't be read.
    """
    home = home_of(path)
    own = _module(path) if home.module and home.ruleset != path.resolve().parent else ""
    linked = {} if linked is None else linked

    def load(scenario: Scenario) -> Program:
        modules = tuple(path if own and name == own else name for name in scenario.modules)
        key = (home.ruleset, modules, scenario.options, scenario.players)
        if key not in linked:
            if home.ruleset is None:
                raise CompileError([_homeless(path)])
            linked[key] = dsl.load(home.ruleset, modules, scenario.players, dict(scenario.options))
        return linked[key]

    return load


def _module(path: Path) -> str:
    """The name of the module in a file, or ""."""
    head = head_of(path)
    return head.module if head else ""


def _homeless(path: Path) -> Problem:
    return Problem(
        "no-game",
        f"no folder above `{path.name}` contains a file that begins with `game`",
        None,
        help="move the scenarios into the folder of a ruleset, or into the file of a module",
    )
