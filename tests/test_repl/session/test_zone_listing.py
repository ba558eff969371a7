"""All cards of a zone, for the player who asks."""

from __future__ import annotations

from interpreter import Game, ZoneView
from repl.saves.recipe import Recipe
from repl.session import zone_listing
from repl.session.events import Listing, Refused
from tests.support.patience import bench, sit
from tests.support.tiny import compiled

PROGRAM = bench().link(Recipe("patience"))
PILE = ZoneView("discard", "discard", "", ("red one", "blue one", "red one"), 3)


def test_a_pile_is_told_from_the_top_and_by_name() -> None:
    assert zone_listing.heading(PROGRAM, PILE) == "Discard, 3 cards, from the top"
    assert zone_listing.lines(PROGRAM, PILE) == ("red one, blue one, red one", "By name: 1 blue one, 2 red one")


def test_cards_without_an_order_are_counted() -> None:
    hand = ZoneView("hand", "hand", "", ("red one", "blue one", "red one"), 3)
    assert zone_listing.heading(PROGRAM, hand) == "Hand, 3 cards"
    assert zone_listing.lines(PROGRAM, hand) == ("1 blue one, 2 red one",)


def test_nothing_is_told_of_hidden_cards_but_how_many_there_are() -> None:
    deck = ZoneView("deck", "deck", "", None, 9)
    assert zone_listing.heading(PROGRAM, deck) == "Deck, 9 cards"
    assert zone_listing.lines(PROGRAM, deck) == ("You may not see these cards.",)
    assert zone_listing.lines(PROGRAM, ZoneView("row", "row", "", (), 0)) == ("This zone is empty.",)


def test_a_zone_is_meant_by_its_name_or_a_part_and_brings_those_of_its_place() -> None:
    names = ("city deck", "city 1", "city 1 left", "city 10", "hand of A", "hand of B")
    zones = [ZoneView(name, name.partition(" of")[0], "", (), 0) for name in names]
    meant = {
        words: [zone.name for zone in zone_listing.matching(PROGRAM, zones, words)]
        for words in ("city 1", "Hand", "deck", "hand of b")
    }
    assert meant["city 1"] == ["city 1", "city 1 left"]
    assert meant["Hand"] == ["hand of A", "hand of B"]
    assert meant["deck"] == ["city deck"]
    assert meant["hand of b"] == ["hand of B"]


def test_the_table_command_shows_every_card_of_a_zone() -> None:
    session = sit()
    session.feed("1")
    (listing,) = session.feed("table row")
    assert isinstance(listing, Listing)
    assert listing.title == "Row, 1 card"
    (hidden,) = session.feed("table deck")
    assert isinstance(hidden, Listing)
    assert hidden.lines == ("You may not see these cards.",)
    (refused,) = session.feed("table dek")
    assert isinstance(refused, Refused)
    assert refused.help.startswith("did you mean `deck`? zones with visible cards: `hand`, `row`")


def test_a_zone_is_meant_by_its_label_on_the_table() -> None:
    program = compiled('table\n  show "Held": hand\n')
    (hand,) = zone_listing.matching(program, Game(program, seed=1).view("A").zones, "held")
    assert hand.name == "hand"
    assert zone_listing.lines(program, hand) in (("red one",), ("blue one",))


def test_with_closed_hands_only_the_own_hand_is_told() -> None:
    session = sit(bench(open_hands=False), players=2)
    session.feed("")
    first, second = session.feed("table hand")
    assert isinstance(first, Listing)
    assert isinstance(second, Listing)
    assert first.lines != ("You may not see these cards.",)
    assert second.lines == ("You may not see these cards.",)


def test_equal_neighbours_in_a_large_pile_are_counted() -> None:
    pile = ZoneView("discard", "discard", "", ("red one",) * 30 + ("blue one", "red one"), 32)
    assert zone_listing.lines(PROGRAM, pile) == ("red one ×30, blue one, red one", "By name: 1 blue one, 31 red one")
