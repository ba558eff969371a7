"""Answers in groups."""

from __future__ import annotations

from repl.session.events import Choice
from repl.session.grouped import grouped


def choices(*words: str) -> tuple[Choice, ...]:
    return tuple(Choice(number, each, "base") for number, each in enumerate(words, 1))


def test_answers_are_grouped_by_their_first_word_where_that_saves_room() -> None:
    assert grouped(choices("play a", "keep", "discard a", "play b", "discard b")) == (
        ("play", ((1, "a"), (4, "b"))),
        ("", ((2, "keep"),)),
        ("discard", ((3, "a"), (5, "b"))),
    )
    assert grouped(choices("play a", "discard a", "discard b")) == (
        ("play", ((1, "a"),)),
        ("discard", ((2, "a"), (3, "b"))),
    )
    assert grouped(choices("open a", "reveal five", "done")) == (
        ("", ((1, "open a"), (2, "reveal five"), (3, "done"))),
    )
    assert grouped(choices("go", "go on", "stop")) == (("go", ((1, "go"), (2, "on"))), ("", ((3, "stop"),)))


def test_answers_are_grouped_by_what_stands_before_their_cards_and_numbers_keep_their_words() -> None:
    found = (
        Choice(1, "play red ace", "base", form="play …"),
        Choice(2, "discard red ace", "base", form="discard …"),
        Choice(3, "discard blue ace", "base", form="discard …"),
        Choice(4, "discard all", "base", form="discard all"),
        Choice(5, "swap red ace with blue ace", "base", form="swap … with …"),
        Choice(6, "king 1", "base", "red king", "king …"),
        Choice(7, "king 3", "base", "blue king", "king …"),
    )
    assert grouped(found) == (
        ("play", ((1, "red ace"),)),
        ("discard", ((2, "red ace"), (3, "blue ace"))),
        ("", ((4, "discard all"),)),
        ("swap", ((5, "red ace with blue ace"),)),
        ("", ((6, "king 1 (red king)"), (7, "king 3 (blue king)"))),
    )
