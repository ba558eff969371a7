"""How the blocks of a program hang together.

Some blocks are run as a part of the one before: those that only one other block goes on to, and those that are
tiny. Generated code writes them out where they are reached; both executors leave them out when they count the
steps between two decisions, so that a runaway game stops at the same point in both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from dsl.program import Block, CallAndWait, Choose, Fork, Jump, Program, Return
from interpreter.memo import once_per_program

TINY = 1


def goes_on(block: Block) -> Iterator[int]:
    """The blocks of the same procedure that a block may go on with, without waiting or returning in between."""
    match block.last:
        case Jump(target):
            yield target
        case Fork(_, then, otherwise, _):
            yield from (then, otherwise)
        case Choose(empty=empty, must=must, quiet=quiet):
            if quiet or not must:
                yield empty
        case Return() | CallAndWait():
            pass


def resumed(block: Block) -> Iterator[int]:
    """The blocks that are reached after a block has waited."""
    match block.last:
        case CallAndWait(block=target):
            yield target
        case Choose(options=options):
            yield from (option.block for option in options)
        case Jump() | Fork() | Return():
            pass


@once_per_program
def outer_blocks(program: Program) -> frozenset[int]:
    """The blocks that are reached from outside their procedure or after waiting."""
    entries = {procedure.entry for procedure in program.procedures if procedure.waits}
    return frozenset(entries | {program.turns} | {target for block in program.blocks for target in resumed(block)})


@once_per_program
def joined_blocks(program: Program) -> frozenset[int]:
    """The blocks that are a part of the block before, whenever they are reached by going on."""
    outer = outer_blocks(program)
    before = Counter(target for block in program.blocks for target in goes_on(block))
    single = {number for number in range(len(program.blocks)) if before[number] == 1 and number not in outer}
    small = {
        number
        for number, block in enumerate(program.blocks)
        if number != program.turns and len(block.body) <= TINY and isinstance(block.last, Return | CallAndWait)
    }
    passing = {
        number
        for number, block in enumerate(program.blocks)
        if number != program.turns and not block.body and isinstance(block.last, Jump)
    }
    tails = {number for number in passing if not {*goes_on(program.blocks[number])} & (single | small | passing)}
    return frozenset(single | small | tails)
