"""Tables of results."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from interpreter import Row
from repl.reports import odds

ROWS = [
    Row(1, "lost", "The cards ran out.", 10, 5),
    Row(2, "won", "All is open.", 20, 10),
    Row(3, "lost", "The cards ran out.", 30, 15),
    Row(4, "lost", "Nothing can be done.", 40, 20),
]


def without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds, "has_intervals", lambda: False)


def test_outcomes_are_counted_won_first_then_the_most_frequent(monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch)
    found = odds.odds(ROWS)
    assert [(each.status, each.count, each.share) for each in found.outcomes] == [
        ("won", 1, 0.25),
        ("lost", 2, 0.5),
        ("lost", 1, 0.25),
    ]
    assert (found.games, found.decisions, found.turns) == (4, 25.0, 12.5)
    assert all(each.interval is None for each in found.outcomes)


def test_a_table_without_a_win_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch)
    found = odds.odds(ROWS[:1])
    assert [(each.status, each.count) for each in found.outcomes] == [("won", 0), ("lost", 1)]
    assert odds.odds([]).games == 0


def test_intervals_are_asked_of_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[object, ...]] = []

    def binomtest(count: int, games: int) -> SimpleNamespace:
        def proportion_ci(level: float, method: str) -> SimpleNamespace:
            asked.append((count, games, level, method))
            return SimpleNamespace(low=0.1, high=0.4)

        return SimpleNamespace(proportion_ci=proportion_ci)

    monkeypatch.setattr(odds, "has_intervals", lambda: True)
    monkeypatch.setattr(odds, "import_module", lambda _: SimpleNamespace(binomtest=binomtest))
    assert odds.interval(1, 4) == (0.1, 0.4)
    assert odds.interval(0, 0) is None
    assert asked == [(1, 4, 0.95, "wilson")]


def test_the_library_itself_if_it_is_there() -> None:
    pytest.importorskip("scipy")
    low, high = odds.interval(50, 100) or (0.0, 0.0)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)
    nothing = odds.interval(0, 100)
    assert nothing is not None
    assert nothing[0] == pytest.approx(0.0)
    assert nothing[1] == pytest.approx(0.0370, abs=1e-4)
