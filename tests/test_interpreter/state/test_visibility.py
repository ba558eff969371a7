from __future__ import annotations

import pytest

from dsl.program.blocks import Return
from dsl.program.program import Program
from interpreter.state.layout import Flat, blank, layout_of
from interpreter.state.visibility import looker, sees
from tests.support.builder import Builder

OPEN, OWN, CLOSED, SEEN = range(4)


def table(open_hands: bool = False) -> Program:
    """Four zones: for all players, for player A, for nobody, and one that a player can look into."""
    b = Builder(players=2, open_hands=open_hands)
    b.zone("open", "heap", "public")
    b.zone("A hand", "heap", "private", owner=0)
    b.zone("closed", "pile", "hidden")
    b.zone("seen", "line", "public", looker=b.number("looker"), looked_from=CLOSED)
    main, (block,) = b.declare(), b.block(1)
    b.waiting(main, "game", [(block, [], Return())])
    return b.program(main, block)


def looking(program: Program, player: int) -> Flat:
    """A state in which a player (from 1) looks at cards; 0: nobody does."""
    s = blank(program, 0)
    s[layout_of(program).numbers + program.places[SEEN].looker] = player
    return s


@pytest.mark.parametrize(("player", "zones"), [(0, {OPEN, OWN, SEEN}), (1, {OPEN, SEEN})])
def test_a_player_sees_public_zones_and_a_hand_of_its_own(player: int, zones: set[int]) -> None:
    program = table()
    s = looking(program, 0)
    assert {zone for zone in range(4) if sees(program, s, player, zone)} == zones


def test_open_hands_are_seen_by_all() -> None:
    program = table(open_hands=True)
    assert sees(program, looking(program, 0), 1, OWN)


def test_cards_that_a_player_looks_at_are_hidden_from_the_others() -> None:
    program = table()
    s = looking(program, 2)
    assert looker(program, s, program.places[SEEN]) == 2
    assert [sees(program, s, player, SEEN) for player in (0, 1)] == [False, True]
    assert looker(program, s, program.places[OPEN]) == 0
