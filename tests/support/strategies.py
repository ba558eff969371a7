"""Random games for Hypothesis: any set of modules, players, options, a seed, and how the game is answered.

Linking is dear. So the quick profile draws from `FEW` games that all its tests share; with more cases, every game that
can be put together may be drawn.
"""

from __future__ import annotations

from random import Random

from hypothesis import reject, settings
from hypothesis import strategies as st

from interpreter.state.generator import Generator
from tests.support.plans import PLAYERS, Plan, Recipe, recipe_of

SEEDS = st.integers(1 << 40, (1 << 63) - 1)
"""Large ones, so that a seed that leaks can be told from other numbers."""

RANDOMS = st.integers(0, 1 << 32).map(Random)

FEW = 24
MANY_CASES = 500
"""Cases in each test from which on any game may be drawn."""


def share(part: float) -> settings:
    """Settings with this part of the cases that the profile asks for, for tests whose cases are dear."""
    return settings(max_examples=max(1, round(part * settings().max_examples)))


@st.composite
def recipes(draw: st.DrawFn, players: int | None = None) -> Recipe:
    """Games that can be put together."""
    if settings().max_examples < MANY_CASES:
        recipe = recipe_of(Generator(draw(st.integers(0, FEW - 1))).below, players)
    else:
        recipe = recipe_of(lambda count: draw(st.integers(0, count - 1)), players)
    return recipe or reject()


def closed_games() -> st.SearchStrategy[Recipe]:
    """Games for two whose hands are closed."""
    silent = recipes(players=2).map(lambda recipe: recipe.with_option("talk", "silent"))
    return silent.filter(lambda recipe: not recipe.program.open_hands)


def plans(recipe: st.SearchStrategy[Recipe] | None = None, most: int = 30) -> st.SearchStrategy[Plan]:
    """Games that are under way, and up to `most` further answers."""
    return st.builds(
        Plan,
        recipes() if recipe is None else recipe,
        SEEDS,
        st.sampled_from(PLAYERS),
        st.integers(0, 300),
        st.lists(st.integers(0, 99), min_size=1, max_size=most).map(tuple),
    )
