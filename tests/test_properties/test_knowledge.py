"""Nobody is shown what they can't know.

Other cards in hidden places change nothing that a player sees, may do or is told.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import attrs
from hypothesis import given

from dsl.program.blocks import Choose
from interpreter.game.game import Game
from interpreter.state.layout import FRAME, GENERATOR
from interpreter.state.state import State, StateError
from repl.saves.timeline import RejectedAnswer, Timeline
from repl.session.account import Account
from tests.support.hiding import looks_alike, transits, unseen_zones
from tests.support.plans import Plan
from tests.support.strategies import RANDOMS, plans, recipes, share

closed_games = (
    recipes(players=2)
    .map(lambda recipe: recipe.with_option("talk", "silent"))
    .filter(lambda recipe: not recipe.program.open_hands)
)


@share(1)
@given(plans(), RANDOMS)
def test_hidden_cards_change_nothing_for_a_player(plan: Plan, random: Random) -> None:
    with plan.game() as game:
        for answer in plan.choices(game):
            _hold_secret(game, random)
            game.choose(answer)
        _hold_secret(game, random)


@share(0.5)
@given(plans(closed_games), RANDOMS)
def test_hands_change_nothing_for_the_other_player(plan: Plan, random: Random) -> None:
    with plan.game() as game:
        for answer in plan.choices(game):
            _hold_secret(game, random)
            game.choose(answer)


@share(0.5)
@given(plans())
def test_a_view_holds_names_and_small_numbers_only(plan: Plan) -> None:
    with plan.game() as game:
        for answer in plan.choices(game):
            for player in "AB"[: plan.recipe.players]:
                view = game.view(player)
                told = list(_leaves(view))
                assert {type(leaf) for leaf in told} <= {str, int, bool, type(None)}
                assert all(abs(leaf) < 1_000 for leaf in told if isinstance(leaf, int))
                text = repr(view)
                assert str(plan.seed) not in text
                assert str(game.state.flat[GENERATOR]) not in text
                _hold_names(game, player, json.dumps([leaf for leaf in told if isinstance(leaf, str)]))
            game.choose(answer)


@share(0.3)
@given(plans(most=10))
def test_what_is_told_holds_no_seed(plan: Plan) -> None:
    with plan.game(reference=True) as game:
        timeline = Timeline(game.copy())
        for answer in plan.choices(game):
            assert game.decision
            words = game.decision.options[answer].id
            game.choose(answer)
            if timeline.give((words,)):
                for viewer in "AB"[: plan.recipe.players]:
                    told = _told(timeline, viewer)
                    assert str(plan.seed) not in told
                    assert str(game.state.flat[GENERATOR]) not in told


@share(0.5)
@given(plans(closed_games), RANDOMS)
def test_what_is_told_holds_nothing_hidden(plan: Plan, random: Random) -> None:
    """Two games that look alike to a player before, during and after an answer are told alike."""
    with plan.game() as game:
        for answer in plan.choices(game):
            assert game.decision
            words = game.decision.options[answer].id
            for viewer in "AB":
                other = looks_alike(plan.program, game.state, "AB".index(viewer), random)
                _hold_told_alike([(game.state, words, ""), (other, words, "")], viewer, plan)
            game.choose(answer)


@share(0.5)
@given(plans(closed_games))
def test_answers_about_unseen_cards_are_told_alike(plan: Plan) -> None:
    """Which of the cards that only one player looks at was meant can't be heard by the other."""
    with plan.game() as game:
        for answer in plan.choices(game):
            assert game.decision
            viewer = "B" if game.decision.player == "A" else "A"
            unseen = unseen_zones(plan.program, game.state, "AB".index(viewer))
            secret = [
                (game.state, option.id, option.form)
                for option, pick in zip(game.decision.options, game._now.picks, strict=True)
                if any(zone in unseen for zone in _looked_into(game, pick))
            ]
            _hold_told_alike(secret, viewer, plan)
            game.choose(answer)


def _looked_into(game: Game, pick: tuple[int, ...]) -> list[int]:
    """The zones from which the cards of a pick come; what is one of a domain comes from none."""
    choice = game.program.blocks[game.state.flat[FRAME][0]].last
    assert isinstance(choice, Choose)
    parameters = choice.options[pick[0]].parameters
    return [zone for parameter, zone in zip(parameters, pick[2::3], strict=True) if parameter.sources]


def _hold_secret(game: Game, random: Random) -> None:
    program = game.program
    for number, player in enumerate("AB"[: program.players]):
        try:
            other = Game.from_state(program, looks_alike(program, game.state, number, random), check=True)
        except StateError:  # with other cards, the other player would have had only one way, and not been asked
            assert game.decision
            assert game.decision.player != player
            continue
        assert other.view(player) == game.view(player)
        assert other.outcome == game.outcome
        assert other.out_of_reach == game.out_of_reach
        if game.decision:
            assert other.decision
            assert (other.decision.prompt, other.decision.player) == (game.decision.prompt, game.decision.player)


def _hold_told_alike(cases: list[tuple[State, str, str]], viewer: str, plan: Plan) -> None:
    """Of games that look alike to a viewer at first: those that do so after an answer of one form are told alike."""
    told: dict[object, str] = {}
    for state, answer, form in cases:
        try:
            timeline = Timeline(Game.from_state(plan.program, state, reference=True))
            timeline.give((answer,))
        except (StateError, RejectedAnswer):  # with these cards, that couldn't be answered
            continue
        if timeline.game.outcome is None and timeline.game.decision:
            after = timeline.game.decision
            seen = (form, timeline.game.view(viewer), after.prompt, after.player, transits(timeline.game, viewer))
            words = _told(timeline, viewer)
            assert told.setdefault(seen, words) == words


def _told(timeline: Timeline, viewer: str) -> str:
    account, last = Account(timeline.game.program, timeline, viewer), len(timeline.moves)
    return "\n".join([*account.answers(last), *account.reasons(last), *account.news(last - 1)])


def _hold_names(game: Game, player: str, told: str) -> None:
    """Cards of which every copy is out of a player's sight are not named, unless they can be chosen."""
    number = "AB".index(player)
    program, state = game.program, game.state
    written = state.to_json()["zones"]
    unseen = {program.places[zone].name for zone in unseen_zones(program, state, number)}
    seen = {card.partition(" #")[0] for zone, cards in written.items() if zone not in unseen for card in cards}
    decision = game.decision
    offered = " ".join(option.id for option in decision.options) if decision and decision.player == player else ""
    for face in program.faces:
        if face.name not in seen and face.name not in offered:
            assert f'"{face.name}"' not in told


def _leaves(value: Any) -> Iterator[object]:
    if attrs.has(type(value)):
        value = attrs.astuple(value, recurse=False)
    if isinstance(value, tuple):
        for part in value:
            yield from _leaves(part)
    else:
        yield value
