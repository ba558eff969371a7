"""Two executors, one meaning: the generated code and the traced reference leave the same bytes at every decision."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from interpreter.game.game import Game
from tests.support.plans import Plan
from tests.support.same import same_table
from tests.support.strategies import plans, share


@share(0.4)
@given(plans())
def test_both_executors_in_lock_step(plan: Plan) -> None:
    with plan.game() as fast:
        plain = Game(plan.program, plan.seed, reference=True, check=True)
        plan.alongside(fast, plain)
        assert plain.trace
        assert fast.trace == ()


@share(0.5)
@given(plans(), st.lists(st.booleans(), min_size=1, max_size=8))
def test_a_state_goes_from_one_executor_to_the_other(plan: Plan, executors: list[bool]) -> None:
    with plan.game() as game:
        moved = game
        for number, answer in enumerate(plan.choices(game)):
            reference = executors[number % len(executors)]
            moved = Game.from_state(plan.program, moved.state, reference=reference, check=True)
            same_table(game, moved)
            moved.choose(answer)
            if moved is not game:
                game.choose(answer)
        same_table(game, moved)
