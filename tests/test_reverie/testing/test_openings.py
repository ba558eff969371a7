"""How drawn games are opened: nearer to victory, and to its end."""

from __future__ import annotations

import pytest

from interpreter import Game, Generator
from reverie.testing import Case
from reverie.testing.openings import Manner, by_modules, to_victory, towards_the_end
from tests.support.flawed import write_wells

LAID = ("bag: coin, pearl, pearl", "hand: ruby, ruby, coin", "well: " + ", ".join(["pearl"] * 4 + ["ruby"] * 3))


@pytest.fixture(scope="module")
def wells(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(write_wells(tmp_path_factory.mktemp("wells") / "wells"))


def opened(game: Game, manner: Manner, most: int) -> Game:
    """A game after the answers of a manner."""
    other = game.copy()
    for index in manner(game.copy(), Generator(1).below, most):
        other.choose(index)
    return other


def test_a_game_that_can_be_won_is_won(wells: str) -> None:
    game = opened(Case(wells, laid=LAID).dealt(), to_victory, 100)
    assert game.outcome
    assert game.outcome.status == "won"
    assert len(game.history) >= 2
    assert opened(Case(wells, laid=LAID).dealt(), to_victory, 1).outcome is None


def test_answers_bring_the_game_nearer_to_its_end(wells: str) -> None:
    game = opened(Case(wells, laid=LAID[:2]).dealt(), towards_the_end, 2)
    assert len(game.history) <= 2
    assert game.state.zones["well"]


def test_each_form_of_words_is_tried_as_often() -> None:
    """Many cards can be played and few other things done: half of the answers are these."""
    begun = Case("onirim", seed=1).dealt()
    forms = {option.form for option in begun.decision.options} if begun.decision else set()
    first = [next(by_modules(begun.copy(), Generator(number).below, 1)) for number in range(60)]
    given = [begun.decision.options[at].form for at in first] if begun.decision else []
    assert forms == set(given)
