from __future__ import annotations

import pytest

from interpreter import Difference, Event, Examined
from repl.reports.scenarios import MOST_EVENTS, MOST_LINES, WIDEST, as_data, lines


def shown(*differences: Difference) -> list[str]:
    return list(lines(Examined((), differences)))


def event(number: int, name: str = "move") -> Event:
    return Event(number, name, f"step {number}", None, "play", ("G-A1",), "", "a.rules:3", 1)


def test_expected_and_got_stand_side_by_side() -> None:
    assert shown(Difference("hand", ("fox", "owl"), ("owl",), "any order"), Difference("round", ("12",), ("3",))) == [
        "         expected  got",
        "  hand   owl, fox  owl",
        "  round  12        3",
    ]


@pytest.mark.parametrize(
    ("how", "expected", "got"),
    [
        ("exactly", "(5 the same), owl, fox, elk, ant", "(5 the same), fox, owl, elk, ant"),
        ("any order", "(9 the same), nut", "(9 the same)"),
        ("includes", "(9 the same), nut", "(9 the same)"),
    ],
)
def test_many_equal_cards_are_counted(how: str, expected: str, got: str) -> None:
    more = () if how == "exactly" else ("nut",)
    bees = ("bee",) * 5
    (_, row) = shown(
        Difference("den", (*bees, "owl", "fox", "elk", "ant", *more), (*bees, "fox", "owl", "elk", "ant"), how)
    )
    assert row.split("  ")[-2:] == [expected, got]


def test_of_included_cards_the_others_are_counted() -> None:
    assert shown(Difference("box", ("owl",), ("fox", "bee"), "includes"))[1] == "  box includes  owl       (2 others)"


def test_long_lists_take_lines_and_are_cut() -> None:
    table = shown(Difference("den", tuple(f"animal {n}" for n in range(200)), ()))
    assert len(table) == MOST_LINES + 1
    assert max(map(len, table)) < 2 * WIDEST
    assert (table[1].split()[-1], table[-1].strip()) == ("nothing", "…")


def test_the_last_step_is_shown_as_why_shows_it() -> None:
    told = lines(Examined((), (), tuple(event(n, "answer" if n == 0 else "move") for n in range(100))))
    assert told[:2] == ("  the last step:", "    step 0: play [G-A1] (a.rules:3)")
    assert len(told) == 2 * MOST_EVENTS + 2
    assert told[MOST_EVENTS + 1] == f"    … ({100 - 2 * MOST_EVENTS} more) …"
    assert lines(Examined((), (), (event(0),)))[0] == "  the beginning:"


def test_programs_get_all_of_it() -> None:
    data = as_data(Examined((), (Difference("den", ("owl",), ("fox", "fox"), "includes"),), (event(0),)))
    assert data["differences"] == [{"name": "den", "how": "includes", "expected": ["owl"], "got": ["fox", "fox"]}]
    assert data["last_step"] == [
        {"text": "step 0", "depth": 1, "rule": "play", "citations": ["G-A1"], "place": "a.rules:3"}
    ]
