"""A game has more cards than a byte can tell apart: its lists are of another kind, and everything else is the same."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import dsl
from dsl.program import lists
from dsl.program.instructions import Instruction
from dsl.program.lists import Wide
from interpreter.game.game import Game
from interpreter.state.layout import layout_of
from interpreter.state.state import State
from tests.support.bodies import instructions, table
from tests.support.lockstep import lock_step, same_start
from tests.support.plans import SWARM, Plan, Recipe
from tests.support.strategies import plans, share
from tests.support.wide import wide_lists

swarms = st.builds(Recipe, st.just(SWARM), players=st.integers(1, 2))


@share(0.3)
@given(plans(swarms))
def test_both_executors_in_lock_step(plan: Plan) -> None:
    assert len(plan.program.faces) > lists.MOST_NARROW
    with plan.game() as fast:
        plan.alongside(fast, Game(plan.program, plan.seed, reference=True, check=True))


@share(0.2)
@given(plans(swarms))
def test_states_are_written_and_read(plan: Plan) -> None:
    with plan.game() as game:
        for answer in plan.choices(game):
            assert _kinds(game.state) == {Wide}
            again = State.from_json(plan.program, game.state.to_json())
            assert again == game.state
            moved = Game.from_state(plan.program, again, check=True)
            game.choose(answer)
            moved.choose(answer)
            assert moved.state == game.state


def test_a_whole_game() -> None:
    for players in (1, 2):
        assert lock_step(Recipe(SWARM, players=players).program, players, written=True).outcome


@share(1)
@given(st.lists(instructions, min_size=5, max_size=30), st.integers(0, 5))
def test_a_body_does_the_same_in_both_executors(body: list[Instruction], seed: int) -> None:
    with wide_lists():
        same_start(table(body), seed)


@share(0.2)
@given(plans())
def test_the_kind_of_lists_changes_no_game(plan: Plan) -> None:
    recipe = plan.recipe
    with plan.game() as narrow, wide_lists():
        program = dsl.load(recipe.ruleset, recipe.modules, recipe.players, dict(recipe.options))
        plan.alongside(narrow, Game(program, plan.seed, check=True), _same)


def _same(narrow: Game, wide: Game) -> None:
    assert narrow.decision == wide.decision
    assert narrow.outcome == wide.outcome
    assert _data(narrow) == _data(wide)
    for player in "AB"[: narrow.program.players]:
        assert narrow.view(player) == wide.view(player)


def _data(game: Game) -> dict[str, Any]:
    """A state but for the fingerprint and for locals, where chosen cards are packed into other numbers."""
    data = game.state.to_json()
    return {**data, "fingerprint": "", "frames": [frame["at"] for frame in data["frames"]]}


def _kinds(state: State) -> set[type]:
    """The kinds of the lists of cards in a state."""
    layout = layout_of(state.program)
    return {type(cards) for cards in state.flat[layout.zones : layout.unordered]}
