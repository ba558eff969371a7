"""Whatever is put together holds: any set of modules, players, variants and edition, however it is answered.

No rules fault, no card made or lost, every invariant kept, and an end: from the deal, and from positions near it.
"""

from __future__ import annotations

from functools import lru_cache

from hypothesis import given
from hypothesis import strategies as st

import dsl
from interpreter.analysis.coverage import coverage_of
from interpreter.game.game import Game
from interpreter.players.policies import POLICIES, chooser
from interpreter.simulation.closely import play_closely
from interpreter.simulation.counting import CoverageCounter
from interpreter.simulation.positions import draw_positions
from interpreter.simulation.simulate import play
from reverie.testing.coverage import survey
from tests.support.lockstep import compare
from tests.support.plans import Plan, Recipe, to_the_end
from tests.support.strategies import SEEDS, plans, recipes, share


@given(plans())
def test_every_game_comes_to_its_end(plan: Plan) -> None:
    with plan.game() as game:
        for answer in plan.choices(game):
            game.choose(answer)
        for _ in to_the_end(game, plan.player):
            pass
        assert game.outcome
        assert game.outcome.status in {"won", "lost"}, game.outcome.sentence


@share(0.05)
@given(recipes(), st.integers(0, 1 << 30), st.sampled_from(POLICIES))
def test_games_from_positions_near_the_end(recipe: Recipe, seed: int, policy: str) -> None:
    for position in draw_positions(recipe.program, seed, 2):
        row, _ = play_closely(recipe.program, seed, chooser(recipe.program, policy, seed), position)
        assert row.status in {"won", "lost"}, row.sentence


@share(0.1)
@given(recipes(), SEEDS)
def test_a_game_that_is_counted_is_the_same_game(recipe: Recipe, seed: int) -> None:
    program = _counted(recipe)
    assert [play(program, seed + at) for at in range(3)] == [play(recipe.program, seed + at) for at in range(3)]


@share(0.1)
@given(recipes(), SEEDS, st.lists(st.integers(0, 99), min_size=1, max_size=60))
def test_both_executors_tell_the_same_of_rules(recipe: Recipe, seed: int, answers: list[int]) -> None:
    program = _counted(recipe)
    log = coverage_of(program).log
    counting = CoverageCounter(program, survey(program)[0])
    fast, plain = Game(program, seed), Game(program, seed, reference=True)
    for answer in answers:
        if not fast.decision:
            break
        log.clear()
        fast.choose(answer % len(fast.decision.options))
        told = log[:]
        log.clear()
        plain.choose(answer % len(plain.decision.options) if plain.decision else 0)
        compare(fast, plain)
        assert log == told
    counting.over(list(fast.state.flat))
    assert not log


@lru_cache(maxsize=64)
def _counted(recipe: Recipe) -> dsl.Program:
    return dsl.load(recipe.ruleset, recipe.modules, recipe.players, dict(recipe.options), coverage=True)
