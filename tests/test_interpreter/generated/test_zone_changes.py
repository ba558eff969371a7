"""Cards that leave a pile, of which only the top is in order, leave it as the reference says, wherever they go."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from dsl.program.expressions import Int, Zone
from dsl.program.instructions import Draw, Expose, Instruction, Move, MoveAll, Shuffle
from tests.support.bodies import CARD, ZONES, table
from tests.support.lockstep import same_start

PILE, LINE, HEAP = (ZONES.index(shape) for shape in ("pile", "line", "heap"))
OTHER = PILE + 1


def _moved(card: int, target: int, end: str) -> Instruction:
    return Move(Int(card), Int(PILE), Int(target), end, 0)


CHANGES: dict[str, Callable[[int, str], Instruction]] = {
    "whole": lambda target, end: MoveAll(Zone(Int(PILE)), Int(PILE), Int(target), end, 0),
    "drawn": lambda target, _: Draw(CARD, Int(PILE), Int(target), 0),
    **{f"card {card}": partial(_moved, card) for card in table([]).begin[PILE]},
}


@pytest.mark.parametrize("ordered", range(4))
@pytest.mark.parametrize("change", CHANGES)
def test_a_pile_in_order_at_its_top(change: str, ordered: int) -> None:
    for target in (OTHER, LINE, HEAP):
        for end in ("first", "last"):
            same_start(table([Shuffle(Int(PILE), 0), Expose(Int(PILE), Int(ordered), 0), CHANGES[change](target, end)]))
