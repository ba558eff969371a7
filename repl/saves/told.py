"""A game in progress, told as a scenario: the position at the beginning of a turn, and the last answers.

What is written is played at once, and lines of the end that depend on chance are left out. It holds what is hidden from
the players, too, and is meant for a file, not for the screen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import dsl
from dsl import Program, SourceFile
from dsl.text.diagnostics import Problem, Problems
from interpreter.scenarios.laying import entry_lines, given, last_turn
from interpreter.scenarios.position import position
from interpreter.scenarios.scenario import run
from interpreter.scenarios.writing import Given, end_lines, indented, offer_lines, scenario_text, step_lines
from interpreter.state.state import State
from repl.saves.positions import scenario_of
from repl.saves.recipe import Recipe
from repl.saves.timeline import Timeline
from reverie.testing.telling import deal_lines

SEEDS = (0, 1, 2)
"""A scenario must hold whatever chance decides: it is played with each of these."""

Begin = tuple[list[str], State, int]
"""The lines of a beginning, its state, and how many answers were given before it."""


def told(recipe: Recipe, timeline: Timeline, program: Program, id: str) -> str | None:
    """A scenario with this id, or None if chance decides something in between that no scenario can say.

    It begins at the turn in which the last answer was given. `program` are the rules under which it must hold.
    """
    outcome = timeline.game.outcome
    if outcome and outcome.status == "fault":
        return None
    own = program.own or program
    moves = [Given(move.prompt, move.answer, move.player) for move in timeline.moves]
    head = f'scenario {id} "{_title(moves)}"'
    for begin, before, number in _beginnings(recipe, timeline, own):
        steps = [line for move in moves[number:] for line in step_lines(own, move)]
        ends = [*end_lines(before, State(own, timeline.game.state.flat), timeline.game)]
        for looking in ([*offer_lines(own, timeline.game.decision)], []):
            if text := _holding(own, head, recipe, begin, [*steps, *looking], ends):
                return text
    return None


def _title(moves: Sequence[Given]) -> str:
    words = f"after {moves[-1].answer}" if moves else "at the beginning"
    return "Saved from a game, " + words.replace('"', "'")


def _beginnings(recipe: Recipe, timeline: Timeline, program: Program) -> Iterator[Begin]:
    """The beginnings to try, the nearest first."""
    games, moves = timeline.every[: len(timeline.moves) + 1], timeline.moves
    for number in range(len(moves) - 2, -1, -1):
        begun, decision = games[number + 1].turns - games[number].turns, games[number].decision
        if begun and decision:
            answer = [option.id for option in decision.options].index(moves[number].answer)
            flat = last_turn(games[number].state, answer, begun)
            yield ["given", *indented(given(program, flat))], State(program, tuple(flat)), number + 1
            break
    if recipe.scenario:
        yield _own_beginning(recipe, program)
    elif games[0].program.own is None:
        yield ["deal", *indented(deal_lines(games[0], games[-1]))], games[0].state, 0
    if games[0].turns:
        yield ["given", *indented(given(program, [*games[0].state.flat]))], games[0].state, 0


def _own_beginning(recipe: Recipe, program: Program) -> Begin:
    """The beginning of a game that began in the position of a scenario."""
    scenario = scenario_of(recipe)
    flat = position(program, scenario, Problems(), recipe.seed)
    falls = [
        f"{line} {', '.join(map(str, values))}"
        for line, values in (("rolls", scenario.rolls), ("picks", scenario.picks))
        if values
    ]
    if scenario.deal is None:
        return [*falls, "given", *indented(given(program, flat))], State(program, tuple(flat)), 0
    lines = [line for entry in scenario.deal for line in entry_lines(entry)]
    return [*falls, "deal", *indented(lines)], State(program, tuple(flat)), 0


def _holding(
    program: Program, head: str, recipe: Recipe, begin: list[str], steps: list[str], ends: list[list[str]]
) -> str | None:
    """The scenario with all lines of its end that always hold; None if its beginning or a step doesn't."""
    while True:
        text = scenario_text(program, head, recipe.options, begin, steps, [line for end in ends for line in end])
        problems = [*_problems(program, text)]
        failing = [end for end in ends if any(_is_about(problem, end[0]) for problem in problems)]
        if not problems:
            return text
        if not failing or any(problem.code != "scenario-end" for problem in problems):
            return None
        ends = [end for end in ends if end not in failing]


def _problems(program: Program, text: str) -> Iterator[Problem]:
    try:
        (scenario,) = dsl.scenarios(SourceFile("told", text))
    except dsl.CompileError as error:
        yield from error.problems
        return
    for seed in SEEDS:
        yield from run(program, scenario, seed)


def _is_about(problem: Problem, line: str) -> bool:
    """Whether a problem is in a line of the end."""
    return problem.span is not None and bool(re.match(re.escape(line.rstrip(",")), problem.span.text))
