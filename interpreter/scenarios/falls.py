"""What a scenario lets chance decide, the lines `rolls` and `picks`, as numbers of the state in which its game begins.

A number that no die of the game shows, and a name of which nothing is picked, become problems.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dsl.model.scenario import Scenario
from dsl.program.expressions import Int
from dsl.program.instructions import MOST_FALLS, Instruction, Pick, Roll, queued
from dsl.program.program import Program
from dsl.text.diagnostics import Problems
from dsl.text.source import line_of
from dsl.text.spelling import did_you_mean, nearest
from interpreter.analysis.instructions import walk
from interpreter.scenarios.slips import separate


def fallen(program: Program, scenario: Scenario, problems: Problems) -> Iterator[tuple[int, int]]:
    """The numbers of the state that hold what is rolled and picked, with their values."""
    picked = _picked(program) if scenario.picks else {}
    for line, number, falls in (("rolls", program.rolls, scenario.rolls), ("picks", program.picks, scenario.picks)):
        if falls and (wrong := _wrong(program, line, number, falls, picked)):
            problems.add("scenario-position", wrong[0], line_of(scenario.span, line), help=wrong[1])
        elif falls:
            yield number, queued([fall if isinstance(fall, int) else picked[fall] for fall in falls])


def _wrong(
    program: Program, line: str, number: int, falls: tuple[int, ...] | tuple[str, ...], picked: Mapping[str, int]
) -> tuple[str, str] | None:
    """What is wrong with a line, and the help for it."""
    if number < 0:
        chance = {"picks": "`pick … at random as NAME`, and `some … in …` takes the first there is"}
        said = chance.get(line, "`roll 1 to 6 as NAME`")
        return f"no rule of this game {line}", f"chance decides by {said}; without such a rule, leave `{line}` out"
    if len(falls) > MOST_FALLS:
        return f"at most {MOST_FALLS} `{line}` can be said", "leave the others to chance"
    unknown = next((fall for fall in falls if isinstance(fall, str) and fall not in picked), None)
    if unknown is not None:
        if joined := separate(unknown, picked, "names"):
            return f"nothing that can be picked is called `{unknown}`", joined
        near = nearest(unknown, picked)
        return f"nothing that can be picked is called `{unknown}`", did_you_mean(near)
    rolled = _rolled(program)
    never = next((fall for fall in falls if isinstance(fall, int) and not _within(fall, rolled)), None)
    if never is not None:
        ranges = " or ".join(f"from {least} to {most}" for least, most in rolled)
        return f"no rule of this game rolls {never}", f"what is rolled goes {ranges}"
    return None


def _instructions(program: Program) -> Iterator[Instruction]:
    for body in [*(each.body for each in program.procedures), *(each.body for each in program.blocks)]:
        yield from walk(body)


def _picked(program: Program) -> dict[str, int]:
    """The members that rules may pick at random, by their words."""
    picks = (each for each in _instructions(program) if isinstance(each, Pick))
    return {word: value for pick in picks for value, word in reversed(pick.words)}


def _rolled(program: Program) -> list[tuple[int, int]]:
    """The least and the greatest number of each roll; none if they aren't the same in every position."""
    rolls = [each for each in _instructions(program) if isinstance(each, Roll)]
    ends = [(roll.least, roll.most) for roll in rolls]
    known = [(least.value, most.value) for least, most in ends if isinstance(least, Int) and isinstance(most, Int)]
    return sorted({*known}) if len(known) == len(rolls) else []


def _within(number: int, ranges: list[tuple[int, int]]) -> bool:
    return not ranges or any(least <= number <= most for least, most in ranges)
