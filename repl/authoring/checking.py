"""Check the game of a rules file, and play scenarios."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import attrs

import dsl
from dsl import CompileError, Problem, Program, Scenario
from dsl.reading.library import ENDING, read_all, rules_below
from dsl.text.diagnostics import Problems
from dsl.text.spelling import counted
from dsl.translation.checking import Untranslated
from interpreter import Examined, examine_scenario
from interpreter.scenarios.names import check_names
from repl.authoring.affected import Affected
from repl.authoring.rules_files import home_of, without_game
from repl.authoring.scenarios import loader, own_files
from reverie.checking import check, rehearse
from reverie.testing.coverage import Recorder


@attrs.frozen
class ScenarioResult:
    """A scenario that was played, and what was found."""

    path: Path
    scenario: Scenario
    found: Examined

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Everything in which the game differs from the scenario."""
        return self.found.problems


def check_file(
    path: Path, modules: Iterable[str], players: int | None, options: Mapping[str, str]
) -> tuple[Problem, ...]:
    """The problems of the game of a rules file with `modules`, then those in the scenarios of all these files."""
    try:
        home = home_of(path)
    except CompileError as error:
        return error.problems
    if home.ruleset is None:
        return ()
    if unfound := without_game(home):
        return unfound
    modules = (*modules,)
    found = check(home.ruleset, [*([home.module] if home.module else []), *modules], players, options)
    files = _files(modules)
    return found or tuple(
        problem
        for each, of in _with_files([path], files, home.ruleset)
        for problem in _of_scenarios(each, None, of, files)
    )


def check_ruleset(
    ruleset: str, modules: Iterable[str], players: int | None, options: Mapping[str, str]
) -> tuple[Problem, ...]:
    """The problems of a game of a ruleset, then those of the scenarios in its folder and in modules from elsewhere."""
    modules = (*modules,)
    found = check(ruleset, modules, players, options)
    linked: dict[tuple[object, ...], Program] = {}
    files = _files(modules)
    return found or tuple(
        problem
        for path, of in _with_files(rules_below(dsl.ruleset_folder(ruleset)), files, ruleset)
        for problem in _of_scenarios(path, linked, of, files)
    )


def rehearse_rules(
    what: str, modules: Iterable[str], players: int | None, options: Mapping[str, str]
) -> tuple[Problem, ...]:
    """What goes wrong, or is odd, when the game of a rules file or of a folder is played a few times.

    For rules that have no problem. Only files and folders that are named by their paths are looked at; () for games
    that are included.
    """
    modules = (*modules,)
    own = [*_files(modules)]
    if what.endswith(ENDING):
        home = home_of(Path(what))
        ruleset, modules = home.ruleset, (*([home.module] if home.module else []), *modules)
        own.append(Path(what))
    else:
        ruleset = what
        own += rules_below(Path(what)) if what not in dsl.rulesets() else []
    names = {name for path in own for name in _names_of(path)}
    if not own or ruleset is None:
        return ()
    return rehearse(ruleset, modules, players, options, lambda span: span.file.name in names)


def whole_game(what: str) -> str:
    """The ruleset of which texts are looked through: a ruleset itself, the folder of a base game's file, else ""."""
    if not what.endswith(ENDING):
        return what
    home = home_of(Path(what))
    return str(home.ruleset) if home.ruleset is not None and not home.module else ""


def check_translations(ruleset: str, modules: Iterable[str]) -> tuple[tuple[Problem, ...], tuple[Untranslated, ...]]:
    """The problems of the texts files of a ruleset whose rules have none, and what isn't translated."""
    problems = Problems()
    sources, _ = dsl.sources_with(ruleset, modules)
    untranslated = dsl.check_languages(ruleset, modules, read_all(sources), problems)
    return tuple(problems.found), untranslated


def _files(modules: Iterable[str]) -> tuple[Path, ...]:
    """The modules that are named by the paths of their files."""
    return tuple(Path(module) for module in modules if module.endswith(ENDING))


def _with_files(
    paths: Sequence[Path], files: Iterable[Path], ruleset: str | Path
) -> Iterator[tuple[Path, str | Path | None]]:
    """Paths, then those files that aren't among them, each with the game that it is for if it needn't lie with it."""
    known = {path.resolve() for path in paths}
    yield from ((path, None) for path in paths)
    yield from ((path, ruleset) for path in files if path.resolve() not in known)


def _of_scenarios(
    path: Path,
    linked: dict[tuple[object, ...], Program] | None = None,
    ruleset: str | Path | None = None,
    others: Iterable[Path] = (),
) -> tuple[Problem, ...]:
    try:
        load, scenarios = loader(path, linked, ruleset, others), dsl.scenarios(path)
    except CompileError as error:
        return error.problems
    return tuple(problem for scenario in scenarios for problem in check_names(scenario, load))


def concerns(problem: Problem, paths: Iterable[Path]) -> bool:
    """Whether a problem is in one of these rules files, or in no file at all."""
    if problem.span is None:
        return True
    return any(problem.span.file.name in _names_of(path) for path in paths)


def brought(
    problems: Sequence[Problem], paths: Iterable[Path], players: int | None, options: Mapping[str, str]
) -> tuple[Problem, ...]:
    """Those of these problems, in files of a game, that come up only with the modules in other files.

    Rules that break down in play count among them: the game was found to be sound when it was linked.
    """
    try:
        homes = [home_of(path) for path in paths] if problems else []
    except CompileError:
        return ()
    rulesets = {home.ruleset for home in homes if home.module}
    ruleset = rulesets.pop() if len(rulesets) == 1 else None
    if ruleset is None:
        return ()
    try:
        before = check(ruleset, (), players, options)
    except CompileError as error:
        before = error.problems
    return tuple(problem for problem in problems if not any(map(problem.is_like, before)))


def _names_of(path: Path) -> tuple[str, str]:
    """The names that the file at a path may have in a ruleset."""
    return str(path), f"{path.resolve().parent.name}/{path.name}"


def elsewhere(problems: Iterable[Problem]) -> str:
    """How many problems there are in which files, worded as the end of a sentence."""
    files = Counter(problem.span.file.name for problem in problems if problem.span)
    each = ", ".join(f"`{name}` ({count})" for name, count in sorted(files.items()))
    return f"{counted(sum(files.values()), 'problem')} in other files of this game: {each}"


def run_scenarios(
    paths: Iterable[Path],
    only: Collection[str] = (),
    recorder: Recorder | None = None,
    affected: Affected | None = None,
) -> Iterator[ScenarioResult]:
    """Play the scenarios of rules files, one after the other, or `only` those with these ids, or those `affected`.

    A `recorder` records what their rules do. Raises `CompileError` for a file that can't be read.
    """
    for path in paths:
        if path.suffix == ENDING and (unfound := without_game(home_of(path))):
            raise CompileError(unfound)
        for file in rules_below(path):
            examine = examiner(file, recorder)
            for each in dsl.scenarios(file):
                if (not only or each.id in only) and (affected is None or affected.concerns(file, each)):
                    yield ScenarioResult(file, each, examine(each))


def examiner(path: Path, recorder: Recorder | None) -> Callable[[Scenario], Examined]:
    """A function that plays a scenario of a rules file; a `recorder` records what its rules do."""
    if recorder is None:
        load = loader(path)
        return lambda scenario: examine_scenario(scenario, load)
    covering, own = loader(path, coverage="conditions"), own_files(path)
    return lambda scenario: recorder.examine(scenario, covering, own)


def scenario_ids(paths: Iterable[Path]) -> frozenset[str]:
    """The ids of the scenarios of rules files; raises `CompileError` for a file that can't be read."""
    return frozenset(each.id for path in paths for file in rules_below(path) for each in dsl.scenarios(file))
