"""Links the games of the scenarios in a rules file.

Scenarios lie beside the rules they show: in a ruleset's own files, in a folder below it, or in the file of a module
elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import attrs

import dsl
from dsl import CompileError, Problem, Program, Scenario
from dsl.linking.out_of_scope import outside
from dsl.linking.ruleset import Recording
from dsl.reading.library import ENDING, full_name, head_of, is_expectations, read_all, rules_below
from dsl.text.source import Span
from dsl.text.spelling import did_you_mean, nearest
from repl.authoring.rules_files import home_of, without_game


def loader(
    path: Path,
    linked: dict[tuple[object, ...], Program] | None = None,
    ruleset: str | Path | None = None,
    others: Iterable[Path] = (),
    coverage: Recording = False,
) -> Callable[[Scenario], Program]:
    """A function that links the game of a scenario in this file, each game once; it raises `CompileError`.

    `linked` holds the games that were linked for other files, and gets those of this one. `ruleset`: the game that the
    file is for, if it isn't the one it lies with.
    `coverage` is as in `dsl.load`.
    Scenarios may name the modules of their own file and of `others`, even if these lie outside the ruleset's folder;
    what their own file expects of every state is tested in all of them.
    Raises `CompileError` if the file can't be read.
    """
    home = home_of(path)
    game = home.ruleset if ruleset is None else ruleset
    own, files = _own_and_others(path, game, others)
    expected = (path,) if is_expectations(path) else ()
    linked = {} if linked is None else linked

    def load(scenario: Scenario) -> Program:
        modules = (*(files.get(name, name) for name in scenario.modules), *expected)
        key = (game, modules, scenario.options, scenario.players)
        if key not in linked:
            if game is None:
                raise CompileError([_homeless(path)])
            if ruleset is None and (unfound := without_game(home)):
                raise CompileError(unfound)
            try:
                program = dsl.load(game, modules, scenario.players, dict(scenario.options), coverage=coverage)
            except CompileError as error:
                raise CompileError(_placed(error.problems, scenario, game, files.values())) from None
            linked[key] = _knowing(program, game, path) if own and own not in scenario.modules else program
        return linked[key]

    return load


def _own_and_others(path: Path, game: str | Path | None, others: Iterable[Path]) -> tuple[str, dict[str, Path]]:
    """The module of a file outside the folder of its game, or "", and the files of this and other modules by name."""
    own = _module(path) if home_of(path).module and game != path.resolve().parent else ""
    return own, {name: other for other in others if (name := _module(other))} | ({own: path} if own else {})


@attrs.frozen
class Found:
    """A scenario, its file, and the modules of its game, each by its name or the path of its file."""

    path: Path
    scenario: Scenario
    modules: tuple[str, ...]


def find(id: str, ruleset: str | Path, files: Sequence[Path]) -> Found:
    """The scenario with this id in rules files, or else in those of a ruleset.

    The modules of files that hold other scenarios are in play, too. Raises `UnknownScenario`, and `CompileError` for a
    file that can't be read.
    """
    folder = dsl.ruleset_folder(ruleset)
    known: set[str] = set()
    for path in (*files, *rules_below(folder)):
        for scenario in dsl.scenarios(path):
            if scenario.id == id:
                _, named = _own_and_others(path, folder, files)
                more = [name for name, file in named.items() if file != path and name not in scenario.modules]
                expected = [full_name(str(path))] if is_expectations(path) else []
                modules = [full_name(str(named.get(name, name))) for name in (*scenario.modules, *more)]
                return Found(path, scenario, (*modules, *expected))
            known.add(scenario.id)
    raise UnknownScenario(id, known)


class UnknownScenario(Exception):
    """No scenario has this id; the message, a sentence, says which of the `known` ones is nearest."""

    def __init__(self, id: str, known: Iterable[str]) -> None:
        near = nearest(id, sorted(known))
        super().__init__(f"no scenario here is called `{id}`" + (f"; did you mean `{near}`?" if near else "."))


def text_of(scenario: Scenario) -> str:
    """The lines of a scenario, from its head to the last line that is indented below it."""
    head = scenario.span
    below = re.compile(r"(?:\n(?:[ \t]+\S.*|[ \t]*|#.*))*").match(head.file.text, head.end)
    found = head.file.text[head.start : below.end() if below else head.end]
    return re.sub(r"(?:\n(?:#.*|[ \t]*))*\Z", "", found) + "\n"


def own_files(path: Path) -> tuple[Path, ...]:
    """The rules files that scenarios in a file are about: those of its ruleset, or only the file of its module."""
    home = home_of(path)
    if home.ruleset is None or Path(home.module).suffix == ENDING:
        return (path,)
    return tuple(dsl.ruleset_folder(home.ruleset).glob(f"*{ENDING}"))


def _knowing(program: Program, ruleset: Path | str, path: Path) -> Program:
    """A program that also says what is declared in the module of a file, which isn't in play."""
    before = program.elsewhere

    def elsewhere(words: str, sorts: Collection[str]) -> tuple[str, tuple[str, ...]] | None:
        sources, names = dsl.sources_with(ruleset, (str(path),))
        found = outside(words, sorts, read_all(sources, names), program.modules)
        return (found.module, found.sections) if found else before(words, sorts) if before else None

    return attrs.evolve(program, elsewhere=elsewhere)


def _placed(
    problems: Iterable[Problem], scenario: Scenario, ruleset: str | Path, others: Iterable[Path]
) -> Iterator[Problem]:
    """The problems of a scenario's game; a module that doesn't exist is shown in the line `with`."""
    sources, _ = dsl.sources_with(ruleset, map(str, others))
    titles = {each.name: each.title for each in dsl.contents(sources).modules}
    for problem in problems:
        name = next((each for each in scenario.modules if f"`{each}`" in problem.message), "")
        if problem.code != "unknown-module" or problem.span is not None or not name:
            yield problem
            continue
        yield attrs.evolve(problem, span=_named(scenario.span, name), help=_meant(name, titles))


def _named(head: Span, module: str) -> Span:
    """The place at which a scenario names a module; its first line if that can't be found."""
    text = head.file.text
    end = re.compile(r"\n(?=\S)").search(text, head.start)
    pattern = re.compile(rf"^[ \t]+with\b[^\n]*?(?<![\w'-])({re.escape(module)})(?![\w'-])", re.MULTILINE)
    found = pattern.search(text, head.start, end.start() if end else len(text))
    return Span(head.file, *found.span(1)) if found else head


def _meant(name: str, titles: Mapping[str, str]) -> str:
    """What to say instead of the name of a module that doesn't exist."""

    def plain(words: str) -> str:
        return re.sub(r"^(?:the|module|a|an) ", "", words.casefold())

    both = re.split(r" (?:and|&|\+) ", name)
    if len(both) > 1 and all(each in titles for each in both):
        return f"separate the modules by commas: `with {', '.join(both)}`"
    titled = next((each for each, title in titles.items() if plain(name) in (plain(title), each.casefold())), "")
    if titled:
        title = plain(name) != titled.casefold() or name.casefold().startswith(("the ", "a ", "an "))
        return f"`{name}` is its title: say `with {titled}`" if title else f"say `with {titled}`"
    close = nearest(name, [*titles])
    listed = ", ".join(f"`{each}`" for each in titles) or "none"
    return did_you_mean(close, f"modules of this game: {listed}")


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
