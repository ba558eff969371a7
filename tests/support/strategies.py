"""Random games for Hypothesis: any set of modules, players, options, a seed, and how the game is answered."""

from __future__ import annotations

from hypothesis import reject, settings
from hypothesis import strategies as st

import dsl
from tests.support.plans import PLAYERS, Plan, Recipe, refused, shape_of

SEEDS = st.integers(1 << 40, (1 << 63) - 1)
"""Large ones, so that a seed that leaks can be told from other numbers."""


def share(part: float) -> settings:
    """Settings with this part of the cases that the profile asks for, for tests whose cases are dear."""
    return settings(max_examples=max(1, round(part * settings().max_examples)))


@st.composite
def recipes(draw: st.DrawFn, players: int | None = None) -> Recipe:
    """Games that can be put together."""
    ruleset = draw(st.sampled_from(dsl.rulesets()))
    shape = shape_of(ruleset)
    modules = [name for name in shape.modules if draw(st.booleans())]
    recipe = Recipe(ruleset, tuple(modules), draw(st.sampled_from(shape.players)) if players is None else players)
    if refused(recipe):
        reject()
    for name, value in recipe.program.options:
        others = sorted(shape.options[name], key=lambda each: each != value)
        chosen = draw(st.sampled_from(others))
        if chosen != value:
            recipe = recipe.with_option(name, chosen)
    return recipe


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
