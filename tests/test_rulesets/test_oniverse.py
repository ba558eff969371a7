"""What no scenario can show of the module `oniverse`, because it hangs on chance."""

from __future__ import annotations

import pytest

import dsl
from interpreter.game.game import Game

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
