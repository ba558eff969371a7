"""Games go on: nothing loops, nobody is asked without a choice, every game comes to an end that its rules name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.choices.decisions import IllegalAnswer
from interpreter.game.game import Game
from tests.support.plans import Plan, to_the_end
from tests.support.strategies import plans, share
from tests.support.telling import telling


@share(0.5)
@given(plans())
def test_every_game_comes_to_an_end(plan: Plan) -> None:
    game = Game(plan.program, plan.seed, check=True)
    with telling(game):
        for _ in to_the_end(game, plan.player):
            _hold_a_decision(game, plan)
        assert game.outcome
        assert game.outcome.status in {"won", "lost"}, game.outcome.sentence
        assert game.outcome.sentence in {ending.sentence for ending in plan.program.endings}
        assert game.turns > 0


@share(1)
@given(plans())
def test_every_decision_is_one(plan: Plan) -> None:
    with plan.game() as game:
        for answer in plan.choices(game):
            _hold_a_decision(game, plan)
            game.choose(answer)
        assert game.outcome is None or game.outcome.status != "fault", game.outcome.sentence


@share(0.5)
@given(plans(), st.data())
def test_a_refused_answer_changes_nothing(plan: Plan, data: st.DataObject) -> None:
    with plan.game() as game:
        for answer in plan.choices(game):
            assert game.decision
            ids = [option.id for option in game.decision.options]
            wrong = data.draw(_wrong(ids))
            before = (game.state, game.decision, game.history, game.outcome, game.turns, game.copy().state)
            with pytest.raises(IllegalAnswer) as refusal:
                game.choose(wrong)
            assert refusal.value.options == tuple(ids)
            assert refusal.value.nearest in {"", *ids}
            assert before == (game.state, game.decision, game.history, game.outcome, game.turns, game.state)
            game.choose(answer)


def _hold_a_decision(game: Game, plan: Plan) -> None:
    """There is more than one way, each is named once, and somebody is asked."""
    decision = game.decision
    assert decision
    assert game.outcome is None
    ids = [option.id for option in decision.options]
    assert len(ids) > 1
    assert len(set(ids)) == len(ids)
    assert all(words == " ".join(words.split()) and words for words in ids)
    assert decision.player in "AB"[: plan.recipe.players]
    assert decision.question
    assert {option.module for option in decision.options} <= {plan.program.game, *plan.program.modules}


def _wrong(ids: list[str]) -> st.SearchStrategy[str | int]:
    near = st.sampled_from(ids).flatmap(
        lambda words: st.sampled_from([words[:-1], words + "s", f" {words}", words.upper()])
    )
    numbers = st.integers(len(ids), 1 << 70) | st.integers(-(1 << 70), -1)
    return (near | st.text(max_size=20) | numbers).filter(lambda answer: answer not in ids)
