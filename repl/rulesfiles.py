"""Which game a rules file belongs to, and the sets of modules that a game can be put together from."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import attrs

import dsl
from dsl import model
from dsl.compiler import read, read_file
from dsl.diagnostics import CompileError, Problems

ENDING = ".rules"


@attrs.frozen
class Belonging:
    """Where a file belongs.

    `ruleset` is a shipped one's name or a folder, None if it can't be told. `module` is what the module in the file is
    asked for by: its name if it lies in the ruleset's folder, else its path; "" if there is none.
    """

    path: Path
    ruleset: str | Path | None
    module: str


@attrs.frozen
class Deal:
    """A set of modules and a number of players."""

    modules: tuple[str, ...]
    players: int


def belonging(path: Path) -> Belonging:
    """Where a rules file belongs: to the folder above it that holds its game, else to the shipped game it is for.

    Raises `CompileError` if it can't be read.
    """
    head = _head(path)
    module = head if isinstance(head, model.Module) else None
    for folder in path.resolve().parents:
        game = _game_in(folder)
        if game and (module is None or game == module.game.text):
            inside = folder == path.resolve().parent
            return Belonging(path, folder, "" if module is None else module.name.text if inside else str(path))
    return Belonging(path, module.game.text, str(path)) if module else Belonging(path, None, "")


def rules_below(path: Path) -> list[Path]:
    """A rules file itself, or all that lie in a folder."""
    return sorted(path.rglob("*" + ENDING)) if path.is_dir() else [path]


def deals(ruleset: str | Path) -> Iterator[Deal]:
    """Every set of a ruleset's modules for one player and for two, the smallest sets first."""
    modules = sorted(dsl.modules_of(ruleset))
    for size in range(len(modules) + 1):
        for chosen in combinations(modules, size):
            for players in (1, 2):
                yield Deal(chosen, players)


def kept_name(word: str) -> str:
    """A ruleset or module as it is kept in a saved game: a path in full, a name as it is."""
    path = Path(word)
    if word.endswith(ENDING) or (path.is_dir() and any(path.glob("*" + ENDING))):
        return str(path.resolve())
    return word


def _game_in(folder: Path) -> str:
    """The game whose base file lies in a folder, or ""."""
    for path in sorted(folder.glob("*" + ENDING)):
        try:
            head = _head(path)
        except CompileError:
            continue
        if isinstance(head, model.Game):
            return head.name.text
    return ""


def _head(path: Path) -> model.Game | model.Module | None:
    problems = Problems()
    source = read_file(path, problems)
    problems.stop_if_any()
    assert source is not None
    head = read(source, problems).head
    problems.stop_if_any()
    return head
