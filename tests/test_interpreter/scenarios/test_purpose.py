"""What a scenario shows: the ways in which it may say that something must follow."""

from __future__ import annotations

import pytest

from interpreter.scenarios.purpose import purposeless
from tests.support.scenarios import scenario

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
