"""Which procedures generated code inlines, and which of their instructions it drops.

This is about procedures that can't wait. Small ones are inlined where they are called. Their locals end with them, so
values that nothing reads are never set.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from dsl.program.instructions import Branch, Call, Draw, ForEach, Instruction, Pick, Roll, SetLocal, While
from dsl.program.operators import is_cheap
from dsl.program.program import Program
from interpreter.analysis.instructions import read_by, walk
from interpreter.analysis.memo import once_per_program

SMALL = 4
"""Most instructions, those of called procedures included, that may be inlined in several places."""


def trimmed(body: Sequence[Instruction]) -> tuple[tuple[Instruction, ...], frozenset[int]]:
    """A procedure's instructions without assignments of cheap values that nothing reads.

    Also the locals whose initial values are read.
    """
    live = set[int]()
    kept = _trimmed(body, live)
    return kept, frozenset(live)


def _trimmed(body: Sequence[Instruction], live: set[int]) -> tuple[Instruction, ...]:
    """Instructions after which the locals in `live` are read; `live` becomes the locals read before them."""
    kept: list[Instruction] = []
    for each in reversed(body):
        match each:
            case SetLocal(local, value) if local not in live and is_cheap(value):
                continue
            case SetLocal(local) | Draw(local) | Roll(local) | Pick(local):
                live.discard(local)
            case Branch(_, then, otherwise):
                also = set(live)
                each = attrs.evolve(each, then=_trimmed(then, live), otherwise=_trimmed(otherwise, also))
                live |= also
            case While() | ForEach():
                live |= read_by(each).union(*(read_by(inner) for inner in walk(each.body)))
                each = attrs.evolve(each, body=_trimmed(each.body, set(live)))
            case _:
                pass
        live |= read_by(each)
        kept.append(each)
    return tuple(reversed(kept))


@once_per_program
def small_procedures(program: Program) -> frozenset[int]:
    """The procedures to inline where they are called: few instructions, no loop, no recursion."""
    bodies = {
        number: list(walk(trimmed(procedure.body)[0]))
        for number, procedure in enumerate(program.procedures)
        if not procedure.waits
    }
    sizes: dict[int, int] = {}
    while True:  # each round finds the procedures that call only those found before
        more = {number: _size(body, sizes) for number, body in bodies.items() if number not in sizes}
        found = {number: size for number, size in more.items() if size is not None}
        if not found:
            return frozenset(number for number, size in sizes.items() if size <= SMALL)
        sizes |= found


def _size(instructions: Sequence[Instruction], sizes: Mapping[int, int]) -> int | None:
    """The number of instructions with called small procedures inlined; None: not known yet."""
    called = [each.procedure for each in instructions if isinstance(each, Call)]
    if any(procedure not in sizes for procedure in called):
        return None
    if any(isinstance(each, While | ForEach) for each in instructions):
        return SMALL + 1
    return len(instructions) + sum(sizes[each] - 1 for each in called if sizes[each] <= SMALL)
