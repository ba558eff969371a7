"""What a scenario shows: the ways in which it may say that something must follow."""

from __future__ import annotations

import pytest

import dsl
from interpreter.scenarios.names import check_names
from interpreter.scenarios.purpose import purposeless
from interpreter.scenarios.scenario import examine
from tests.support.scenarios import scenario
from tests.support.tiny import compiled

GIVEN = "given\n  deck: red one\n"
PLAY = f"{GIVEN}play\n  at turn\n"


@pytest.mark.parametrize(
    "body",
    [
        f"{PLAY}    offers some stop\n    answer stop",
        f"{GIVEN}play\n  at turn, decided by A\n    answer stop",
        f"{PLAY}    answer stop\nthen\n  deck: red one",
        f"{GIVEN}then\n  status playing",
        f"{GIVEN}then\n  asked turn",
        f"{GIVEN}then\n  hand: red one",
        "then\n  refused",
    ],
)
def test_these_show_something(body: str) -> None:
    assert purposeless(scenario(body)) == ()


@pytest.mark.parametrize("body", [f"{PLAY}    answer stop", GIVEN.rstrip(), f"{GIVEN}then\n  deck: red one"])
def test_these_show_nothing(body: str) -> None:
    (problem,) = purposeless(scenario(body))
    assert problem.code == "scenario-idle"


def test_a_module_that_is_left_out_is_all_that_is_told() -> None:
    """What the module declares isn't known then, and that is no news."""
    rules = 'module harps "Harps" for tiny\nnumber strings: 0 to 9\n'
    asked = "    at turn\n      answer play the harp\n  then\n    strings: 3\n"
    text = f'{rules}scenario harp "A harp"\n  given\n    deck: red one\n  play\n{asked}'
    (one,) = dsl.scenarios(dsl.SourceFile("harps.rules", text))
    program = compiled("")
    for problems in (check_names(one, lambda _: program), examine(one, lambda _: program).problems):
        assert [each.help for each in problems] == ["say `with harps`, below its first line"]
