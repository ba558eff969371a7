"""Find the game that the scenarios of a rules file are about.

Scenarios lie beside the rules they show: in a ruleset's own files, in a folder below it, or in the file of a
module that somebody keeps elsewhere. What comes out is a function that links their games; each is linked once.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import attrs

import dsl
from dsl.diagnostics import CompileError, Problem
from dsl.program import Program
from dsl.scenario import Scenario

GAME = re.compile(r"^game[ \t]+(?P<game>.+?)[ \t]*\"", re.MULTILINE)
MODULE = re.compile(r"^module[ \t]+(?P<name>.+?)[ \t]*\"[^\"\n]*\"[ \t]*for[ \t]+(?P<game>[^#\n]+)", re.MULTILINE)


@attrs.frozen
class _Home:
    """Where a rules file belongs: a ruleset's folder, or the name of a shipped one.

    `own` is the module that the file is itself, if the ruleset doesn't know it.
    """

    game: str
    own: str = ""


def loader(path: Path) -> Callable[[Scenario], Program]:
    """The function that links the games of a rules file's scenarios, or raises `CompileError`.

    The ruleset is the nearest folder, from the file's own upwards, that holds a base file; for a module, the base
    file of its game. A module that lies elsewhere belongs to the shipped ruleset of that name.
    """
    path = path.resolve()
    home = _home(path)
    linked: dict[tuple[object, ...], Program] = {}

    def load(scenario: Scenario) -> Program:
        key = (scenario.modules, scenario.options, scenario.players)
        if key not in linked:
            if home is None:
                raise CompileError([_homeless(path)])
            modules = [str(path) if home.own and name == home.own else name for name in scenario.modules]
            linked[key] = dsl.load(home.game, modules=modules, players=scenario.players, options=dict(scenario.options))
        return linked[key]

    return load


def _home(path: Path) -> _Home | None:
    module = MODULE.search(_text(path))
    game = _plain(module["game"]) if module else ""
    for folder in path.parents:
        found = _game_in(folder)
        if found and game in {"", found}:
            inside = module is None or folder == path.parent
            return _Home(str(folder), "" if inside or module is None else _plain(module["name"]))
    return _Home(game, _plain(module["name"])) if module else None


def _game_in(folder: Path) -> str:
    """The game whose base file lies in a folder, or ""."""
    found = (GAME.search(_text(file)) for file in sorted(folder.glob("*.rules")))
    return next((_plain(match["game"]) for match in found if match), "")


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _plain(name: str) -> str:
    return name.strip().strip("`")


def _homeless(path: Path) -> Problem:
    return Problem(
        "no-game",
        f"no folder above `{path.name}` holds a file that begins with `game`",
        None,
        help="put the scenarios into the folder of a ruleset, or into the file of a module",
    )
