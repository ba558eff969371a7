"""Tables of results."""

from __future__ import annotations

import pytest

from interpreter import Row
from repl.reports import odds

ROWS = [
    Row(1, "lost", "The cards ran out.", 10, 5),
    Row(2, "won", "All is open.", 20, 10),
    Row(3, "lost", "The cards ran out.", 30, 15),
    Row(4, "lost", "Nothing can be done.", 40, 20),
]


def test_outcomes_are_counted_won_first_then_the_most_frequent() -> None:
    found = odds.odds(ROWS)
    assert [(each.status, each.count, each.share) for each in found.outcomes] == [
        ("won", 1, 0.25),
        ("lost", 2, 0.5),
        ("lost", 1, 0.25),
    ]
    assert (found.games, found.decisions, found.turns) == (4, 25.0, 12.5)


def test_a_table_without_a_win_says_so() -> None:
    found = odds.odds(ROWS[:1])
    assert [(each.status, each.count) for each in found.outcomes] == [("won", 0), ("lost", 1)]
    nothing = odds.odds([])
    assert (nothing.games, [each.interval for each in nothing.outcomes]) == (0, [None])


def test_intervals_are_those_of_wilson() -> None:
    for each in odds.odds([*ROWS[:1] * 50, *ROWS[1:2] * 50]).outcomes:
        assert each.interval == pytest.approx((0.4038, 0.5962), abs=1e-4)
    nothing, every = odds.odds(ROWS[:1] * 100).outcomes
    assert nothing.interval == pytest.approx((0, 0.0370), abs=1e-4)
    assert every.interval == pytest.approx((0.9630, 1), abs=1e-4)
