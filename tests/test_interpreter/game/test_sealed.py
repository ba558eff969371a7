"""Choices that stay sealed until all have chosen: only those of the round that is under way."""

from __future__ import annotations

from interpreter.game.game import Game
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
