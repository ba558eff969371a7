"""Modules that add a victory, change a score and raise a number make the same game, in any order of their names."""

from __future__ import annotations

from itertools import permutations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

import dsl
from interpreter.game.game import Game
from tests.support.strategies import share
from tests.support.tiny import TINY, compiled

BASE = """
number points: 0 to 99
define worth(card): if colour of card is red then 3 else 1
define limit: 3
score: points + number of card in hand
after play
  set points to points + worth of card
add to turn
  option wait, if number of card in hand is less than limit
    set points to points + 1
"""
PARTS = (
    'win also when points is at least 9, "Rich."\nkeep score at least 2\n',
    "lower worth(card) by 2 when any card in spot\nkeep worth at least 0\nraise score by number of card in spot\n",
    "raise limit by 2\nraise worth by 1 when colour of card is red\nlower score by 1\nkeep score at most 8\n",
)
"""The rules of a module with another victory, of one that changes scores, and of one that raises what the base says."""

NAMES = tuple(permutations(("ants", "bees", "cats")))


@share(0.3)
@given(st.sampled_from(NAMES), st.integers(0, 2**32), st.booleans())
def test_the_names_of_modules_do_not_matter(names: tuple[str, ...], seed: int, reference: bool) -> None:
    game = Game(_named(names), seed, reference=reference)
    first = Game(_named(NAMES[0]), seed)
    chance = Random(seed)
    while first.decision:
        assert game.decision
        ids = [option.id for option in first.decision.options]
        assert [option.id for option in game.decision.options] == ids
        answer = chance.choice(ids)
        first.choose(answer)
        game.choose(answer)
        assert game.state.flat == first.state.flat
        assert game.view("A") == first.view("A")
    assert first.outcome
    assert game.outcome
    assert game.outcome.sentence == first.outcome.sentence
    assert game.outcome.scores == first.outcome.scores


def _named(names: tuple[str, ...]) -> dsl.Program:
    texts = [f'module {name} "{name}" for tiny\n{rules}' for name, rules in zip(names, PARTS, strict=True)]
    return compiled(TINY + BASE, *texts, modules=names)
