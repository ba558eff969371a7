"""What players observe, and how answers are numbered, in random games: nothing hidden, and the same in every state."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given
from hypothesis.strategies import builds, integers, one_of, sampled_from

from interpreter.choices.attachments import attachments_of
from interpreter.game.game import Game
from interpreter.players.answers import numbering_of
from interpreter.players.observation import observer_of
from interpreter.simulation.unseen import looks_alike
from interpreter.state.layout import FRAME
from interpreter.state.state import StateError
from tests.support.plans import COVERS, SECRETS, SWARM, Plan, Recipe
from tests.support.strategies import RANDOMS, closed_games, plans, recipes, share

small_games = builds(Recipe, sampled_from([COVERS, SECRETS, SWARM]), players=integers(1, 2))

games = one_of(small_games, closed_games(), recipes())


@share(2)
@given(plans(games), RANDOMS)
def test_hidden_cards_change_nothing_that_a_player_observes(plan: Plan, random: Random) -> None:
    with plan.game() as game:
        for answer in plan.choices(game):
            _hold_secret(game, random)
            game.choose(answer)
        _hold_secret(game, random)


@share(1)
@given(plans(games))
def test_a_player_observes_what_his_view_shows(plan: Plan) -> None:
    with plan.game() as game:
        for answer in plan.choices(game):
            for player in range(plan.program.players):
                _hold_as_in_view(game, player)
            game.choose(answer)


@share(1)
@given(plans(games))
def test_a_number_means_the_same_in_every_state(plan: Plan) -> None:
    """Wherever nothing lies on cards, and no facts tell them apart, the number alone says the words."""
    numbering, varied = numbering_of(plan.program), bool(attachments_of(plan.program).varied)
    meant: dict[tuple[int, str], str] = {}
    with plan.game() as game:
        for answer in plan.choices(game):
            assert game.decision
            found = _numbered(game)
            assert sorted(found.values()) == list(range(game.option_count))
            for number, at in found.items():
                assert 0 <= number < numbering.size
                if number < numbering.others and not varied:
                    player, option = game.decision.player, game.decision.options[at]
                    assert meant.setdefault((number, player), option.id) == option.id
                    assert numbering.name(number)
            game.choose(answer)


def _observed(game: Game, player: int) -> dict[int, int]:
    asked = game.decision is not None and game.decision.player == "AB"[player]
    return observer_of(game.program).observed(game.program, list(game.state.flat), player, asked)


def _numbered(game: Game) -> dict[int, int]:
    assert game.decision
    block, player = game.state.flat[FRAME][0], "AB".index(game.decision.player)
    return numbering_of(game.program).numbered(game.program, block, game.picks, player)


def _hold_secret(game: Game, random: Random) -> None:
    program = game.program
    for player in range(program.players):
        try:
            other = Game.from_state(program, looks_alike(program, game.state, player, random.randrange))
        except StateError:  # with other cards, the other player would have had only one way, and not been asked
            continue
        assert _observed(other, player) == _observed(game, player)
        if game.decision and game.decision.player == "AB"[player]:
            assert _numbered(other) == _numbered(game)


def _hold_as_in_view(game: Game, player: int) -> None:
    """Every feature is within its bounds, and there are as many cards of each name as in the view."""
    observer, view = observer_of(game.program), game.view("AB"[player])
    seen: Counter[str] = Counter()
    for at, value in _observed(game, player).items():
        feature = observer.features[at]
        assert feature.least <= value <= feature.most, feature
        seen[feature.name] += value
    assert len({feature.name for feature in observer.features}) == len(observer.features)
    faces = {face.name for face in game.program.faces}
    for zone in view.zones:
        owned = zone.owner and game.program.players > 1
        name = f"{'AB'[zone.owner != view.player]}{zone.name[1:]}" if owned else zone.name
        assert seen[f"{name}: cards"] == zone.size
        assert sum(seen[f"{name}: {face}"] for face in faces) == len(zone.cards or ())
