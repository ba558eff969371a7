"""Every numbered rule of the rulebooks is part of the rules, and is seen at work in a scenario.

A citation is data of the program: it stands with the rule that it belongs to, and with every event that rule makes. A
rule counts as shown if the trace of a scenario holds such an event.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import dsl
from dsl.model.scenario import Scenario
from dsl.program.program import Program
from dsl.text.diagnostics import Problems
from interpreter.game.game import Game
from interpreter.scenarios.position import position
from repl.authoring.scenarios import loader

NUMBERED = {
    "onirim": {
        "O-B": 9, "O-T": 7, "O-K": 6, "O-G": 6, "O-D": 8, "O-W": 7, "O-P": 5, "O-X": 6, "O-V": 6, "O-I": 3, "O-C": 10,
        "O-E": 2,
    },
    "urbion": {"U-B": 9, "U-T": 4, "U-S": 5, "U-C": 4, "U-E": 2, "U-H": 5, "U-K": 3, "U-P": 6, "U-V": 5, "U-X": 5},
}  # fmt: skip
"""How many rules each section of a rulebook has."""

CITED = re.compile(r"\b[OU]-[A-Z]\d+\b")

UNSHOWN: dict[str, str] = {}
"""Rules of which no scenario can show an event, and why."""


def numbers(ruleset: str) -> set[str]:
    """The numbers of all rules of a game."""
    return {f"{section}{n}" for section, count in NUMBERED[ruleset].items() for n in range(1, count + 1)}


def games(ruleset: str) -> Iterator[tuple[Scenario, Program]]:
    """The scenarios of a ruleset that can be put together, each with its program."""
    linked: dict[tuple[object, ...], Program] = {}
    for path in sorted(dsl.ruleset_folder(ruleset).rglob("*.rules")):
        load = loader(path, linked)
        for scenario in dsl.scenarios(path):
            if not scenario.refused:
                yield scenario, load(scenario)


def written(ruleset: str) -> set[str]:
    """The numbers of rules that stand in the rules files."""
    texts = (path.read_text("utf-8") for path in dsl.ruleset_folder(ruleset).rglob("*.rules"))
    return {number for text in texts for number in CITED.findall(text)}


def shown(scenario: Scenario, program: Program) -> set[str]:
    """The rules whose events are in the trace of a scenario."""
    game = Game.from_position(program, position(program, scenario, Problems()), reference=True)
    for step in scenario.steps:
        if step.answer is not None:
            game.choose(step.answer)
    return {cited for event in game.trace for cited in (*event.citations, *event.through)}


@pytest.fixture(scope="module", params=sorted(NUMBERED))
def cited_and_shown(request: pytest.FixtureRequest) -> tuple[str, set[str], set[str]]:
    """A ruleset, the rules that its programs cite, and those that its scenarios show."""
    cited, seen = set[str](), set[str]()
    for scenario, program in games(request.param):
        cited.update(number for origin in program.origins for number in (*origin.citations, *origin.through))
        seen.update(shown(scenario, program))
    return request.param, cited, seen


@pytest.mark.parametrize("ruleset", sorted(NUMBERED))
def test_every_rule_is_cited(ruleset: str) -> None:
    assert written(ruleset) == numbers(ruleset)


@pytest.mark.slow
def test_every_rule_is_part_of_the_rules(cited_and_shown: tuple[str, set[str], set[str]]) -> None:
    ruleset, cited, _ = cited_and_shown

    assert sorted(cited) == sorted(numbers(ruleset))


@pytest.mark.slow
def test_every_rule_is_seen_in_a_scenario(cited_and_shown: tuple[str, set[str], set[str]]) -> None:
    ruleset, _, seen = cited_and_shown

    unseen = numbers(ruleset) - seen
    assert sorted(unseen) == sorted(number for number in UNSHOWN if number in numbers(ruleset))
