"""Check the names in a scenario without playing it: its zones, numbers, cards and prompts."""

from __future__ import annotations

from collections.abc import Callable

from dsl.model.scenario import Entry, Scenario
from dsl.program.program import Program
from dsl.text.diagnostics import REFUSALS, CompileError, Problem, Problems
from dsl.text.source import Span
from interpreter.scenarios.definitions import definitions_of
from interpreter.scenarios.position import (
    explain_card,
    explain_end,
    explain_prompt,
    number_names,
    position,
    unknown_cards,
    zone_names,
)
from interpreter.scenarios.score_lines import explain_score, score_names


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
    if scenario.asked:
        _know_prompt(program, scenario.asked, scenario.span, problems)
    for entry in scenario.then:
        _know_entry(program, entry, problems)
    return tuple(problems.found)


def _know_prompt(program: Program, name: str, span: Span, problems: Problems) -> None:
    known = [prompt.name for prompt in program.prompts]
    if name not in known:
        hint = explain_prompt(program, name)
        problems.add("scenario-prompt", f"no prompt of this game is called `{name}`", span, help=hint)


def _know_entry(program: Program, entry: Entry, problems: Problems) -> None:
    """Report an entry of `then` whose zone or number, or one of whose cards, isn't there."""
    if entry.name not in zone_names(program) and entry.name not in number_names(program):
        known = entry.name in score_names(program) or entry.name in definitions_of(program).known
        if known and not (entry.any_order or entry.includes):
            return
        hint = explain_score(program, entry.name) or explain_end(program, entry.name)
        problems.add("scenario-end", f"no zone and no number is called `{entry.name}`", entry.span, help=hint)
    elif entry.name in zone_names(program) and not isinstance(entry.value, int):
        for card in unknown_cards(program, entry.value):
            hint = explain_card(program, card)
            problems.add("scenario-end", f"no card of this game is called `{card}`", entry.span, help=hint)
