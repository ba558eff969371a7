"""Choices that nobody knows yet but the player who made them: all players choose at once, and some haven't chosen yet.

The state holds such a choice in locals that nothing shows. Its answer stands in the record of the game like any other.
"""

from __future__ import annotations

from itertools import islice

from dsl.program.blocks import Choose
from dsl.program.expressions import Local
from dsl.program.program import Program
from interpreter.reference.record import Record
from interpreter.state.frames import Frame, locals_in


def sealing(program: Program, block: int) -> bool:
    """Whether all players choose at once at the question of a block."""
    return _before(program, block) is not None


def sealed_answers(program: Program, record: Record, frame: Frame) -> int:
    """How many of the last answers belong to the round of questions in which the question of a frame stands.

    Players without an option gave none. A game that began within the round has recorded only the answers since then.
    """
    held = locals_in(program, frame)
    chosen = sum(held[each.index] != 0 for each in _before(program, frame[0]) or ())
    return sum(1 for _ in islice(record.backwards(), chosen))


def _before(program: Program, block: int) -> tuple[Local, ...] | None:
    """The choices of the players who were asked before in a round of questions; None at any other question."""
    last = program.blocks[block].last
    return last.sealed if isinstance(last, Choose) else None
