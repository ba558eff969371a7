"""Rows of the table, and answers in groups."""

from __future__ import annotations

from interpreter import ItemView, View
from repl.events import Choice
from repl.view import face, grouped, table, tint


def rows(*items: ItemView) -> list[tuple[str, str, bool]]:
    return [(row.label, row.text, row.short) for row in table(View("A", "A", (), (), items, None))]


def choices(*words: str) -> tuple[Choice, ...]:
    return tuple(Choice(number, each, "base") for number, each in enumerate(words, 1))


def test_items_are_rows_in_the_order_of_the_ruleset() -> None:
    assert rows(
        ItemView("Hand", "", ("red one", "blue two")),
        ItemView("Empty", "", ()),
        ItemView("Deck", "12", None),
        ItemView("Row", "", ("red one",), ("red two", "blue two"), "free"),
        ItemView("Row", "", (), ("red two",), "free"),
        ItemView("Row", "", (), (), "free"),
    ) == [
        ("Hand", "red one, blue two", False),
        ("Empty", "–", False),
        ("Deck", "12", True),
        ("Row", "red one | free: red two, blue two", False),
        ("Row", "free: red two", False),
        ("Row", "–", False),
    ]


def test_words_that_are_colours_are_tinted_and_others_not() -> None:
    assert tint("red one") == "red"
    assert tint("very Blue") == "blue"
    assert tint("redder one") == ""
    assert face("red one (down)") == "red one"


def test_answers_are_grouped_by_their_first_word_where_that_saves_room() -> None:
    assert grouped(choices("play a", "keep", "discard a", "play b", "discard b")) == (
        ("play", ((1, "a"), (4, "b"))),
        ("discard", ((3, "a"), (5, "b"))),
        ("", ((2, "keep"),)),
    )
    assert grouped(choices("play a", "discard a", "discard b")) == (
        ("play", ((1, "a"),)),
        ("discard", ((2, "a"), (3, "b"))),
    )
    assert grouped(choices("open a", "reveal five", "done")) == (
        ("", ((1, "open a"), (2, "reveal five"), (3, "done"))),
    )
    assert grouped(choices("go", "go on", "stop")) == (("go", ((1, "go"), (2, "on"))), ("", ((3, "stop"),)))
