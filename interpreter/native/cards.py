"""The locals that always hold a card, no card, or another number in that range: they need no test as an index."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.program.expressions import Expr, Int
from dsl.program.instructions import Draw, ForEach, Pick, Roll
from dsl.program.program import Program
from interpreter.analysis.instructions import walk
from interpreter.analysis.memo import once_per_program
from interpreter.native.packed import bodies, given_values, packed_locals, parameters
from interpreter.native.ranges import Range, ranges_of

Place = tuple[int, int]
"""A local and its procedure, the procedure first."""


@once_per_program
def card_locals(program: Program) -> frozenset[Place]:
    """The locals whose value is always from -1 to the greatest id of a card."""
    ranges, last = ranges_of(program), len(program.faces) - 1
    given = [*((*each, False) for each in given_values(program)), *_bound(program)]
    left = {
        (number, local)
        for number, procedure in enumerate(program.procedures)
        for local in range(procedure.locals)
        if local not in procedure.lists
    } - packed_locals(program)
    left -= {place for place, value in _others(program) if not _fits(value, last)}
    while True:
        known: dict[int, dict[int, Range | None]] = {}
        for procedure, local in left:
            known.setdefault(procedure, {})[local] = (-1, last)
        wrong = {
            target
            for procedure, target, value, member in given
            if target in left
            and not _fits((ranges.of_members if member else ranges.of)(value, known.get(procedure, {})), last)
        }
        if not wrong:
            return frozenset(left)
        left -= wrong


def _fits(found: Range | None, last: int) -> bool:
    return found is not None and found[0] >= -1 and found[1] <= last


def _bound(program: Program) -> Iterator[tuple[int, Place, Expr, bool]]:
    """The locals that are given a card of a list, or a value of a parameter."""
    for procedure, body in bodies(program):
        for each in walk(body):
            if isinstance(each, ForEach):
                yield procedure, (procedure, each.local), each.cards, True
            elif isinstance(each, Pick):
                yield procedure, (procedure, each.local), each.members, True
                yield procedure, (procedure, each.local), Int(each.none), False
    for procedure, parameter in parameters(program):
        if not parameter.most:
            for source in parameter.sources:
                yield procedure, (procedure, parameter.card), source.cards, True
        for value in parameter.values:
            yield procedure, (procedure, parameter.card), Int(value), False


def _others(program: Program) -> Iterator[tuple[Place, Range | None]]:
    """The ranges of locals that are given something else."""
    last = len(program.faces) - 1
    for procedure, body in bodies(program):
        for each in walk(body):
            if isinstance(each, Draw):
                yield (procedure, each.local), (-1, last)
            elif isinstance(each, Roll):
                yield (procedure, each.local), None
    for procedure, parameter in parameters(program):
        most = 1 << 60 if parameter.most else len(program.places) - 1
        yield (procedure, parameter.zone), (0, most)
        if parameter.place >= 0:
            yield (procedure, parameter.place), None
