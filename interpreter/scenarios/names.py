"""Check a scenario without playing it: its zones, numbers, cards, prompts and players, and the values it gives."""

from __future__ import annotations

from collections.abc import Callable

from dsl.model.scenario import Scenario
from dsl.program.program import Program
from dsl.text.diagnostics import REFUSALS, CompileError, Problem, Problems
from dsl.text.source import Span, line_of
from interpreter.choices.decisions import letter
from interpreter.scenarios.ends import check_end
from interpreter.scenarios.offers import check_offers
from interpreter.scenarios.position import explain_player, explain_prompt, position
from interpreter.scenarios.purpose import purposeless, without_its_module


def check_names(scenario: Scenario, load: Callable[[Scenario], Program]) -> tuple[Problem, ...]:
    """The problems of a scenario that are there before it is played; its game is linked by `load`."""
    try:
        program = load(scenario)
    except CompileError as error:
        refused = scenario.refused and all(problem.code in REFUSALS for problem in error.problems)
        return () if refused else error.problems
    problems = Problems()
    position(program, scenario, problems)
    for step in scenario.steps:
        _know_prompt(program, step.prompt, step.span, problems)
        _know_player(program, step.player, step.span, problems)
    if scenario.asked:
        asked = line_of(scenario.span, "asked")
        _know_prompt(program, scenario.asked, asked, problems)
        _know_player(program, scenario.asked_of, asked, problems)
    check_offers(program, scenario, problems)
    check_end(program, scenario, problems)
    return without_its_module(scenario) or tuple(problems.found) or purposeless(scenario)


def _know_prompt(program: Program, name: str, span: Span, problems: Problems) -> None:
    known = [prompt.name for prompt in program.prompts]
    if name not in known:
        hint = explain_prompt(program, name)
        problems.add("scenario-prompt", f"no prompt of this game is called `{name}`", span, help=hint)


def _know_player(program: Program, name: str, span: Span, problems: Problems) -> None:
    """Report somebody who decides, if it is no player; dummies decide nothing, which is found out by playing."""
    if name and name not in (*map(letter, range(program.players)), *program.dummies):
        message = f"there is no player `{name}` in this game"
        problems.add("scenario-prompt", message, span, help=explain_player(program))
