"""Rows of the table."""

from __future__ import annotations

from interpreter import ItemView, View
from reverie.table import face, named, table, tint


def rows(*items: ItemView) -> list[tuple[str, str, bool]]:
    return [(row.label, row.text, row.short) for row in table(View("A", "A", (), (), items, None))]


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


def test_the_last_word_of_cards_is_left_out_where_the_label_says_it() -> None:
    assert rows(
        ItemView("Kings and more", "", ("red king", "blue king (down)")),
        ItemView("Aces", "", ("red ace", "blue king")),
        ItemView("Aces", "", ("ace", "red ace")),
        ItemView("Hand", "", ("3 hidden",)),
        ItemView("Aces", "", ("red ace",), ("blue ace",), "apart"),
    ) == [
        ("Kings and more", "red, blue (down)", False),
        ("Aces", "red ace, blue king", False),
        ("Aces", "ace, red ace", False),
        ("Hand", "3 hidden", False),
        ("Aces", "red | apart: blue", False),
    ]
    assert rows(ItemView("Aces of A", "", ("red ace", "blue ace (down)"))) == [("Aces of A", "red, blue (down)", False)]


def test_cards_are_shown_as_the_rules_want_and_said_in_plain_words() -> None:
    seen = ItemView("Aces", "", ("red ace",), ("ace",), "apart", (), ("♥R", "A"), ("red ace 1", "ace 1"))
    beside = ItemView("Tray", "", ("red ace", "blue ace"), beside=(seen, ItemView("sum", "4", None)))
    row, tray = table(View("A", "A", (), (), (seen, beside), None))
    assert "".join(piece.text for piece in row.pieces) == "♥R | apart: A"
    assert row.text == "red ace 1 | apart: ace 1"
    assert tray.text == "red ace, blue ace | Aces: red ace 1 | apart: ace 1 | sum: 4"
    assert not tray.short
    assert row.pieces[0].style == "red"


def test_of_many_cards_before_those_set_apart_only_the_last_are_listed_unless_all_are_wanted() -> None:
    cards = tuple(f"card {number}" for number in range(12))
    view = View("A", "A", (), (), (ItemView("Row", "", cards, ("ace",), "free"),), None)
    assert table(view)[0].text == "7 more, card 7, card 8, card 9, card 10, card 11 | free: ace"
    assert table(view, whole=True)[0].text.startswith("card 0, card 1, ")
    assert rows(ItemView("Row", "", cards)) == [("Row", ", ".join(cards), False)]


def test_words_that_are_colours_are_tinted_and_others_not() -> None:
    assert tint("red one") == "red"
    assert tint("very Blue") == "blue"
    assert tint("redder one") == ""
    assert face("red one (down)") == "red one"


def test_hearts_and_diamonds_are_red() -> None:
    names, signs = ("ace of hearts", "ace of spades", "blue ace"), ("A♥H", "A♠S", "♦B")
    (row,) = table(View("A", "A", (), (), (ItemView("Row", "", names, drawn=signs, plain=names),), None))
    assert [piece.style for piece in row.pieces[::2]] == ["red", "", "blue"]


def test_a_card_is_known_by_its_name_whatever_stands_behind_it() -> None:
    names = {"clock", "old clock"}
    assert [named(each, names) for each in ("clock", "clock 2", "old clock (down)", "clock 1 (down)", "hat")] == [
        "clock", "clock", "old clock", "clock", "",
    ]  # fmt: skip


def test_of_very_many_cards_equal_neighbours_are_counted() -> None:
    many = ItemView("Store", "", ("copper",) * 190 + ("gold", "tin", "tin"))
    few = ItemView("Hand", "", ("copper",) * 20)
    drawn = ItemView("Aces", "", ("red ace",) * 30, drawn=("♥R",) * 30, plain=("red ace 1",) * 30)
    assert rows(many, few, drawn) == [
        ("Store", "copper ×190, gold, tin ×2", False),
        ("Hand", ", ".join(["copper"] * 20), False),
        ("Aces", "red ace 1 ×30", False),
    ]
    assert table(View("A", "A", (), (), (drawn,), None))[0].pieces[0].text == "♥R ×30"


def test_equal_cards_are_counted_if_they_don_t_fit_a_line_and_have_no_order() -> None:
    pile = ("tin", *("gold", "copper") * 9)
    ranks = (2, *(1, 0) * 9)
    many = ItemView("Store", "", pile, counted="many", ranks=ranks)
    fits = ItemView("Store", "", pile[:4], counted="many", ranks=ranks[:4])
    always = ItemView("Store", "", pile[:4], counted="always", ranks=ranks[:4])
    apart = ItemView("Store", "", pile, counted="", ranks=())
    assert rows(many, fits, always, apart) == [
        ("Store", "copper ×9, gold ×9, tin", False),
        ("Store", "tin, gold, copper, gold", False),
        ("Store", "copper, gold ×2, tin", False),
        ("Store", ", ".join(pile), False),
    ]
    (whole,) = table(View("A", "A", (), (), (many,), None), whole=True)
    assert whole.text == ", ".join(pile)


def test_different_cards_stay_as_they_lie() -> None:
    cards = tuple(f"card of many words {number}" for number in (4, 2, 3, 1, 5))
    assert rows(ItemView("Store", "", cards, counted="many", ranks=(4, 2, 3, 1, 5))) == [
        ("Store", ", ".join(cards), False)
    ]


def test_of_very_many_different_cards_the_last_are_listed_unless_all_are_wanted() -> None:
    item = ItemView("Store", "", tuple(f"card {number}" for number in range(190)))
    (short,) = table(View("A", "A", (), (), (item,), None))
    (whole,) = table(View("A", "A", (), (), (item,), None), whole=True)
    assert short.text.startswith("130 more, card 130, ")
    assert len(whole.text.split(", ")) == 190
