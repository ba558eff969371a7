"""Choices that stay sealed until all have chosen: only those of the round that is under way."""

from __future__ import annotations

from itertools import takewhile

import pytest

from interpreter.game.game import Game
from interpreter.state.state import State
from tests.support.purses import purses
from tests.support.tiny import compiled

OFFERS = """\
game offers "Offers"
players 2
kind coin
cards coin in purse
  | card   | count |
  | copper | 3     |
  | silver | 3     |
zone purse: heap, public
zone hand per player: heap, public
zone pot: heap, public
prompt offer: "What do you offer?"
event setup
  move every silver in purse to hand of A
  move every copper in purse to hand of {rich}
turn: main
event main
  do offering
  do offering
event offering
  ask offer, decided by every player at once
    option offer <coin in hand>
      move coin to pot
    option pass, if any coin in hand
win only when number of coin in pot is 6
"""


def test_an_answer_is_sealed_until_all_have_answered() -> None:
    game = Game(compiled(OFFERS.format(rich="B"), players=2), 1)
    assert game.sealed == 0
    game.choose("offer silver")
    assert game.sealed == 1
    game.choose("offer copper")
    assert game.sealed == 0


def test_an_answer_in_the_same_place_belongs_to_a_round_before() -> None:
    game = Game(compiled(OFFERS.format(rich="A"), players=2), 1)
    game.choose("offer copper")
    assert game.decision
    assert (game.decision.player, game.sealed) == ("A", 0)


def answers_of_the_round(traced: Game) -> int:
    """How many answers the trace holds since all were asked last."""
    backwards = (event.name for event in reversed(traced.trace))
    return sum(name == "answer" for name in takewhile(lambda name: name != "spending", backwards))


@pytest.mark.parametrize(
    ("coins", "sealed"),
    [((7, 0, 0), {0}), ((0, 7, 0), {0}), ((4, 0, 4), {0, 1}), ((0, 4, 3), {0, 1}), ((3, 1, 3), {0, 1, 2})],
)
def test_exactly_the_answers_of_the_round_are_sealed(coins: tuple[int, ...], sealed: set[int]) -> None:
    program = purses(*coins)
    games, seen = [(Game(program, 1), Game(program, 1, reference=True))], set[int]()
    while games:
        plain, traced = games.pop()
        if plain.decision is None:
            continue
        assert plain.sealed == traced.sealed == answers_of_the_round(traced), plain.history
        seen.add(plain.sealed)
        for option in range(plain.option_count):
            following = plain.copy(), traced.copy()
            for game in following:
                game.choose(option)
            games.append(following)
    assert seen == sealed


@pytest.mark.parametrize("rich", range(3))
def test_who_is_asked_alone_at_any_place_answers_openly(rich: int) -> None:
    game = Game(purses(*(9 * (player == rich) for player in range(3))), 1)
    while game.decision:
        assert (game.decision.player, game.sealed, game.seen_alike) == ("ABC"[rich], 0, False)
        game.choose("one")
    assert game.turns > 3


def test_a_game_from_a_state_seals_the_answers_that_it_has() -> None:
    program = purses(3, 3, 3)
    game = Game(program, 1)
    game.choose("one")
    later = Game.from_state(program, State.from_json(program, game.state.to_json()))
    assert (game.sealed, later.sealed) == (1, 0)
    later.choose("one")
    assert (later.history[0].player, later.sealed) == ("B", 1)
    later.choose("one")
    assert later.sealed == 0
