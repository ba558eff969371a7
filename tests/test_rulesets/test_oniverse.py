"""What no scenario can show of the module `oniverse`: what depends on chance, and its texts."""

from __future__ import annotations

import pytest

import dsl
from interpreter.game.game import Game
from repl.session import rulebook

MODULES = [["oniverse"], ["book", "glyphs", "oniverse", "premonitions"]]


@pytest.mark.parametrize("modules", MODULES, ids=",".join)
@pytest.mark.parametrize("players", [1, 2])
def test_half_of_the_denizens_leave_the_game_face_down(modules: list[str], players: int) -> None:
    """O-V1: eight at random go into the deck; nobody sees the others, and they are no part of the box."""
    program = dsl.load("onirim", modules=modules, players=players)
    denizens = {i for i, face in enumerate(program.faces) if "denizen" in face.kinds}
    names = [place.family for place in program.places]
    begin = program.begin[names.index("stock")]
    assert len([card for card in begin if card in denizens]) == 16

    for seed in range(20):
        game = Game(program, seed)
        zones = {zone.name: zone for zone in game.view("A").zones}
        assert (zones["stock"].size, zones["stock"].cards) == (8, None)
        assert zones["box"].size == 0
        assert zones["denizens"].size == 0


def test_which_denizens_take_part_is_drawn_for_each_game() -> None:
    program = dsl.load("onirim", modules=["oniverse"], players=1)
    states = [Game(program, seed).state.to_json() for seed in range(10)]
    stock = [str(state["zones"]["stock"]) for state in states]

    assert len(set(stock)) > 1


def test_help_says_when_chaos_is_spent_for_nothing() -> None:
    """O-V4, O-K2: a door found for a set of another colour is compared with the next goal like any other."""
    alone, both = (dsl.load("onirim", modules) for modules in (["oniverse"], ["book", "oniverse"]))
    texts = [" ".join(each.text for each in rulebook.matching(program, "chromatic chaos")) for program in (alone, both)]
    assert ["goal" in text and "limbo" in text for text in texts] == [False, True]
