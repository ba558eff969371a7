"""Preferences as sentences."""

from __future__ import annotations

import pytest

import dsl
from repl.reports.learnt import when


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ("left", "turn: play", "row", 2, 11),
            "if row, or a zone like it, gains cards and then has 5 cards and 2 of them",
        ),
        (("left", "turn: play", "row", 0, 2), "if row, or a zone like it, loses cards and then has 1 card"),
        (("next", "turn: play", "pay: remove <card>", 3), "if `remove <card>` can then be answered 3 or more times"),
        (("next", "turn: play", "pay: remove <card>", 1), "if `remove <card>` can then be answered once"),
        (("first", "turn: play", "sun #1", "row", "moon"), "for sun if the first card of row is moon"),
        (("like first", "turn: play", 0, "row", 0), "if the card has nothing of the first card of row"),
    ],
)
def test_what_a_preference_is_about(words: tuple[str | int, ...], sentence: str) -> None:
    assert when(dsl.load("docs/tutorial/ferry"), words).startswith(sentence)
