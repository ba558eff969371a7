"""Answers about cards, crossed; and menus that make room."""

from __future__ import annotations

import pytest

from repl.drivers import menu
from repl.session.crossed import Uses, card_of, crossed
from repl.session.events import Choice

FACES = {"red ace", "ace", "king"}


def choices(*texts: str) -> list[Choice]:
    """Choices of words with a form: `play red ace at 2 | play … at …`."""
    found = []
    for number, text in enumerate(texts, 1):
        words, _, form = text.partition(" | ")
        found.append(Choice(number, words, "base", "", form, card_of(words, form, FACES)))
    return found


TURN = choices(
    "play red ace at place 2 | play … at …",
    "play king at place 1 | play … at …",
    "drop red ace to rest | drop … to rest",
    "drop ace to rest | drop … to rest",
    "drop king to rest | drop … to rest",
    "drop red ace | drop …",
    "drop ace | drop …",
    "drop king | drop …",
    "drop ace and king for two | drop … for two",
    "drop ace and red ace for two | drop … for two",
    "drop king and red ace for two | drop … for two",
    "rest",
)


@pytest.mark.parametrize(
    ("words", "form", "card"),
    [
        ("play red ace at place 2", "play … at …", "red ace"),
        ("play red ace (down)", "play …", "red ace (down)"),
        ("play ace + king 2", "play …", "ace + king 2"),
        ("drop ace and king", "drop …", ""),
        ("play queen", "play …", ""),
        ("rest", "rest", ""),
        ("rest", "", ""),
        ("king", "…", "king"),
    ],
)
def test_the_card_that_an_answer_is_about(words: str, form: str, card: str) -> None:
    assert card_of(words, form, FACES) == card


def test_uses_of_cards_are_crossed_in_the_order_of_their_forms() -> None:
    uses, rest = crossed(TURN)
    assert uses == Uses(
        ("red ace", "ace", "king"),
        (
            ("play … at place 1", (0, 0, 2)),
            ("play … at place 2", (1, 0, 0)),
            ("drop … to rest", (3, 4, 5)),
            ("drop …", (6, 7, 8)),
        ),
    )
    assert [choice.number for choice in rest] == [9, 10, 11, 12]
    assert crossed(TURN[2:5])[0] is None
    assert crossed(TURN[1:8:3])[0] is None


def shown(width: int, most: int = 0) -> list[str]:
    return [line.plain for line in menu.lines(TURN, width, most)]


def test_a_crossed_menu_is_taken_where_it_saves_room_or_there_is_room() -> None:
    listed = shown(100)
    assert listed[0].startswith("play  1 red ace at place 2")
    assert shown(100, 20) == [
        "                   red ace  ace      king",
        "play … at place 1  –        –        2",
        "play … at place 2  1        –        –",
        "drop … to rest     3        4        5",
        "drop               6        7        8",
        "drop  9 ace and king for two       10 ace and red ace for two   11 king and red ace for two",
        "12 rest",
    ]
    assert shown(30, 20)[0].startswith("play  1 red ace")


def test_answers_that_find_no_room_are_told_by_their_numbers() -> None:
    assert shown(44, 7) == [
        "                   red ace ace     king",
        "play … at place 1  –       –       2",
        "play … at place 2  1       –       –",
        "drop … to rest     3       4       5",
        "drop               6       7       8",
        "9 drop ace and king for two  12 rest",
        "Enter shows all: 10–11 drop … for two",
    ]
    assert len(shown(44, 1)) < 7
    for numbers, told in (([3, 5, 6], "3, 5, 6"), ([3, 4], "3–4"), ([3], "3")):
        assert menu._folded("drop …", numbers).plain == f"{told} drop …  "


SALE = choices(
    "sell red ace for 12 | sell … for …",
    "sell king for -3 | sell … for …",
    "sell red ace at place 2 | sell … at …",
    "drop red ace | drop …",
    "drop king | drop …",
)


def test_numbers_at_the_end_of_answers_stand_beside_the_numbers_of_the_answers() -> None:
    assert [line.plain for line in menu.lines(SALE, 60, 20)] == [
        "                   red ace  king",
        "sell … for (…)     1 (12)   2 (-3)",
        "sell … at place 2  3        –",
        "drop               4        5",
    ]
