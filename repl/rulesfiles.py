"""Which game a rules file belongs to, and the sets of modules that a game can be put together from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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

    `ruleset` is a shipped one's name or a folder, None if it can't be told; `module` the module in the file, or "".
    """

    path: Path
    ruleset: str | Path | None
    module: str

    def asked(self, modules: Iterable[str]) -> tuple[str, ...]:
        """Modules by name, with this file's own one as the path that it is read from."""
        return tuple(str(self.path) if name == self.module else name for name in modules)


@attrs.frozen
class Deal:
    """A set of modules and a number of players."""

    modules: tuple[str, ...]
    players: int


def belonging(path: Path) -> Belonging:
    """Where a rules file belongs: to the folder with a base game that it lies in, or to the game its module is for.

    Raises `CompileError` if it can't be read.
    """
    head = _head(path)
    folder = next((each for each in path.resolve().parents if _holds_game(each)), None)
    if isinstance(head, model.Module):
        return Belonging(path, folder or head.game.text, head.name.text)
    return Belonging(path, folder, "")


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


def _holds_game(folder: Path) -> bool:
    for path in sorted(folder.glob("*" + ENDING)):
        try:
            if isinstance(_head(path), model.Game):
                return True
        except CompileError:
            continue
    return False


def _head(path: Path) -> model.Game | model.Module | None:
    problems = Problems()
    source = read_file(path, problems)
    problems.stop_if_any()
    assert source is not None
    head = read(source, problems).head
    problems.stop_if_any()
    return head
