"""Card tables: crossed, folded into a row, or a row for each card."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from dsl import CardGroup, PrintedCard
from repl.sheets.document import Grid
from repl.sheets.frame import frame
from repl.sheets.tables import begins, card_table, count

WORDS = frame("")


def group(columns: tuple[str, ...], cards: Sequence[tuple[tuple[str, ...], int]]) -> CardGroup:
    made = tuple(PrintedCard(" ".join(values) or "gem", values, (("deck", copies),)) for values, copies in cards)
    return CardGroup("stone", ("stone",), "tiny", (), columns, made)


def texts(grid: Grid | None) -> list[list[str]]:
    assert grid
    return [["".join(piece.text for piece in cell) for cell in row] for row in (grid.head, *grid.rows)]


def test_two_values_are_crossed() -> None:
    numbers = [((colour, cut), 2 + (cut == "round")) for colour, cut in product(("red", "blue"), ("round", "square"))]
    assert texts(card_table(group(("colour", "cut"), numbers), {}, WORDS)) == [
        ["colour / cut", "round", "square"],
        ["red", "3", "2"],
        ["blue", "3", "2"],
    ]


def test_each_combination_is_one_row() -> None:
    numbers = [((colour, str(rank)), 1) for colour in ("red", "blue") for rank in range(1, 14)]
    found = texts(card_table(group(("colour", "rank"), numbers), {}, WORDS))
    assert found[1] == ["red, blue", "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13", "1 of each"]


def test_values_with_commas_are_told_apart() -> None:
    numbers = [(("red, blue",), 2), (("red",), 2), (("blue",), 2)]
    assert texts(card_table(group(("colours",), numbers), {}, WORDS))[1] == ["red, blue; red; blue", "2 of each"]


def test_cards_with_help_texts_have_rows() -> None:
    cards = group(("colour",), [(("red",), 1), (("blue",), 1), (("green",), 1)])
    assert texts(card_table(cards, {"blue": "It shines."}, WORDS)) == [
        ["card", "colour", "what it does"],
        ["red", "red", ""],
        ["blue", "blue", "It shines."],
        ["green", "green", ""],
    ]


def test_a_plain_card_has_no_table() -> None:
    cards = group((), [((), 4)])
    assert card_table(cards, {}, WORDS) is None
    assert (count(cards), begins(cards, WORDS)) == (4, "4 in deck")
