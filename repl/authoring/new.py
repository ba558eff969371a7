"""New rules files, made of templates: a module or a game that can be checked, played and tested at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

import attrs

import dsl
from dsl import Problem, Program
from dsl.reading.library import ENDING
from interpreter.scenarios.laying import card_lines
from reverie.command_line import quoted
from reverie.testing import Case
from reverie.testing.telling import scenario_of


class Unusable(ValueError):
    """A new file can't be made; the message is a sentence."""


@attrs.frozen
class Made:
    """A new file, and the commands to go on with."""

    path: Path
    commands: tuple[str, ...]


def new_game(name: str, title: str, folder: Path) -> Made:
    """Write a game of a page into a new folder in this one; raises `Unusable` or `OSError`."""
    path = _free(folder / _file(name) / f"base{ENDING}")
    text = _filled("game", {"name": name, "title": title, "id": _id(name)})
    with TemporaryDirectory() as scratch:
        Path(scratch, path.name).write_text(text, encoding="utf-8")
        _know(name, "game", lambda: dsl.load(scratch))
    _write(path, text)
    where = quoted(str(path.parent))
    return Made(path, (f"reverie play {where}", f"reverie check {where}", f"reverie test {where}"))


def new_module(name: str, title: str, ruleset: str, folder: Path) -> Made:
    """Write a module for a ruleset, a name or a folder, into its folder or else into this one.

    Raises `CompileError` if the ruleset can't be linked, `Unusable` or `OSError`.
    """
    own = Path(ruleset).is_dir()
    path = _free((Path(ruleset) if own else folder) / f"{_file(name)}{ENDING}")
    program = dsl.load(ruleset)
    values = {
        "name": name, "title": title, "game": program.game,
        "events": _listed("Events", (each.event for each in program.procedures)),
        "prompts": _listed("Prompts", (each.name for each in program.prompts)),
        "zones": _listed("Zones", (each.family for each in program.places)),
    }  # fmt: skip
    with TemporaryDirectory() as scratch:
        draft = Path(scratch, path.name)
        draft.write_text(_filled("module", values | {"scenario": ""}), encoding="utf-8")
        _know(name, "module", lambda: dsl.load(ruleset, [draft]))
        scenario = _scenario(ruleset, draft, program, name)
    _write(path, _filled("module", values | {"scenario": scenario}))
    game, module = quoted(ruleset), quoted(name if own else str(path))
    commands = (f"play {game} --with {module}", f"check {game} --with {module}", f"test {quoted(str(path))}")
    return Made(path, tuple(f"reverie {each}" for each in commands))


def _scenario(ruleset: str, draft: Path, program: Program, name: str) -> str:
    """A scenario of the first answer of a game with the module."""
    case = Case(ruleset, (str(draft),), program.players)
    decision = case.dealt().decision
    case = attrs.evolve(case, answers=(decision.options[0].id,) if decision else ())
    return scenario_of(case, f"{_id(name)}-begins", "The game begins with it")


def _know(name: str, sort: str, load: Callable[[], Program]) -> None:
    """Raise `Unusable` if rules with such a name can't be linked."""
    try:
        load()
    except dsl.CompileError as error:
        raise Unusable(f"`{name}` can't be the name of a {sort}: {_first(error.problems)}") from error


def _first(problems: Iterable[Problem]) -> str:
    problem = next(iter(problems))
    return problem.message + (f" ({problem.help})" if problem.help else "")


def _free(path: Path) -> Path:
    """A path at which there is nothing yet; raises `Unusable`."""
    if path.exists():
        raise Unusable(f"{path} is there already; choose another name, or remove it")
    return path


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _filled(template: str, values: Mapping[str, str]) -> str:
    text = files("repl.authoring").joinpath("templates", f"{template}{ENDING}").read_text(encoding="utf-8")
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", value)
    return text.rstrip() + "\n"


def _listed(head: str, names: Iterable[str]) -> str:
    """Names, each once, behind a head in a comment."""
    plain = [name for name in dict.fromkeys(names) if re.fullmatch(r"[^\W\d][\w' -]*", name)]
    return "\n".join(f"# {line}" for line in card_lines(head, plain))


def _file(name: str) -> str:
    return re.sub(r"[^\w-]+", "-", name).strip("-") or "new"


def _id(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "new"
