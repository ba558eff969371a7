"""What a game is made of decides what it is; where that stood, and in what order it was read, doesn't."""

from __future__ import annotations

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

import dsl
from interpreter import listing
from interpreter.game.game import Game
from tests.support.plans import Plan, Recipe
from tests.support.strategies import RANDOMS, plans, recipes, share

ORDERS = st.integers(0, 3).map(Random)
"""For names of files: a few, because a file with another name is parsed anew."""


@share(0.3)
@given(recipes(), RANDOMS, ORDERS, st.integers(0, 2))
def test_the_order_of_files_and_modules_does_not_matter(
    recipe: Recipe, random: Random, order: Random, doubled: int
) -> None:
    sources = dsl.ruleset_sources(recipe.ruleset)
    order.shuffle(sources)
    renamed = [dsl.SourceFile(f"{number}.rules", source.text) for number, source in enumerate(sources)]
    modules = [*recipe.modules, *recipe.modules[:doubled]]
    options = list(recipe.options)
    for each in (sources, renamed, modules, options):
        random.shuffle(each)
    wanted = dsl.Wanted(tuple(modules), recipe.players, dict(options))
    _same_program(dsl.compile_ruleset(sources, wanted), recipe.program)
    other = dsl.compile_ruleset(renamed, wanted)
    _same_program(other, recipe.program)
    assert listing(other) == listing(recipe.program)


@share(0.1)
@given(plans(), ORDERS)
def test_a_folder_with_other_names_holds_the_same_game(plan: Plan, order: Random) -> None:
    recipe = plan.recipe
    sources = dsl.ruleset_sources(recipe.ruleset)
    order.shuffle(sources)
    with TemporaryDirectory() as above:
        folder = Path(above, "other")
        folder.mkdir()
        for number, source in enumerate(sources):
            folder.joinpath(f"file {number}.rules").write_text(source.text, encoding="utf-8")
        program = dsl.load(folder, reversed(recipe.modules), recipe.players, dict(recipe.options))
    _same_program(program, recipe.program)
    with plan.game() as game:
        plan.alongside(game, Game(program, plan.seed))


@share(0.3)
@given(recipes())
def test_linking_twice_gives_the_same(recipe: Recipe) -> None:
    again = dsl.load(recipe.ruleset, recipe.modules, recipe.players, dict(recipe.options))
    _same_program(again, recipe.program)
    assert listing(again) == listing(recipe.program)


@share(0.3)
@given(recipes())
def test_options_that_are_spelt_out_change_nothing(recipe: Recipe) -> None:
    program = recipe.program
    again = dsl.load(recipe.ruleset, recipe.modules, recipe.players, dict(program.options))
    _same_program(again, program)


def _same_program(one: dsl.Program, other: dsl.Program) -> None:
    assert one.fingerprint == other.fingerprint
    assert one == other
