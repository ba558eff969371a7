"""The home of a rules file, which is the ruleset it belongs to, and the texts files beside it."""

from __future__ import annotations

from pathlib import Path

import attrs

from dsl import CompileError, Problem
from dsl.reading.library import ENDING, head_of, read_file, rulesets, unclaimed
from dsl.text.diagnostics import Problems
from dsl.translation.texts import ENDING as TEXTS
from dsl.translation.texts import about


@attrs.frozen
class Home:
    """The home of a file.

    `ruleset` is the name of a shipped ruleset or a folder, None if it is unknown. `module` selects the module in the
    file: its name if the file lies in the ruleset's folder, else its path; "" if the file holds no module.
    """

    path: Path
    ruleset: str | Path | None
    module: str


def home_of(path: Path) -> Home:
    """The home of a rules file: the folder above it that holds its game, else the shipped game it is for.

    Raises `CompileError` if the file can't be read.
    """
    head = head_of(path)
    module = head if head and head.module else None
    for folder in path.resolve().parents:
        game = _game_in(folder)
        if game and (module is None or game == module.game):
            inside = folder == path.resolve().parent
            return Home(path, folder, "" if module is None else module.module if inside else str(path))
    return Home(path, module.game, str(path)) if module else Home(path, None, "")


def without_game(home: Home) -> tuple[Problem, ...]:
    """What is wrong with the file of a module whose game isn't found; () for other files."""
    if not isinstance(home.ruleset, str) or home.ruleset in rulesets():
        return ()
    source = read_file(home.path, Problems())
    return unclaimed(source) if source else ()


def _game_in(folder: Path) -> str:
    """The game whose base file lies in a folder, or ""."""
    for path in sorted(folder.glob("*" + ENDING)):
        try:
            head = head_of(path)
        except CompileError:
            continue
        if head and not head.module:
            return head.game
    return ""


def texts_beside(path: Path, module: str) -> list[Path]:
    """The texts files for a module in the folder of its file, as far as they can be read."""
    beside = ((each, read_file(each, Problems())) for each in sorted(path.parent.glob(f"*{TEXTS}")))
    return [each for each, source in beside if source and about(source) == module]
