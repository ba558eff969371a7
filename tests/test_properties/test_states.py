"""A state is everything: written to text and read again, at any decision, it is equal and goes on in the same way."""

from __future__ import annotations

import json

from hypothesis import given

from interpreter.game.game import Game
from interpreter.state.state import State
from tests.support.plans import Plan
from tests.support.same import same_table
from tests.support.strategies import plans, share


@share(1)
@given(plans(most=12))
def test_a_state_goes_through_text(plan: Plan) -> None:
    with plan.game() as game:
        for answer in plan.choices(game):
            state = game.state
            text = json.dumps(state.to_json(), ensure_ascii=False)
            read = State.from_json(plan.program, json.loads(text))
            assert read == state
            assert hash(read) == hash(state)
            assert json.dumps(read.to_json(), ensure_ascii=False) == text
            game.choose(answer)


@share(0.5)
@given(plans())
def test_a_state_that_was_read_goes_on_in_the_same_way(plan: Plan) -> None:
    with plan.game() as game:
        text = json.dumps(game.state.to_json())
        read = Game.from_state(plan.program, State.from_json(plan.program, json.loads(text)), check=True)
        for answer in plan.choices(game):
            same_table(game, read)
            game.choose(answer)
            read.choose(answer)
        same_table(game, read)
