"""The contents of a list of instructions: the instructions within it, and the locals that they read and set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from dsl.program.instructions import Branch, Draw, ForEach, Instruction, Pick, Roll, SetLocal, While
from dsl.program.operators import free_locals, operands


def walk(body: Iterable[Instruction]) -> Iterator[Instruction]:
    """Every instruction, and every one within it."""
    for each in body:
        yield each
        match each:
            case Branch(_, then, otherwise):
                yield from walk((*then, *otherwise))
            case While(_, inner) | ForEach(_, _, inner):
                yield from walk(inner)
            case _:
                pass


def written(body: Sequence[Instruction]) -> frozenset[int]:
    """The locals that instructions set."""
    return frozenset(each.local for each in walk(body) if isinstance(each, SetLocal | Draw | Roll | Pick | ForEach))


def read_by(instruction: Instruction) -> set[int]:
    """The locals that an instruction reads itself, without the instructions within it."""
    return {local for part in operands(instruction) for local in free_locals(part)}
