"""Choices that nobody knows yet but the player who made them: all players choose at once, and some haven't chosen yet.

The state holds such a choice in locals that nothing shows. Its answer stands in the record of the game like any other.
"""

from __future__ import annotations

from dsl.program.blocks import Choose
from dsl.program.program import Program
from interpreter.reference.record import Record


def sealing(program: Program, block: int) -> bool:
    """Whether all players choose at once at the question of a block."""
    return _question(program, block) is not None


def sealed_answers(program: Program, record: Record, block: int) -> int:
    """How many of the last answers belong to the round of questions in which a block's question stands."""
    now, count = _question(program, block), 0
    for link in record.backwards():
        before = _question(program, link.block)
        if not now or not before or before[0] != now[0] or before[1] >= now[1]:
            break
        now, count = before, count + 1
    return count


def _question(program: Program, block: int) -> tuple[int, int] | None:
    """The round of questions, and the place in it."""
    last = program.blocks[block].last
    return last.sealed if isinstance(last, Choose) else None
