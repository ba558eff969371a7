"""Whole games of every set of modules in both executors, for every number of players; run only by `-m sweep`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import dsl
from dsl.linking.combinations import every_game
from interpreter.game.game import Game
from interpreter.state.state import State
from tests.support.lockstep import compare
from tests.support.plans import PLAYERS, Recipe, contents, refused, to_the_end
from tests.support.telling import telling

pytestmark = pytest.mark.sweep


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """All sets, if they are asked for: reading the rules takes its time."""
    asked = "sweep" in metafunc.config.option.markexpr
    metafunc.parametrize("recipe", list(_recipes()) if asked else [], ids=_named)


def test_whole_games(recipe: Recipe) -> None:
    if refused(recipe):
        pytest.skip("the rules refuse it")
    for number, variant in enumerate(_variants(recipe)):
        for player in PLAYERS if variant is recipe else [PLAYERS[number % len(PLAYERS)]]:
            _play(variant, number, player)


def _play(recipe: Recipe, seed: int, player: str) -> None:
    program = recipe.program
    fast, plain = (Game(program, seed, reference=reference, check=True) for reference in (False, True))
    with telling(fast):
        for answer in to_the_end(fast, player):
            compare(fast, plain)
            assert State.from_json(program, fast.state.to_json()) == fast.state
            plain.choose(answer)
        compare(fast, plain)
        assert fast.outcome
        assert fast.outcome.status in {"won", "lost"}, fast.outcome.sentence


def _variants(recipe: Recipe) -> Iterator[Recipe]:
    """The game with its options as they are, then with each other value of each of them."""
    yield recipe
    for name, value in recipe.program.options:
        for other in contents(recipe.ruleset).options[name]:
            changed = recipe.with_option(name, other)
            if other != value and changed is not recipe:
                yield changed


def _recipes() -> Iterator[Recipe]:
    for ruleset in dsl.rulesets():
        for game in every_game(dsl.ruleset_sources(ruleset), ()):
            yield Recipe(ruleset, game.modules, game.players)


def _named(recipe: Recipe) -> str:
    return "-".join([recipe.ruleset, *recipe.modules, str(recipe.players)])
