"""A game is its program, a seed and the answers: taken back, played again or kept, it is the same one."""

from __future__ import annotations

from hypothesis import given

from interpreter.game.game import Game
from interpreter.game.replay import Save, rerun, save_of
from tests.support.lockstep import compare
from tests.support.plans import Plan
from tests.support.strategies import plans, share


@share(1)
@given(plans())
def test_do_undo_do_is_do(plan: Plan) -> None:
    with plan.game() as game:
        for answer in plan.choices(game):
            assert game.decision
            before, untouched = game.copy(), game.copy()
            done = game.copy()
            done.choose(answer)
            for other in range(min(3, len(game.decision.options))):
                game.copy().choose(other)
            compare(game, before)
            game.choose(answer)
            compare(game, done)
            before.choose(answer)
            compare(before, done)
            assert untouched.history == done.history[: len(untouched.history)]


@share(0.2)
@given(plans())
def test_a_trace_belongs_to_its_game(plan: Plan) -> None:
    with plan.game(reference=True) as game:
        for answer in plan.choices(game):
            before = game.trace
            other = game.copy()
            other.choose(0)
            assert game.trace == before
            assert other.trace[: len(before)] == before
            game.choose(answer)
            if answer == 0:
                assert game.trace == other.trace
        assert [event.index for event in game.trace] == list(range(len(game.trace)))
        assert all(event.cause is None or event.cause < event.index for event in game.trace)


@share(0.5)
@given(plans())
def test_the_answers_played_again_come_to_the_same(plan: Plan) -> None:
    with plan.game() as game:
        for answer in plan.choices(game):
            game.choose(answer)
        again = Game(plan.program, plan.seed)
        for given_answer in game.history:
            if not given_answer.forced:
                again.choose(given_answer.option)
        compare(game, again)


@share(0.5)
@given(plans())
def test_a_save_is_read_as_it_was_written(plan: Plan) -> None:
    with plan.game() as game:
        for answer in plan.choices(game):
            game.choose(answer)
        save = save_of(game)
        assert Save.from_text(save.to_text()) == save
        again = rerun(plan.program, save)
        assert again.problem == ""
        compare(game, again.game)
