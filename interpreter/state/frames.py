"""Frames: the part of the state that belongs to a procedure which waits, or has called one which waits.

A frame holds a block, the frame below, and the locals of the procedure that may be read after a wait: its arguments,
the locals that instructions set, and those that an instruction or a choice reads. The other locals hold a value only
while an expression is evaluated, and are no part of a frame; `locals_in` gives them as 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, assert_never

from dsl.program.blocks import Block, CallAndWait, Choose, Fork, Jump, Return
from dsl.program.operators import free_locals
from dsl.program.program import Program
from interpreter.analysis.flow import shown_by, wanted_by
from interpreter.analysis.instructions import read_by, walk, written
from interpreter.analysis.memo import once_per_program

Frame = tuple[Any, ...]
"""(block, frame below or None, the values of its locals in ascending order)."""

FIRST_LOCAL = 2
"""The index of the first local in a frame."""


@once_per_program
def frame_locals(program: Program) -> tuple[tuple[int, ...], ...]:
    """For each procedure, the locals that its frames hold, in ascending order."""
    blocks: list[list[Block]] = [[] for _ in program.procedures]
    for block in program.blocks:
        blocks[block.procedure].append(block)
    return tuple(
        tuple(sorted({*range(procedure.parameters), *_set_or_read(own)}))
        for procedure, own in zip(program.procedures, blocks, strict=True)
    )


@once_per_program
def frame_slots(program: Program) -> tuple[Mapping[int, int], ...]:
    """For each procedure, the index in its frames of each local that they hold."""
    return tuple({local: FIRST_LOCAL + at for at, local in enumerate(held)} for held in frame_locals(program))


def frame_at(program: Program, block: int, below: Frame | None, local: Sequence[int | bytes]) -> Frame:
    """A frame with a block; `local` are all locals of its procedure."""
    return (block, below, *[local[each] for each in frame_locals(program)[program.blocks[block].procedure]])


def first_frame(program: Program, procedure: int, below: Frame | None, arguments: Sequence[int | bytes]) -> Frame:
    """A procedure's first frame, on top of `below`."""
    return frame_at(program, program.procedures[procedure].entry, below, first_locals(program, procedure, arguments))


def first_locals(program: Program, procedure: int, arguments: Sequence[int | bytes]) -> list[int | bytes]:
    """A procedure's locals when it begins: its arguments, then 0 or the empty list."""
    return [*arguments, *_blank_locals(program)[procedure][len(arguments) :]]


@once_per_program
def _blank_locals(program: Program) -> tuple[list[int | bytes], ...]:
    """For each procedure its locals, all of them 0 or the empty list."""
    empty = program.lists()
    return tuple([empty if local in each.lists else 0 for local in range(each.locals)] for each in program.procedures)


def locals_in(program: Program, frame: Frame) -> list[int | bytes]:
    """All locals of the procedure that a frame belongs to."""
    procedure = program.blocks[frame[0]].procedure
    local = first_locals(program, procedure, ())
    for index, at in frame_slots(program)[procedure].items():
        local[index] = frame[at]
    return local


def _set_or_read(blocks: Sequence[Block]) -> set[int]:
    """The locals that instructions set, and those that are read where they aren't bound."""
    return {local for block in blocks for local in _read(block)}.union(*(written(block.body) for block in blocks))


def _read(block: Block) -> Iterator[int]:
    for instruction in walk(block.body):
        yield from read_by(instruction)
    match block.last:
        case Fork(condition):
            yield from free_locals(condition)
        case CallAndWait(_, arguments):
            yield from (local for argument in arguments for local in free_locals(argument))
        case Choose():
            yield from _read_by_choice(block.last)
        case Jump() | Return():
            pass
        case _:
            assert_never(block.last)


def _read_by_choice(choice: Choose) -> Iterator[int]:
    about = [expr for each in choice.about for expr in (each.value, each.zone) if expr is not None]
    for expr in (choice.player, *(choice.rounds or ()), *(choice.sealed or ()), *about):
        yield from free_locals(expr)
    for option in choice.options:
        yield from wanted_by(option)
        yield from shown_by(option)
