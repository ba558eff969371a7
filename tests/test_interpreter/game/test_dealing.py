"""Cards that are laid on top of what is shuffled before the first decision."""

from __future__ import annotations

import pytest

import dsl
from interpreter.game.game import Game
from interpreter.game.replay import Save, SaveError, rerun, save_of
from tests.support.tiny import compiled

FERRY = "docs/tutorial/ferry"
TOP = ("red 1", "blue 4", "green 2", "red 2")


@pytest.mark.parametrize("reference", [False, True])
def test_the_cards_come_in_this_order_whatever_the_seed(reference: bool) -> None:
    program = dsl.load(FERRY)
    for seed in range(5):
        zones = Game(program, seed, reference=reference, deal=TOP).state.zones
        assert {"red 1", "green 2"} <= set(zones["A hand"])
        assert {"blue 4", "red 2"} <= set(zones["B hand"])


def test_the_seed_decides_what_lies_below() -> None:
    program = dsl.load(FERRY)
    hands = {Game(program, seed, deal=TOP).state.zones["A hand"] for seed in range(10)}
    assert len(hands) > 1


def test_both_executors_deal_alike_and_go_on_alike() -> None:
    program = dsl.load("onirim", ["oniverse", "towers"])
    deal = ("cyclobot", "red key", "nightmare", "red key")
    for seed in range(5):
        fast, traced = (Game(program, seed, reference=each, deal=deal) for each in (False, True))
        while fast.decision:
            assert fast.state == traced.state
            assert fast.decision == traced.decision
            fast.choose(0)
            traced.choose(0)
        assert fast.outcome == traced.outcome
        assert traced.trace
        assert not fast.trace


def test_a_card_goes_to_the_first_zone_that_is_shuffled_and_holds_it() -> None:
    zones = Game(dsl.load("urbion"), 3, deal=("fire-air city", "chaos", "earth-fire city")).state.zones
    assert (zones["city 1"], zones["city 2"]) == (("fire-air city",), ("earth-fire city",))
    assert "chaos" in (*zones["city 1 left"], *zones["city 1 right"])


def test_a_line_is_laid_out_from_the_left() -> None:
    zones = Game(dsl.load("onirim", ["book"]), 3, deal=("blue goal", "red goal")).state.zones
    assert zones["goals"][:2] == ("blue goal", "red goal")


def test_more_copies_than_there_are_change_nothing() -> None:
    program = dsl.load(FERRY)
    assert Game(program, 1, deal=("red 1", "red 1")).state == Game(program, 1, deal=("red 1",)).state


def test_a_card_that_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^no card is called `rde 1` \(did you mean `red 1`\?\)$"):
        Game(dsl.load(FERRY), 1, deal=["rde 1"])


def test_a_saved_game_says_what_was_dealt() -> None:
    program = dsl.load(FERRY)
    game = Game(program, 1, deal=TOP)
    for _ in range(3):
        game.choose(0)
    save = save_of(game)
    assert save.header.deal == TOP
    again = rerun(program, Save.from_text(save.to_text()))
    assert (again.problem, again.game.state, again.game.deal) == ("", game.state, TOP)
    assert '"deal"' not in save_of(Game(program, 1)).to_text()
    with pytest.raises(SaveError, match="`deal` should be a list of cards"):
        Save.from_text(save.to_text().replace('"deal": ["red 1"', '"deal": [7'))


def test_a_copy_has_the_deal_of_its_game() -> None:
    game = Game(dsl.load(FERRY), 1, deal=TOP)
    assert game.copy().deal == TOP


def test_games_programs_and_states_are_told_on_a_line() -> None:
    program = dsl.load("onirim", ["book"], 2)
    game = Game(program, 7, deal=["red key"])
    game.choose(0)
    for each in (program, game, game.state):
        assert len(repr(each)) < 400
        assert "\n" not in repr(each)
    assert repr(program) == "<Program onirim with book for 2, edition third, spells normal, talk open>"
    assert repr(game).startswith(f"<Game of {program.called}, seed 7 and red key on top: 1 answers, at `")
    while game.decision:
        game.choose(0)
    assert repr(game).endswith(", lost>")


@pytest.mark.parametrize("seed", range(4))
def test_only_the_first_shuffle_of_a_zone_lays_cards(seed: int) -> None:
    program = compiled("card gem is piece, 1 in spot\nafter setup\n  move some gem in spot to deck\n  shuffle deck\n")
    assert Game(program, seed, deal=("gem",)).state == Game(program, seed, reference=True).state
