"""`some` in a hidden pile: no chance, and the same card for both executors."""

from __future__ import annotations

import pytest

from interpreter import Game
from tests.support.lockstep import lock_step
from tests.support.tiny import compiled

RULES = """\
zone heaped: heap, public
zone pile: pile, hidden
before main
  {}
  let found: some piece in deck where colour is {}
  move found to heaped
  let other: some piece in pile
  move other to heaped
after play
  move every card in spot to pile
  move every card in heaped to bottom of deck
"""

BURIED = "shuffle deck\n  move every blue one in deck to bottom of deck"


@pytest.mark.parametrize("before", ["shuffle deck", "move rightmost of spot to top of deck", BURIED])
@pytest.mark.parametrize("colour", ["red or colour is blue", "blue"])
@pytest.mark.parametrize("seed", range(4))
def test_both_executors_find_the_same(before: str, colour: str, seed: int) -> None:
    rules = RULES.format(before, colour)
    lock_step(compiled(rules), seed, most=40)


@pytest.mark.parametrize("seed", range(8))
def test_of_a_shuffled_pile_the_first_that_was_declared(seed: int) -> None:
    program = compiled("zone aside: heap, public\nbefore main\n  move some piece in deck to aside\n")
    for reference in (False, True):
        game = Game(program, seed, reference=reference)
        aside = next(zone for zone in game.view("A").zones if zone.name == "aside")
        assert aside.cards == ("red one",)


def test_a_shuffled_pile_that_moves_as_a_whole_still_lies_in_an_order_of_chance() -> None:
    program = compiled(
        "zone pile: pile, hidden\nbefore main\n  shuffle deck\n  move deck to pile\n  draw from pile to spot as x\n"
    )
    for reference in (False, True):
        games = [Game(program, seed, reference=reference) for seed in range(12)]
        drawn = {zone.cards for game in games for zone in game.view("A").zones if zone.name == "spot"}
        assert len(drawn) > 1
