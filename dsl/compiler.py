"""The passes in order, and where rules files are found.

`load` is the way in: a shipped ruleset's name or a folder, modules by name or as files, and the settings of a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from importlib.resources import files
from itertools import combinations
from pathlib import Path

import attrs

from dsl import model as m
from dsl.build import build
from dsl.catalogue import Catalogue, catalogue
from dsl.check import check
from dsl.diagnostics import CompileError, Label, Problem, Problems
from dsl.link import Wanted, link
from dsl.lower import Lowered, assemble, lower
from dsl.parse import LONGEST_FILE, parse
from dsl.parts import unfolded
from dsl.program import Program
from dsl.reasons import Reasons
from dsl.recording import recorded
from dsl.resolve import resolve
from dsl.scenario import Scenario
from dsl.source import SourceFile
from dsl.spelling import nearest
from dsl.variants import variants


def compile_ruleset(sources: Sequence[SourceFile], wanted: Wanted) -> Program:
    """Turn rules files into a program.

    `sources` hold one base game and any modules; `wanted` says which of them are in play, for how many players, with
    which options. Raises `CompileError` with everything that is wrong.
    """
    problems = Problems()
    models = _models(sources, problems)
    with _depth(models, problems):
        program = assemble(_lowered(models, wanted, problems))
    return attrs.evolve(program, reasons=_Text(tuple(sources), wanted))


def check_ruleset(sources: Sequence[SourceFile], wanted: Wanted) -> None:
    """Find out whether rules files can be turned into a program, without making it.

    Raises `CompileError` with everything that is wrong.
    """
    problems = Problems()
    models = _models(sources, problems)
    with _depth(models, problems):
        _lowered(models, wanted, problems)


def games(
    sources: Sequence[SourceFile], most_players: int, options: Mapping[str, str] | None = None
) -> tuple[Wanted, ...]:
    """All games that rules files make, the smallest first: each set of modules as in `variants`.

    `options` hold in every game that has them.
    """
    models = _models(sources, Problems())
    for name in options or {}:
        _know_option(name, models)
    names = sorted(model.head.name.text for model in models if isinstance(model.head, m.Module))
    sets = [chosen for size in range(len(names) + 1) for chosen in combinations(names, size)]
    every = [game for chosen in sets for game in variants(models, Wanted(chosen, 1, options or {}), most_players)]
    return tuple(sorted(every, key=lambda game: (len(game.modules), len(game.options), game.players)))


def _know_option(name: str, models: Iterable[m.File]) -> None:
    """An option that every game is to have must be there in some."""
    declared = [each for model in models for each, _ in unfolded(model.declarations)]
    known = sorted({each.name.text for each in declared if isinstance(each, m.Choice)})
    if name not in known:
        close = nearest(name, known)
        advice = f"did you mean `{close}`?" if close else f"options there: {', '.join(f'`{each}`' for each in known)}"
        raise CompileError([Problem("unknown-option", f"no game has an option `{name}`", None, help=advice)])


def _models(sources: Sequence[SourceFile], problems: Problems) -> list[m.File]:
    models = [read(source, problems) for source in sources]
    problems.stop_if_any()
    return models


@contextmanager
def _depth(models: Sequence[m.File], problems: Problems) -> Iterator[None]:
    """Rules that are nested too deeply are a problem."""
    try:
        yield
    except RecursionError:
        problems.add("too-deep", "these rules are nested too deeply", models[0].span, help="give a part of them a name")
        raise CompileError(problems.found) from None


def _lowered(models: Sequence[m.File], wanted: Wanted, problems: Problems) -> Lowered:
    ruleset = link(models, wanted, problems)
    lowered = lower(resolve(ruleset, problems), problems)
    if not wanted.counted:
        check(lowered.weaver)
    problems.stop_if_any()
    return lowered


@attrs.frozen
class _Text:
    """What a program was made from: read once more when somebody asks why an option isn't offered."""

    sources: tuple[SourceFile, ...]
    wanted: Wanted

    def __call__(self) -> Reasons:
        problems = Problems()
        models = _models(self.sources, problems)
        return recorded(resolve(link(models, self.wanted, problems), problems), models)


@lru_cache(maxsize=256)
def _model(source: SourceFile) -> tuple[m.File, tuple[Problem, ...]]:
    problems = Problems()
    model = build(source, parse(source, problems), problems)
    return model, tuple(problems.found)


def read(source: SourceFile, problems: Problems) -> m.File:
    """The model of one file, which is read only once."""
    model, found = _model(source)
    problems.found.extend(found)
    return model


def load(
    ruleset: str | Path, modules: Iterable[str | Path] = (), players: int = 1, options: Mapping[str, str] | None = None,
    *, counted: bool = False,
) -> Program:  # fmt: skip
    """The program of a game.

    `ruleset`: a shipped ruleset's name, or the path of a folder with a base game. `modules`: names of modules in that
    folder, or paths of rules files from anywhere. `options`: values by option name; what isn't named has its default.
    `counted`: the program tells which of its rules act; such a one is for counting, and unchecked. Raises
    `CompileError` with everything that is wrong, unknown names included; nothing but the named files is read.
    """
    sources, wanted = sources_with(ruleset, modules)
    return compile_ruleset(sources, Wanted(wanted, players, dict(options or {}), counted))


def sources_with(ruleset: str | Path, modules: Iterable[str | Path]) -> tuple[list[SourceFile], tuple[str, ...]]:
    """The rules files of a ruleset with those among `modules` that are files, and the names of all these modules.

    A module from elsewhere stands for one of the same name. Raises `CompileError` if a file can't be read or is none.
    """
    sources = ruleset_sources(ruleset)
    wanted: list[str] = []
    problems = Problems()
    for module in modules:
        if str(module).endswith(".rules"):
            source = read_file(Path(module), problems)
            problems.stop_if_any()
            assert source is not None
            name = _module_name(source)
            sources = [*(other for other in sources if not _is_module(other, name)), source]
            wanted.append(name)
        else:
            wanted.append(str(module))
    return sources, tuple(wanted)


def _is_module(source: SourceFile, name: str) -> bool:
    head = _model(source)[0].head
    return isinstance(head, m.Module) and head.name.text == name


def _module_name(source: SourceFile) -> str:
    problems = Problems()
    model = read(source, problems)
    problems.stop_if_any()
    if not isinstance(model.head, m.Module):
        problems.add(
            "no-game", "this file is no module", model.span, help='begin it with `module name "Title" for game`'
        )
        problems.stop_if_any()
    assert model.head
    return model.head.name.text


def rulesets() -> tuple[str, ...]:
    """The names of the shipped rulesets."""
    return tuple(sorted(entry.name for entry in files("rulesets").iterdir() if entry.joinpath("base.rules").is_file()))


def ruleset_folder(ruleset: str | Path) -> Path:
    """The folder of a shipped ruleset, or the given folder; raises `CompileError` if there is none."""
    path = Path(ruleset)
    if path.is_dir() and any(path.glob("*.rules")):
        return path
    if str(ruleset) in rulesets():
        return Path(str(files("rulesets").joinpath(str(ruleset))))
    close = nearest(str(ruleset), list(rulesets()))
    known = ", ".join(f"`{name}`" for name in rulesets())
    advice = f"did you mean `{close}`?" if close else f"there are {known}"
    raise CompileError([Problem("unknown-ruleset", f"no ruleset is called `{ruleset}`", None, help=advice)])


def ruleset_sources(ruleset: str | Path) -> list[SourceFile]:
    """The rules files of a ruleset: the base game and all its modules, by name of file."""
    problems = Problems()
    folder = ruleset_folder(ruleset)
    sources = [read_file(path, problems, f"{folder.name}/{path.name}") for path in sorted(folder.glob("*.rules"))]
    problems.stop_if_any()
    return [source for source in sources if source is not None]


def read_file(path: Path, problems: Problems, name: str = "") -> SourceFile | None:
    """A rules file from disk, or None and a problem."""
    try:
        if path.exists() and not path.is_file():
            problems.add("unreadable", f"`{path}` can't be read: it is no file", None)
            return None
        if path.stat().st_size > 4 * LONGEST_FILE:
            problems.add("too-large", f"`{path}` is too large for a rules file", None)
            return None
        text = path.read_bytes().decode("utf-8-sig", errors="replace")
    except OSError as error:
        problems.add("unreadable", f"`{path}` can't be read: {error.strerror or error}", None)
        return None
    return SourceFile(name or str(path), text.replace("\r\n", "\n").replace("\r", "\n"))


def modules_of(ruleset: str | Path) -> dict[str, str]:
    """The modules of a ruleset: titles by name."""
    problems = Problems()
    heads = [read(source, problems).head for source in ruleset_sources(ruleset)]
    problems.stop_if_any()
    return {head.name.text: head.title for head in heads if isinstance(head, m.Module)}


def contents(ruleset: str | Path) -> Catalogue:
    """What a ruleset holds: modules and options; raises `CompileError` if its files can't be read."""
    problems = Problems()
    models = [read(source, problems) for source in ruleset_sources(ruleset)]
    problems.stop_if_any()
    found = catalogue(models)
    if found is None:
        raise CompileError([Problem("no-game", "no file of this ruleset begins with `game`", None)])
    return found


def scenarios(path: str | Path) -> tuple[Scenario, ...]:
    """The scenarios in a rules file; raises `CompileError` if it can't be read or two of them have one id."""
    problems = Problems()
    source = read_file(Path(path), problems)
    problems.stop_if_any()
    assert source is not None
    model = read(source, problems)
    first: dict[str, Scenario] = {}
    for scenario in (d.scenario for d in model.declarations if isinstance(d, m.Example)):
        if scenario.id in first:
            related = [Label(first[scenario.id].span, "first told here")]
            problems.add("declared-twice", f"two scenarios are called `{scenario.id}`", scenario.span, related=related)
        first[scenario.id] = scenario
    problems.stop_if_any()
    return tuple(first.values())
