"""Replacements of one event: however many there are, the rules grow no faster than their text."""

from __future__ import annotations

import pytest

from interpreter import listing
from tests.support.lockstep import lock_step
from tests.support.tiny import compiled

DAYS = "number day: 0 to 9999\nevent note\n  set day to day + 1\nbefore main\n  do note\nlose when day is 9999, 'x'\n"


def replaced(times: int, body: str) -> str:
    """Rules that replace one event so often."""
    hooks = "".join(f"instead of note if day is not {day + 20}\n{body}" for day in range(times))
    return DAYS.replace("'", '"') + hooks


@pytest.mark.parametrize(
    "body",
    [
        "  set day to day + 1\n  proceed\n",
        "  if day is 7\n    proceed\n  else\n    set day to day + 1\n    proceed\n",
        "  ask turn\n    option wait\n      proceed\n    option hurry\n      set day to day + 1\n      proceed\n",
    ],
    ids=["once", "twice", "waiting"],
)
def test_rules_grow_no_faster_than_their_text(body: str) -> None:
    sizes = [len(listing(compiled(replaced(times, body)))) for times in (4, 8, 12)]
    assert sizes[2] - sizes[1] < 1.5 * (sizes[1] - sizes[0])


def test_every_replacement_acts_once() -> None:
    program = compiled(replaced(8, "  set day to day + 10\n  proceed\n"))
    game = lock_step(program, 1, most=1)
    assert dict(game.view("A").numbers)["day"] == 81
