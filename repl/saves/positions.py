"""Games that begin in the position of a scenario.

A recipe holds the text of the scenario, so a saved game can be loaded when the file has changed. The answers of the
scenario are given like those of a player, and can be taken back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import dsl
from dsl import Program, Scenario, SourceFile
from dsl.text.diagnostics import Problems
from repl.saves.recipe import Recipe
from repl.saves.timeline import RejectedAnswer, Timeline

if TYPE_CHECKING:
    from interpreter import Game


def scenario_of(recipe: Recipe) -> Scenario:
    """The scenario in whose position a game begins; raises `ValueError` if the text is none."""
    try:
        found = dsl.scenarios(SourceFile("scenario", recipe.scenario))
    except dsl.CompileError:
        found = ()
    if len(found) != 1:
        raise ValueError("the text of its scenario can't be read")
    return found[0]


def begun(program: Program, recipe: Recipe, check: bool = False) -> Game:
    """A traced game at its first decision after the position; raises `ValueError` if that doesn't fit the program."""
    from interpreter import Game
    from interpreter.scenarios.position import position

    problems = Problems()
    state = position(program.own or program, scenario_of(recipe), problems, recipe.seed)
    if problems.found:
        raise ValueError("; ".join(problem.message for problem in problems.found))
    return Game.from_position(program, state, reference=True, check=check)


def give_answers(timeline: Timeline, scenario: Scenario) -> str:
    """Give the answers of a scenario, up to the first that doesn't fit; a sentence about that one, or ""."""
    for step in scenario.steps:
        decision = timeline.game.decision
        if decision is None or decision.prompt != step.prompt or step.player not in ("", decision.player):
            asks = f"{decision.player} is asked `{decision.prompt}`" if decision else "the game is over"
            return f"The scenario doesn't hold here: it continues at `{step.prompt}`, but {asks}."
        if step.answer is None:
            continue
        try:
            timeline.give((step.answer,))
        except RejectedAnswer:
            return f"The scenario doesn't hold here: `{step.prompt}` doesn't offer `{step.answer}`."
    return ""
