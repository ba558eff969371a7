"""`reverie play --at`: a game that begins in the position of a scenario."""

from __future__ import annotations

from pathlib import Path

import attrs

from dsl.reading.library import ENDING
from dsl.text.diagnostics import CompileError, Problems
from interpreter.scenarios.position import position
from repl.authoring.scenarios import UnknownScenario, find, text_of
from repl.cli.options import refuse
from repl.saves.added import files
from repl.saves.recipe import Recipe
from repl.saves.replay import Replayed, begin
from repl.saves.workshop import Engine

AS_TESTED = 0
"""The seed with which `reverie test` plays scenarios."""


def begun_at(asked: Recipe, id: str, as_tested: bool, engine: Engine) -> Replayed:
    """The game after the answers of a scenario; `as_tested` with the seed of `reverie test`, else with the one asked.

    Ends the command if there is no such scenario, or only one of a game that is refused. Raises `CompileError` if the
    rules can't be linked, or the position doesn't fit them.
    """
    modules = files(asked.game, asked.modules)
    named = [module for module in modules if not module.endswith(ENDING)]
    if named:
        refuse(f"Error: the scenario says which modules are in play: leave out `{named[0]}`, or give its file.")
    try:
        found = find(id, asked.game, [Path(module) for module in modules])
    except UnknownScenario as error:
        more = "" if modules else " Of one that stands in no file of the game, name the file: `--with FILE.rules`."
        refuse(f"Error: {error}{more}")
    scenario = found.scenario
    if scenario.refused:
        refuse(f"Error: `{id}` shows a game that is refused, so there is nothing to play.")
    seed = AS_TESTED if as_tested else asked.seed
    recipe = Recipe(asked.game, found.modules, scenario.players, scenario.options, seed, (), text_of(scenario))
    program, problems = engine.link(recipe), Problems()
    position(program.own or program, scenario, problems, seed)
    if problems.found:
        raise CompileError(problems.found)
    return begin(attrs.evolve(recipe, players=program.players), engine, program)
