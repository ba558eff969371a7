"""The hand-written Urbion by itself: positions with what must follow, and what holds in every game."""

from collections import Counter
from collections.abc import Iterable
from random import Random

import pytest

from benchmarks.counterparts import COUNTERPARTS
from benchmarks.decks import Deck
from benchmarks.urbion import CHAOS, CITY_CARDS, DREAM_CARDS, City, Urbion


def cards(text: str) -> list[str]:
    return text.split(", ") if text else []


def city(card: str, left: str = "", right: str = "") -> City:
    return City(card, cards(left), cards(right))


def pile(text: str) -> Deck:
    """A deck that is given from the top."""
    return Deck(reversed(cards(text)), list.sort)


def at_turn(*cities: City, hand: str, dreams: str = "", city_deck: str = "", success: str = "") -> Urbion:
    return Urbion(pile(dreams), pile(city_deck), hands=[cards(hand)], cities=cities, success=cards(success))


def uses(dreams: Iterable[str], *ways: str) -> list[str]:
    return [f"discard {dream}{way}" for dream in dreams for way in ways]


def test_there_are_72_dreams_and_12_cities_as_printed() -> None:
    assert (len(DREAM_CARDS), len(CITY_CARDS)) == (72, 12)
    assert set(Counter(DREAM_CARDS).values()) == {8}
    assert set(Counter(CITY_CARDS).values()) == {2}


def test_a_dream_is_laid_where_its_element_shows_and_its_side_has_room() -> None:
    game = at_turn(
        city("earth-air city", "air sognae, air sognae, air sognae"),
        city("fire-air city", right="chaos"),
        hand="air sognae, air sognae, air incubus, water sognae",
    )
    lays = ["lay air sognae at city 2", "lay air incubus at city 1", "lay air incubus at city 2"]
    assert game.options == lays + uses(["air sognae", "air incubus", "water sognae"], "", " for a census")
    game.choose("lay air incubus at city 2")
    assert (game.status, game.cities[1].right) == ("lost", ["chaos", "air incubus"])


def test_a_swap_is_of_two_faces_on_one_side_of_two_cities() -> None:
    game = at_turn(
        city("earth-air city", "air sognae, chaos", "chaos"),
        city("fire-air city", "air sognae", "air incubus"),
        hand="air sognae, air sognae, air sognae, air sognae",
    )
    game.choose("discard air sognae to swap")
    assert game.options == ["swap chaos at city 1 with air sognae at city 2",
                            "swap chaos at city 1 with air incubus at city 2"]  # fmt: skip
    game.choose("swap chaos at city 1 with air incubus at city 2")
    assert (game.cities[0].right, game.cities[1].right) == (["air incubus"], ["chaos"])


def test_a_census_pacifies_eases_replaces_and_settles() -> None:
    game = at_turn(
        city("earth-air city", "air sognae", "air incubus, fire incubus"),
        city("fire-air city", "air sognae, earth sognae", "air incubus"),
        hand="fire sognae, fire sognae, fire sognae, fire sognae",
        dreams="chaos, air incubus, water sognae",
        city_deck="water-air city",
    )
    game.choose("discard fire sognae for a census")
    assert (game.prompt, game.options) == (
        "ease city 2", ["discard earth sognae and air incubus", "leave"])  # fmt: skip
    game.choose("discard earth sognae and air incubus")
    assert game.success == ["earth-air city"]
    assert game.cities == [city("water-air city", right="chaos, air incubus"), city("fire-air city", "air sognae")]
    assert (game.prompt, len(game.discard)) == ("turn", 6)


def test_cities_close_up_when_there_is_none_to_replace_them() -> None:
    game = at_turn(
        city("earth-air city", "earth sognae", "air incubus"),
        city("fire-air city", "air sognae"),
        hand="fire sognae, fire sognae, fire sognae, fire sognae",
        dreams="water sognae",
    )
    game.choose("discard fire sognae for a census")
    assert game.cities == [city("fire-air city", "air sognae")]
    assert "lay fire sognae at city 1" in game.options


def test_four_balanced_cities_may_bring_a_fifth_and_all_twelve_win() -> None:
    game = at_turn(
        *(city("earth-air city", "earth sognae", "air incubus") for _ in range(4)),
        hand="fire sognae, fire sognae, fire sognae, fire sognae",
        city_deck="fire-air city",
        success=", ".join(["water-air city"] * 7),
    )
    game.choose("discard fire sognae for a census")
    assert (game.prompt, game.options) == ("bonus", ["take", "decline"])
    game.choose("take")
    assert (game.status, game.options, len(game.success)) == ("won", [], 12)


@pytest.mark.parametrize(
    ("answer", "left", "discard"),
    [
        ("place at city 1", "air sognae, chaos", "water sognae"),
        ("empty city 2", "air sognae", "water sognae, earth sognae, air incubus, chaos"),
        ("reveal four", "air sognae, chaos", "water sognae, fire incubus, fire sognae, water incubus, chaos"),
    ],
)
def test_a_chaos_is_met_in_three_ways(answer: str, left: str, discard: str) -> None:
    game = at_turn(
        city("earth-air city", "air sognae"),
        city("fire-air city", "earth sognae", "air incubus"),
        hand="water sognae, water sognae, water sognae, water sognae",
        dreams="chaos, fire incubus, chaos, fire sognae, water incubus, air sognae",
    )
    game.choose("discard water sognae")
    assert (game.prompt, game.options) == ("chaos", ["place at city 1", "empty city 2", "reveal four"])
    game.choose(answer)
    if answer == "reveal four":
        game.choose("place at city 1")
        assert game.hands["A"][-1] == "air sognae"
    assert (game.cities[0].left, game.discard) == (cards(left), cards(discard))


def test_two_chaos_settled_together_go_to_one_side() -> None:
    game = at_turn(
        city("earth-air city", "earth sognae", "air incubus"),
        hand="water sognae, water sognae, water sognae, water sognae",
        dreams="chaos, chaos, air sognae",
        city_deck="fire-air city",
    )
    game.choose("discard water sognae for a census")
    assert (game.prompt, game.options) == ("chaos side", ["left", "right"])
    game.choose("right")
    assert game.cities == [city("fire-air city", right="chaos, chaos")]


def test_in_setup_a_chaos_is_placed_or_waits_aside() -> None:
    dreams = "air sognae, air incubus, " * 4 + "chaos, fire sognae, fire sognae, fire sognae, fire sognae"
    cities = "earth-air city, earth-air city, earth-air city, fire-air city"
    game = Urbion(Deck(reversed(cards(dreams)), list.sort, dealt=True), Deck(cards(cities), list.sort, dealt=True))
    assert game.prompt == "chaos"
    game.choose("place at city 4")
    assert game.cities[3].left == ["air sognae", "chaos"]
    even = "earth sognae, air incubus, " * 4 + "chaos, fire sognae, fire sognae, fire sognae, fire sognae"
    game = Urbion(Deck(reversed(cards(even)), list.sort, dealt=True), Deck(cards(cities), list.sort, dealt=True))
    assert (game.prompt, game.dreams.cards, game.aside) == ("turn", [CHAOS], [])


def test_a_team_lays_its_own_dreams_and_pays_to_change_polarities() -> None:
    hand = cards("air sognae, air incubus, air sognae, air incubus")
    game = Urbion(
        pile("air sognae"), pile(""), players=2, hands=[hand, hand], cities=[city("earth-air city")],
        discard=["chaos"] * 8,
    )  # fmt: skip
    assert "lay air incubus at city 1" not in game.options
    game.choose("swap polarity")
    assert game.history[1:] == [("pay", "remove chaos", True)] * 8
    assert (game.box, "swap polarity" in game.options) == (["chaos"] * 8, False)
    game.choose("lay air incubus at city 1")
    assert (game.player, game.prompt, game.numbers()) == ("B", "turn", {"A polarity": 2, "B polarity": 1})


@pytest.mark.parametrize("seed", range(12))
def test_no_card_is_lost_or_made(seed: int) -> None:
    generator = Random(seed)
    game = COUNTERPARTS["urbion"].at_random(generator, 1 + seed % 2)
    while game.options:
        assert Counter(card for zone in game.zones().values() for card in zone) == Counter(DREAM_CARDS + CITY_CARDS)
        game.choose(generator.choice(game.options))
    assert game.status in {"won", "lost"}
