"""A scenario that is added to a rules file: which file that is, and how it is written.

A file is written whole or not at all, and never one that ships with Reverie.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import dsl
from dsl import CompileError, SourceFile
from dsl.reading.library import ENDING, head_of, read_file, rules_below
from dsl.text.diagnostics import Problems
from dsl.text.files import is_file, is_folder, reason, write_whole
from dsl.text.spelling import abridged
from repl.saves.recipe import Recipe

ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
MODULE = re.compile(r"[a-z][a-z0-9]*(?:[ -][a-z0-9]+)*")


class Unwritten(Exception):
    """A scenario can't be written; the message says why, and `help` what can be done."""

    def __init__(self, message: str, help: str = "") -> None:
        self.help = help
        super().__init__(message)


def file_of(recipe: Recipe, in_play: Sequence[str]) -> Path:
    """The file that is being written: that of the only module from elsewhere, or else one in one's own ruleset.

    `in_play` are the names of the modules of the game. Raises `Unwritten` if it isn't clear.
    """
    found = [path for path in _elsewhere(recipe) if not _ships(path)] or _own(recipe.game, in_play)
    if len(found) == 1:
        return found[0]
    if found:
        names = ", ".join(f"`{path.name}`" for path in found)
        raise Unwritten(f"it may go into several files: {names}", f"say which: `save scenario in {found[0].name}`")
    raise Unwritten(
        "these rules ship with Reverie, and their files stay as they are",
        "name a file of your own: `save scenario in mine.rules`",
    )


def _elsewhere(recipe: Recipe) -> list[Path]:
    return [Path(module) for module in recipe.modules if module.endswith(ENDING)]


def _own(game: str, in_play: Sequence[str]) -> list[Path]:
    """The files of the modules in play in one's own ruleset, or that of its game if there are none."""
    folder = dsl.ruleset_folder(game)
    if _ships(folder):
        return []
    heads = {path: head_of(path) for path in sorted(folder.glob(f"*{ENDING}"))}
    modules = [path for path, head in heads.items() if head and head.module in in_play and head.module]
    return modules or [path for path, head in heads.items() if head and not head.module]


def named(word: str, recipe: Recipe) -> Path:
    """The file that a player names: one of the game's, by its name, or any other by its path."""
    path = Path(word if word.endswith(ENDING) else word + ENDING)
    known = [*_elsewhere(recipe), *rules_below(dsl.ruleset_folder(recipe.game))]
    return next((each for each in known if str(path) == each.name and not is_file(path)), path)


def id_for(path: Path, game: str, wanted: str) -> str:
    """The id of a new scenario: the one that is `wanted`, or else the name of the file and a number.

    Raises `Unwritten` if that is no id, or that of another scenario of the game or the file.
    """
    taken = ids(path, game)
    if wanted in taken:
        raise Unwritten(f"another scenario is called `{wanted}`", "choose another id, or leave it out")
    if wanted and not ID.fullmatch(wanted):
        raise Unwritten(f"`{abridged(wanted)}` can't be an id", "use small letters, digits and hyphens")
    stem = re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-")
    name = Path(game).name.lower() if stem in ("", "base") else stem
    return wanted or next(free for number in range(1, len(taken) + 2) if (free := f"{name}-{number}") not in taken)


def ids(path: Path, game: str) -> frozenset[str]:
    """The ids of the scenarios of a game and of a file, as far as they can be read."""
    found: set[str] = set()
    for file in (*([path] if is_file(path) else []), *rules_below(dsl.ruleset_folder(game))):
        try:
            found |= {scenario.id for scenario in dsl.scenarios(file)}
        except CompileError:
            continue
    return frozenset(found)


def append(path: Path, scenario: str, game: str) -> None:
    """Add a scenario to the end of a file, which is begun if it isn't there; raises `Unwritten`."""
    if _ships(path):
        raise Unwritten(f"{path} ships with Reverie and stays as it is", "name a file of your own")
    before = _text(path) if path.exists() else _head(path, game)
    text = f"{before.rstrip()}\n\n{scenario}" if before.strip() else scenario
    try:
        dsl.scenarios(SourceFile(str(path), text))
    except CompileError as error:
        raise Unwritten(f"{path.name} has mistakes, and stays as it is: {error.problems[0].message}",
                        f"`reverie check {path}` shows them") from error  # fmt: skip
    try:
        write_whole(path, (text.replace("\n", "\r\n") if _returns(path) else text).encode())
    except OSError as error:
        raise Unwritten(f"{path} can't be written: {reason(error)}") from error


def _text(path: Path) -> str:
    problems = Problems()
    source = read_file(path, problems)
    if source is None:
        raise Unwritten(problems.found[0].message)
    return source.text


def _returns(path: Path) -> bool:
    """Whether the lines of a file end with a carriage return."""
    return is_file(path) and b"\r\n" in path.read_bytes()


def _head(path: Path, game: str) -> str:
    """The first line of a new file: that of a module, unless it lies in the folder of its own game."""
    folder = dsl.ruleset_folder(game)
    if not is_folder(path.resolve().parent):
        raise Unwritten(f"there is no folder {path.parent}")
    if not _ships(folder):
        if folder.resolve() in path.resolve().parents:
            return ""
        raise Unwritten(f"a scenario of this game has to lie in its folder, {folder}, or below",
                        f"say `save scenario in {folder / 'scenarios.rules'}`")  # fmt: skip
    if not MODULE.fullmatch(path.stem):
        raise Unwritten(f"`{abridged(path.stem)}` can't be the name of a module", "use small letters and digits")
    if path.stem in dsl.modules_of(game):
        raise Unwritten(f"`{path.stem}` is a module of {game}", "choose another name for the file")
    return f'module {path.stem} "{path.stem.capitalize()}" for {game}\n'


def _ships(path: Path) -> bool:
    folders: Iterable[Path] = map(dsl.ruleset_folder, dsl.rulesets())
    return any(folder.resolve() in (path.resolve(), *path.resolve().parents) for folder in folders)
