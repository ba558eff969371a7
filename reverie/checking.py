"""Checks that return problems instead of raising them: of the rules of a game, and of scenarios.

Both link a game by the faces of `dsl` and `interpreter`; nothing here reads a rule by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path

from dsl import CompileError, Problem, Program, Scenario, Wanted, compile_ruleset, load, sources_with
from interpreter import check_scenario as checked


def check(
    ruleset: str | Path, modules: Iterable[str | Path] = (), players: int | None = None,
    options: Mapping[str, str] | None = None,
) -> tuple[Problem, ...]:  # fmt: skip
    """Everything that is wrong with a game; () if it can be played.

    Takes what `load` takes, and returns what that would raise: at most 50 problems, in the order of the text. An
    unknown ruleset, module or option is a problem like any other; its `span` is None.
    """
    try:
        load(ruleset, modules, players, options)
    except CompileError as error:
        return error.problems
    return ()


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
