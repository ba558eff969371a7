"""Changes of zones in C that meet a pile without an order, or the zone from which they come: as in Python."""

from __future__ import annotations

import pytest

from dsl.program.expressions import Expr, Int, Slice, Zone
from dsl.program.instructions import Draw, Exchange, Expose, Instruction, Move, MoveAll, Shuffle
from interpreter.generated.executor import compiled
from interpreter.state.layout import blank
from tests.support.bodies import CARD, ZONES, table
from tests.support.lockstep import outcome_of
from tests.support.natively import native

PILE, OTHER_PILE, LINE, OTHER_LINE, HEAP, _ = range(len(ZONES))
LOOSE: list[Instruction] = [Shuffle(Int(PILE), 0), Shuffle(Int(OTHER_PILE), 0)]


def to(target: int, source: int, cards: Expr, end: str) -> Instruction:
    return MoveAll(cards, Int(source), Int(target), end, 0)


def last(zone: int, count: int) -> Expr:
    return Slice(Zone(Int(zone)), Int(-count), None)


BODIES: dict[str, list[Instruction]] = {
    "cards of two piles are exchanged": [*LOOSE, Exchange(Int(3), Int(PILE), Int(4), Int(OTHER_PILE), 0)],
    "a card is exchanged for one of a pile": [*LOOSE, Exchange(Int(2), Int(HEAP), Int(4), Int(OTHER_PILE), 0)],
    "a card of a pile is exchanged for another": [*LOOSE, Exchange(Int(4), Int(OTHER_PILE), Int(2), Int(HEAP), 0)],
    "a card goes under a pile": [*LOOSE, Move(Int(3), Int(PILE), Int(OTHER_PILE), "first", 0)],
    "cards go under a pile": [*LOOSE, to(OTHER_PILE, PILE, Zone(Int(PILE)), "first")],
    "a pile that loses all is filled anew": [
        *LOOSE,
        to(LINE, PILE, Zone(Int(PILE)), "last"),
        to(PILE, LINE, Zone(Int(LINE)), "last"),
        Draw(CARD, Int(PILE), Int(OTHER_LINE), 0),
    ],
    "the top of a pile goes under it": [
        *LOOSE,
        Expose(Int(OTHER_PILE), Int(3), 0),
        to(OTHER_PILE, OTHER_PILE, last(OTHER_PILE, 3), "first"),
    ],
    "the end of a line becomes its beginning": [
        *LOOSE,
        to(LINE, OTHER_PILE, Zone(Int(OTHER_PILE)), "last"),
        to(LINE, LINE, last(LINE, 4), "first"),
    ],
    "many cards of a pile get an order": [
        *(to(PILE, zone, Zone(Int(zone)), "last") for zone in (OTHER_PILE, HEAP)),
        Shuffle(Int(PILE), 0),
        Expose(Int(PILE), Int(12), 0),
    ],
}


@pytest.mark.parametrize("name", BODIES)
def test_a_change_is_that_of_python(name: str) -> None:
    program = table(BODIES[name])
    plays = native(program)
    for seed in range(4):
        game = plays.game()
        game.begin(blank(program, seed))
        state, _, fault = outcome_of(program, compiled(program), seed)
        assert game.state() == state, fault
