"""What is wrong with a game at its first question."""

from __future__ import annotations

import pytest

from interpreter.game.start import LATER, start_problems
from tests.support.tiny import compiled


@pytest.mark.parametrize(
    ("number", "asked", "begins", "first"),
    [
        ("wax: 0 to 5", "wax is 0", "`wax` begins at 0", "`0 to 5, starts at 5`"),
        ("wax: 1 to 9", "wax is at most 3", "`wax` begins at 1", "`1 to 9, starts at 9`"),
        ("wax: 0 to 5, starts at 2", "wax is 2", "", ""),
    ],
)  # fmt: skip
def test_an_ending_that_holds_at_once_asks_for_a_first_value(number: str, asked: str, begins: str, first: str) -> None:
    rules = f'number {number}\nafter play\n  set wax to wax + 1\nlose when {asked}, "Dark."\ntable\n  show "Wax": wax\n'
    found = start_problems(compiled(rules))
    assert [each.help for each in found] == [
        f"{begins}: declare it with its first value, such as {first}; or {LATER}" if first else LATER
    ]
