"""The hand-written Onirim by itself: positions with what must follow, and what holds in every game."""

from collections import Counter
from random import Random

import pytest

from benchmarks.counterparts import COUNTERPARTS, play_at_random
from benchmarks.decks import Deck, Generator, UnsettledDeck
from benchmarks.onirim import ALL_CARDS, Onirim

RANKS = {card: rank for rank, card in enumerate(dict.fromkeys(ALL_CARDS))}


def cards(text: str) -> list[str]:
    return text.split(", ") if text else []


def at_turn(deck: str, hand: str, *, row: str = "", used: int = 0, doors: str = "") -> Onirim:
    """A game at the start of a turn; the deck is given from the top."""
    pile = Deck(reversed(cards(deck)), Random(0).shuffle)
    return Onirim(pile, hand=cards(hand), row=cards(row), used=used, doors=cards(doors))


def every_card(game: Onirim) -> Counter[str]:
    zones = (game.hand, game.row, game.doors, game.discard, game.limbo, game.drawn, game.revealed, game.deck.cards)
    return Counter(card for zone in zones for card in zone)


def random_game(deck: Deck, seed: int) -> Onirim:
    generator = Random(seed)
    game = Onirim(deck)
    while game.options:
        game.choose(generator.choice(game.options))
    return game


def test_there_are_76_cards_as_printed() -> None:
    counts = Counter(ALL_CARDS)
    assert len(ALL_CARDS) == 76
    assert (counts["red sun"], counts["brown sun"], counts["blue key"], counts["green moon"]) == (9, 6, 3, 4)
    assert (counts["red door"], counts["nightmare"]) == (2, 10)


def test_equal_faces_are_one_option_and_an_equal_symbol_cannot_follow() -> None:
    game = at_turn("", "red sun, red sun, blue moon, blue key, green key", row="brown moon")
    assert game.prompt == "turn"
    assert game.options == [
        "play red sun", "play blue key", "play green key",
        "discard red sun", "discard blue moon", "discard blue key", "discard green key",
    ]  # fmt: skip


def test_a_forced_answer_is_taken_and_recorded() -> None:
    game = at_turn("red moon", "red sun, red sun, red sun, red sun, red sun", row="brown sun")
    assert game.history == [("turn", "discard red sun", True)]
    assert game.options == ["play red moon", "discard red sun", "discard red moon"]


def test_a_set_opens_a_search_that_takes_a_door() -> None:
    game = at_turn("blue moon, red door", "red sun, blue sun, blue key, green sun, green key", row="red key, red moon")
    game.choose("play red sun")
    assert (game.prompt, set(game.options)) == ("door search", {"take red door", "only shuffle", "decline"})
    game.choose("take red door")
    assert (game.doors, game.used, game.prompt) == (["red door"], 3, "turn")
    assert "blue moon" in game.hand


@pytest.mark.parametrize(("row", "used"), [("red key, red moon, red key", 3), ("red key, blue moon", 0)])
def test_no_search_when_cards_are_used_or_differ(row: str, used: int) -> None:
    game = at_turn("blue moon, red door", "red sun, blue sun, blue key, green sun, green key", row=row, used=used)
    game.choose("play red sun")
    assert (game.prompt, game.used) == ("turn", used)


def test_a_discarded_key_shows_five_and_puts_four_back_in_order() -> None:
    game = at_turn("red door, red sun, blue sun, nightmare, green sun, blue key",
                   "red key, blue moon, red moon, brown sun, brown key")  # fmt: skip
    game.choose("discard red key")
    assert game.prompt == "prophecy discard"
    assert "discard blue key" not in game.options
    for answer in ("discard nightmare", "next green sun", "next red door", "next red sun"):
        game.choose(answer)
    assert game.history[-1] == ("prophecy order", "next blue sun", True)
    assert game.deck.cards == ["blue key", "blue sun", "red sun", "red door"]
    assert game.hand[-1] == "green sun"


def test_a_drawn_door_is_opened_with_its_key_or_goes_to_limbo() -> None:
    def drawn() -> Onirim:
        game = at_turn("red door, blue sun, blue moon", "red key, green sun, red moon, brown sun, brown moon")
        game.choose("play green sun")
        assert (game.prompt, game.options) == ("door drawn", ["use red key", "limbo"])
        return game

    opened, kept = drawn(), drawn()
    opened.choose("use red key")
    kept.choose("limbo")
    assert (opened.doors, opened.discard, opened.deck.cards) == (["red door"], ["red key"], [])
    assert (kept.doors, kept.discard, sorted(kept.deck.cards)) == ([], [], ["blue moon", "red door"])


@pytest.mark.parametrize(
    ("answer", "discard", "hand", "deck"),
    [
        ("discard blue key", "blue key, nightmare",
         "brown moon, green sun, red moon, red sun, red sun", "blue moon, blue sun, brown sun, green moon, red key"),
        ("return blue door", "nightmare", "blue key, green sun, red moon, red sun, brown moon",
         "blue door, blue moon, blue sun, brown sun, green moon, red key, red sun"),
        ("reveal five", "blue moon, brown moon, green moon, red key, red sun, nightmare",
         "blue key, blue sun, green sun, red moon, red sun", "brown sun"),
        ("discard hand", "blue key, green sun, red moon, red sun, nightmare",
         "blue moon, brown moon, green moon, red key, red sun", "blue sun, brown sun"),
    ],
)  # fmt: skip
def test_a_nightmare_is_defeated_in_four_ways(answer: str, discard: str, hand: str, deck: str) -> None:
    game = at_turn("nightmare, brown moon, red sun, red key, green moon, blue moon, blue sun, brown sun",
                   "blue key, green sun, red moon, red sun, brown key", doors="blue door")  # fmt: skip
    game.choose("play brown key")
    assert game.options == ["discard blue key", "return blue door", "reveal five", "discard hand"]
    game.choose(answer)
    assert game.discard[-1] == "nightmare"
    assert sorted(game.discard) == sorted(cards(discard))
    assert sorted(game.hand) == sorted(cards(hand))
    assert sorted(game.deck.cards) == sorted(cards(deck))


def test_the_eighth_door_wins_at_once() -> None:
    doors = "red door, red door, blue door, blue door, green door, brown door, brown door"
    game = at_turn("green door", "green key, blue sun, blue moon, red sun, red moon",
                   row="green sun, green moon", doors=doors)  # fmt: skip
    game.choose("play green key")
    game.choose("take green door")
    assert (game.status, game.options, game.prompt) == ("won", [], "")
    assert len(game.hand) == 4


def test_an_empty_deck_loses_when_the_hand_must_be_filled() -> None:
    game = at_turn("", "red sun, blue sun, blue moon, green sun, green key")
    game.choose("play red sun")
    assert (game.status, game.options) == ("lost", [])


def test_setup_ignores_doors_and_dreams() -> None:
    order = "red key, nightmare, red door, blue sun, green moon, brown sun, blue key, green sun"
    game = Onirim(Deck(reversed(cards(order)), list.sort, dealt=True))
    assert game.hand == cards("red key, blue sun, green moon, brown sun, blue key")
    assert game.deck.cards == cards("green sun, nightmare, red door")


@pytest.mark.parametrize("seed", range(30))
def test_no_card_is_lost_or_made(seed: int) -> None:
    game = random_game(UnsettledDeck(ALL_CARDS, Generator(seed), RANKS), seed)
    assert every_card(game) == Counter(ALL_CARDS)
    assert game.status == "lost"


def test_the_same_seed_plays_the_same_game() -> None:
    first, second = (random_game(UnsettledDeck(ALL_CARDS, Generator(4), RANKS), 9) for _ in range(2))
    assert first.history == second.history
    assert first.deck.cards == second.deck.cards


def test_a_random_game_comes_to_an_end() -> None:
    assert play_at_random(COUNTERPARTS["onirim"], Random(2)).status in {"won", "lost"}
