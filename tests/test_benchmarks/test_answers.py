from random import Random

from benchmarks.answers import carelessly, keenly
from benchmarks.decks import Deck
from benchmarks.oracle import ALL_CARDS, Onirim


def at_turn(hand: str, row: str) -> Onirim:
    return Onirim(Deck(["red door", "red sun"], Random(0).shuffle), hand=hand.split(", "), row=row.split(", "))


def test_the_keen_player_completes_a_set_and_takes_the_door() -> None:
    game = at_turn("blue sun, red sun, red key, green sun, brown key", "red sun, red moon")
    game.choose(keenly(game, Random(1)))
    assert game.row[-1] == "red sun"
    assert keenly(game, Random(1)) == "take red door"


def test_the_keen_player_wins_now_and_then_and_the_careless_one_answers_all() -> None:
    for answerer, wins in ((keenly, 1), (carelessly, 0)):
        generator = Random(5)
        games = [Onirim(Deck(ALL_CARDS, generator.shuffle)) for _ in range(60)]
        for game in games:
            while game.options:
                game.choose(answerer(game, generator))
        assert sum(game.status == "won" for game in games) >= wins
