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
from hypothesis.strategies import builds, integers, sampled_from

from dsl.program.blocks import Choose
from interpreter.choices.decisions import IllegalAnswer
from interpreter.choices.evaluate import Evaluator
from interpreter.choices.picks import Pick, zone_at
from interpreter.game.game import Game
from interpreter.simulation.unseen import looks_alike, unseen_zones
from interpreter.state.frames import locals_in
from interpreter.state.layout import FRAME, GENERATOR
from interpreter.state.state import State, StateError
from repl.drivers.jsonlines import as_data
from repl.saves import jsontext
from repl.saves.recipe import Recipe
from repl.saves.replay import Replayed
from repl.saves.timeline import RejectedAnswer, Timeline
from repl.saves.workshop import Engine
from repl.session.account import Account
from repl.session.commands import COMMANDS
from repl.session.knowledge import hides_hands
from repl.session.session import Session
from tests.support.hiding import transits
from tests.support.plans import COVERS, SECRETS, SWARM, Plan
from tests.support.plans import Recipe as Played
from tests.support.strategies import RANDOMS, closed_games, plans, share

covered_games = builds(Played, sampled_from([COVERS, SWARM]), players=integers(1, 2))

secret_games = builds(Played, sampled_from([SECRETS]), players=integers(1, 2))


@share(1)
@given(plans(), RANDOMS)
def test_hidden_cards_change_nothing_for_a_player(plan: Plan, random: Random) -> None:
    with plan.game() as game:
        for answer in plan.choices(game):
            _hold_secret(game, random)
            game.choose(answer)
        _hold_secret(game, random)


@share(0.5)
@given(plans(closed_games()), RANDOMS)
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
@given(plans(closed_games()), RANDOMS)
def test_what_is_told_holds_nothing_hidden(plan: Plan, random: Random) -> None:
    """Two games that look alike to a player before, during and after an answer are told alike."""
    _hold_all_told_alike(plan, random)


@share(0.5)
@given(plans(), RANDOMS)
def test_what_is_told_holds_nothing_that_nobody_sees(plan: Plan, random: Random) -> None:
    """The same in any game: solo, and with open hands, where players tell each other what they see."""
    _hold_all_told_alike(plan, random)


@share(0.5)
@given(plans(covered_games), RANDOMS)
def test_cards_that_lie_face_down_change_nothing(plan: Plan, random: Random) -> None:
    with plan.game() as game:
        for answer in plan.choices(game):
            _hold_secret(game, random)
            game.choose(answer)


@share(0.5)
@given(plans(covered_games), RANDOMS)
def test_what_is_told_holds_no_card_that_lies_face_down(plan: Plan, random: Random) -> None:
    _hold_all_told_alike(plan, random)


@share(1)
@given(plans(secret_games), RANDOMS)
def test_what_is_told_holds_no_variable_from_an_unseen_hand(plan: Plan, random: Random) -> None:
    _hold_all_told_alike(plan, random)


@share(1)
@given(plans(secret_games), RANDOMS)
def test_options_hold_no_variable_from_an_unseen_hand(plan: Plan, random: Random) -> None:
    """Two games that look alike to a player before, during and after an answer offer him the same in the same words."""
    with plan.game() as game:
        for answer in plan.choices(game):
            assert game.decision
            words = game.decision.options[answer].id
            for viewer in "AB"[: plan.recipe.players]:
                other = looks_alike(plan.program, game.state, "AB".index(viewer), random.randrange)
                one, two = (_offered(plan, state, words, viewer) for state in (game.state, other))
                if one and two and one[0] == two[0]:
                    assert all(two[1].get(name, told) == told for name, told in one[1].items())
            game.choose(answer)


def _offered(plan: Plan, state: State, answer: str, viewer: str) -> tuple[object, dict[str, str]] | None:
    """What a player sees after an answer, and the options that he then has; None if he isn't asked."""
    try:
        game = Game.from_state(plan.program, state, reference=True)
        game.choose(answer)
    except (StateError, IllegalAnswer):
        return None
    if game.decision is None or game.decision.player != viewer:
        return None
    seen = (attrs.evolve(game.view(viewer), decision=None), game.decision.prompt, transits(game, viewer))
    return seen, {option.id: option.words for option in game.decision.options}


def _hold_all_told_alike(plan: Plan, random: Random) -> None:
    with plan.game() as game:
        for answer in plan.choices(game):
            assert game.decision
            words = game.decision.options[answer].id
            for viewer in "AB" if hides_hands(plan.program) else game.decision.player:
                other = looks_alike(plan.program, game.state, "AB".index(viewer), random.randrange)
                _hold_told_alike([(game.state, words, ""), (other, words, "")], viewer, plan)
            game.choose(answer)


@share(0.3)
@given(plans(closed_games()))
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


def _looked_into(game: Game, pick: Pick) -> Iterator[int]:
    """The zones from which the cards of a pick come; what is one of a domain comes from none."""
    choice = game.program.blocks[game.state.flat[FRAME][0]].last
    assert isinstance(choice, Choose)
    values, local = Evaluator(game.program), locals_in(game.program, game.state.flat[FRAME])
    for number, parameter in enumerate(choice.options[pick[0]].parameters):
        if parameter.most:
            yield from (values.number(source.zone, list(game.state.flat), local) for source in parameter.sources)
        elif parameter.sources:
            yield pick[zone_at(number)]


def _hold_secret(game: Game, random: Random) -> None:
    program = game.program
    for number, player in enumerate("AB"[: program.players]):
        try:
            other = Game.from_state(program, looks_alike(program, game.state, number, random.randrange), check=True)
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
            session = _session(plan, Game.from_state(plan.program, state, reference=True), viewer)
            before = _said(session)
            session.timeline.give((answer,))
        except (StateError, RejectedAnswer):  # with these cards, that couldn't be answered
            continue
        game = session.game
        assert told.setdefault("", before) == before
        if game.outcome is None and game.decision:
            after = game.decision
            sharing = viewer if hides_hands(plan.program) else "AB"[: plan.recipe.players]
            seen = (form, game.view(viewer), after.prompt, after.player, *(transits(game, each) for each in sharing))
            words = _said(session)
            assert told.setdefault(seen, words) == words


def _session(plan: Plan, game: Game, viewer: str) -> Session:
    """A session at whose seat the viewer sits, although the other player may have to decide."""
    recipe = plan.recipe
    dealt = Recipe(recipe.ruleset, recipe.modules, recipe.players, recipe.options, plan.seed)
    session = Session(Replayed(dealt, plan.program, Timeline(game)), Engine(), COMMANDS, saving=False)
    session._seat = viewer
    return session


def _said(session: Session) -> str:
    """All that is said at a seat, as lines of JSON: the scene, the news, and what each command answers."""
    events = [*session.scene(), *session.news(0)]
    for line in SAID:
        events += session.feed(line)
    return "\n".join(jsontext.written(as_data(event)) for event in events)


SAID = ("table", "log", "why", "why not", "why not no such thing", "help", "nonsense", "next nothing")
"""Lines that change nothing."""


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
