from random import Random

import pytest

from benchmarks.answers import Answerer, carelessly, keen_for_balance, keen_for_doors
from benchmarks.counterparts import COUNTERPARTS
from benchmarks.decks import Deck
from benchmarks.handwritten import HandWritten
from benchmarks.onirim import Onirim
from benchmarks.urbion import City, Urbion


def at_turn(hand: str, row: str) -> Onirim:
    return Onirim(Deck(["red door", "red sun"], Random(0).shuffle), hand=hand.split(", "), row=row.split(", "))


def test_the_keen_player_completes_a_set_and_takes_the_door() -> None:
    game = at_turn("blue sun, red sun, red key, green sun, brown key", "red sun, red moon")
    game.choose(keen_for_doors(game, Random(1)))
    assert game.row[-1] == "red sun"
    assert keen_for_doors(game, Random(1)) == "take red door"


def in_the_city(hand: str, *cities: City) -> Urbion:
    piles = (Deck([card] * 9, list.sort) for card in ("earth sognae", "fire-air city"))
    return Urbion(*piles, hands=[hand.split(", ")], cities=cities)


def test_the_keen_player_balances_a_city_and_calls_a_census() -> None:
    cities = City("earth-air city", ["air sognae"], ["earth incubus"]), City("fire-air city", [], ["air incubus"])
    game = in_the_city("air sognae, earth incubus, fire sognae, water sognae", *cities)
    game.choose(keen_for_balance(game, Random(1)))
    game.choose(keen_for_balance(game, Random(1)))
    assert [city.balance() for city in cities] == [0, 0]
    assert keen_for_balance(game, Random(1)).endswith(" for a census")


def played(ruleset: str, answerer: Answerer) -> list[HandWritten]:
    generator = Random(5)
    games = [COUNTERPARTS[ruleset].at_random(generator) for _ in range(60)]
    for game in games:
        while game.options:
            game.choose(answerer(game, generator))
    return games


@pytest.mark.parametrize("ruleset", COUNTERPARTS)
def test_the_careless_player_answers_all(ruleset: str) -> None:
    assert all(game.status in {"won", "lost"} for game in played(ruleset, carelessly))


def test_the_keen_player_wins_now_and_then_and_pacifies_most_cities() -> None:
    assert any(game.status == "won" for game in played("onirim", keen_for_doors))
    assert max(len(game.zones()["success"]) for game in played("urbion", keen_for_balance)) >= 10
