"""What the rules say about cards."""

from __future__ import annotations

import pytest

from repl.saves.recipe import Recipe
from repl.session import card_index, rulebook
from tests.support.patience import bench
from tests.support.tiny import compiled

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


@pytest.mark.parametrize(
    ("words", "titles"), [("red one", ["Red cards"]), ("cards", ["Red cards", "Green cards"]), ("one", [])]
)
def test_a_whole_name_finds_its_texts_only(words: str, titles: list[str]) -> None:
    assert [entry.title for entry in rulebook.exactly(PROGRAM, words)] == titles


TITLED = """\
help "The turn" "One piece a turn."
help "Turns" "There are many."
help "Turn by turn" "So it goes on."
"""


def test_a_text_with_the_name_of_a_prompt_in_its_title_belongs_to_it() -> None:
    program = compiled(TITLED)
    assert [entry.title for entry in rulebook.asked(program, "turn")] == ["The turn", "Turn by turn"]
    assert rulebook.asked(program, "play") == ()


def test_a_title_brings_those_that_have_its_words_in_them() -> None:
    assert [entry.title for entry in rulebook.matching(compiled(TITLED), "turn")] == ["The turn", "Turn by turn"]


def test_texts_about_cards_in_sight_come_once() -> None:
    assert [entry.title for entry in rulebook.about(PROGRAM, {"green one", "green two", "blue one"})] == ["Green cards"]


def test_a_text_is_shown_under_its_title() -> None:
    assert rulebook.lines(PROGRAM.help[:1]) == ("Red cards [P-2]", "  They are red.", "  And good.")


KINDS = """\
on play of piece
  shuffle deck
kind token
  worth: number
cards token in spot
  | card | worth |
  | token one | 0 |
  | token two | 2 |
"""


def test_a_card_about_which_nothing_is_written_is_described() -> None:
    program = compiled(KINDS)
    assert rulebook.matching(program, "red one") == ()
    (card,) = rulebook.cards(program, "Red One")
    assert (card.kinds, card.printed, card.begins) == (("piece",), (("colour", "red"),), (("deck", 2),))
    assert [each.partition(" (")[0] for each in card.handled] == ["on play of piece"]
    told = card_index.lines(rulebook.cards(program, "token"))
    assert told[:3] == ("token one", "  kind: token; worth: 0", "  begins: 1 in spot")
    assert rulebook.cards(program, "nothing") == ()
