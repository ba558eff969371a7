"""Cards are neither made nor lost, and the rules' own invariants hold (every game of a plan is checked for both)."""

from __future__ import annotations

from collections import Counter

from hypothesis import given

from dsl.program.program import Program
from dsl.program.setup import BACK
from interpreter.game.game import Game
from interpreter.state.wording import FACE_DOWN
from tests.support.plans import Plan
from tests.support.strategies import plans, share


@share(1)
@given(plans())
def test_cards_are_conserved(plan: Plan) -> None:
    stock = _stock(plan.program)
    with plan.game() as game:
        for answer in plan.choices(game):
            assert _lying(game) == stock
            game.choose(answer)
        assert _lying(game) == stock


@share(0.5)
@given(plans())
def test_what_a_player_sees_is_what_there_is(plan: Plan) -> None:
    with plan.game() as game:
        for answer in plan.choices(game):
            lying = _by_zone(game)
            for player in "AB"[: plan.recipe.players]:
                for zone in game.view(player).zones:
                    if zone.cards is not None:
                        shown = Counter(_face(card, plan.program) for card in zone.cards)
                        assert shown == lying[zone.name], zone.name
            game.choose(answer)


def _stock(program: Program) -> Counter[str]:
    stock = Counter[str]()
    for face in program.faces:
        stock[face.name] += face.total
    return stock


def _face(card: str, program: Program) -> str:
    """A card's own name, without the words of its facts and what lies on it."""
    if card == FACE_DOWN:
        return BACK
    names = {face.name for face in program.faces}
    own = card.partition(" + ")[0].partition(" (")[0]
    while own and own not in names:
        own = own.rpartition(" ")[0]
    return own


def _lying(game: Game) -> Counter[str]:
    return sum(_by_zone(game).values(), Counter())


def _by_zone(game: Game) -> dict[str, Counter[str]]:
    """The names of the cards in each zone, from the written state."""
    written = game.state.to_json()
    return {zone: Counter(card.partition(" #")[0] for card in cards) for zone, cards in written["zones"].items()}
