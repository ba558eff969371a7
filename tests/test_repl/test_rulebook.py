"""What the rules say about cards."""

from __future__ import annotations

import pytest

from repl import rulebook
from repl.recipe import Recipe
from tests.test_repl.patience import bench

PROGRAM = bench().link(Recipe("patience"))


@pytest.mark.parametrize(
    ("words", "titles"),
    [
        ("red one", ["Red cards"]),
        ("RED", ["Red cards"]),
        ("green cards", ["Green cards"]),
        ("The green CARDS", ["Green cards"]),
        ("one", ["Red cards", "Green cards"]),
        ("cards", ["Red cards", "Green cards"]),
        ("are green", ["Green cards"]),
        ("red. and", ["Red cards"]),
        ("purple", []),
    ],
)
def test_a_card_or_a_title_finds_its_texts(words: str, titles: list[str]) -> None:
    assert [entry.title for entry in rulebook.matching(PROGRAM, words)] == titles


def test_texts_about_cards_in_sight_come_once() -> None:
    assert [entry.title for entry in rulebook.about(PROGRAM, {"green one", "green two", "blue one"})] == ["Green cards"]


def test_a_text_is_shown_under_its_title() -> None:
    assert rulebook.lines(PROGRAM.help[:1]) == ("Red cards [P-2]", "  They are red.", "  And good.")
