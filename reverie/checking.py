"""Checks that return problems instead of raising them: of the rules of a game, and of scenarios.

Both link a game by the faces of `dsl` and `interpreter`; nothing here reads a rule by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

import attrs

from dsl import (
    CompileError,
    Problem,
    Program,
    Scenario,
    SourceFile,
    Span,
    Wanted,
    compile_ruleset,
    contents,
    sources_with,
)
from dsl.checker import mistakes_in_modules
from dsl.linking.ruleset import numbers_of_players
from dsl.reading.library import read_all
from dsl.text.diagnostics import REFUSALS
from interpreter import check_scenario as checked
from interpreter.game.start import start_problems
from interpreter.simulation.noticing import noticed
from interpreter.simulation.rehearsal import rehearsed
from reverie.command_line import verify


def check(
    ruleset: str | Path, modules: Iterable[str | Path] = (), players: int | None = None,
    options: Mapping[str, str] | None = None,
) -> tuple[Problem, ...]:  # fmt: skip
    """Everything that is wrong with a game; () if it can be played.

    Takes what `load` takes, and returns what that would raise: at most 50 problems for each number of players, in
    the order of the text. Without `players`, every number that the game allows is tried; one that the rules refuse
    is no problem if they allow another. Mistakes in the files of the folder's other modules come last, unless the
    base game has some itself. A game whose rules have no problem is dealt, and what is wrong at its first question
    is one. An unknown ruleset, module or option is a problem like any other; its `span` is None.
    """
    try:
        sources, names = sources_with(ruleset, modules)
        read_all(sources)
        numbers = _numbers(sources) if players is None else [players]
    except CompileError as error:
        return error.problems
    found = {number: _problems(sources, Wanted(names, number, dict(options or {}))) for number in numbers}
    allowed = {number: problems for number, problems in found.items() if not _refused(problems)} or found
    first, *others = allowed
    every = list(allowed[first])
    for number in others:
        new = [problem for problem in allowed[number] if not any(map(problem.is_like, every))]
        every += [attrs.evolve(problem, message=f"{problem.message} (with {number} players)") for problem in new]
    others_too = mistakes_in_modules(sources, names, numbers, every)
    return (*every, *(problem for problems in others_too.values() for problem in problems))


def rehearse(
    ruleset: str | Path, modules: Iterable[str | Path], players: int | None, options: Mapping[str, str],
    is_own: Callable[[Span], bool],
) -> tuple[Problem, ...]:  # fmt: skip
    """What goes wrong, or is odd, when a game that `check` has nothing against is played a few times.

    Some short games, always the same, take up to a second; without `players`, they are for the fewest and for the most
    that the game allows. A rules fault is a problem like any other; all else is a `note`, about rules of which `is_own`
    holds. Raises `CompileError` for games that can't be linked, unless the rules refuse them.
    """
    modules = (*modules,)
    sources, names = sources_with(ruleset, modules)
    every = _numbers(sources)
    numbers = [players] if players is not None else sorted({every[0], every[-1]})
    found = []
    for number in numbers:
        try:
            found.append(rehearsed(compile_ruleset(sources, Wanted(names, number, dict(options), "parts"))))
        except CompileError as error:
            if not _refused(error.problems):
                raise
    problems = noticed(found, is_own)
    broken = next((each.program.players for each in found if each.broken), None)
    if broken is None:
        return problems
    line = verify(str(ruleset), [*map(str, modules)], options.items(), broken)
    return (attrs.evolve(problems[0], help=f"{problems[0].help}; `{line}` shows how it comes about"), *problems[1:])


def _numbers(sources: Sequence[SourceFile]) -> range:
    game = contents(sources)
    return numbers_of_players(game.fewest, game.most)


def _problems(sources: Sequence[SourceFile], wanted: Wanted) -> tuple[Problem, ...]:
    try:
        return start_problems(compile_ruleset(sources, wanted))
    except CompileError as error:
        return error.problems


def _refused(problems: Sequence[Problem]) -> bool:
    """Whether the rules themselves refuse a game."""
    return bool(problems) and all(problem.code in REFUSALS for problem in problems)


def check_scenario(
    scenario: Scenario, ruleset: str | Path, modules: Iterable[str | Path] = (), *, seed: int = 0
) -> tuple[Problem, ...]:
    """Play a scenario on the game it is about; everything in which the game differs from it, () if nothing.

    `ruleset` is the game's name or folder. `modules` are the rules files of those modules of the scenario that the
    folder doesn't hold; they are in play only if the scenario names them. `seed` decides every shuffle that the
    scenario leaves open. A game that can't be linked, or files that can't be read, are problems as well.
    """
    return checked(scenario, partial(_linked, ruleset, tuple(modules)), seed)


def _linked(ruleset: str | Path, modules: tuple[str | Path, ...], scenario: Scenario) -> Program:
    sources, _ = sources_with(ruleset, modules)
    return compile_ruleset(sources, Wanted(scenario.modules, scenario.players, dict(scenario.options)))
