"""The locals that hold cards packed in a number (see `Unpacked`), which needs more than 64 bits.

These are the cards of selections, and every local that is computed from one, as an argument, too.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.program.blocks import CallAndWait, Choose, Parameter
from dsl.program.expressions import Binary, Expr, If, Int, Local
from dsl.program.instructions import Call, Instruction, SetLocal
from dsl.program.program import Program
from interpreter.analysis.instructions import walk
from interpreter.analysis.memo import once_per_program

LARGEST = 1 << 63
"""Numbers from here on need more than 64 bits."""

Packed = frozenset[tuple[int, int]]
"""Locals, each with its procedure."""


def is_packed(expr: Expr, packed: frozenset[int]) -> bool:
    """Whether the value of a number may be packed cards, given the locals that are; a remainder never is."""
    match expr:
        case Local(index):
            return index in packed
        case Int(value):
            return not -LARGEST <= value < LARGEST
        case If(_, then, otherwise):
            return is_packed(then, packed) or is_packed(otherwise, packed)
        case Binary("+" | "-" | "*" | "//", left, right):
            return is_packed(left, packed) or is_packed(right, packed)
        case _:
            return False


@once_per_program
def packed_locals(program: Program) -> Packed:
    """The locals of a program that hold packed cards."""
    found = {(procedure, parameter.card) for procedure, parameter in parameters(program) if parameter.most}
    given = list(given_values(program)) if found else []
    while True:
        more = {
            target
            for procedure, target, value in given
            if target not in found and is_packed(value, frozenset(local for each, local in found if each == procedure))
        }
        if not more:
            return frozenset(found)
        found |= more


def bodies(program: Program) -> Iterator[tuple[int, tuple[Instruction, ...]]]:
    """All bodies of instructions, each with its procedure."""
    yield from ((block.procedure, block.body) for block in program.blocks)
    yield from ((number, procedure.body) for number, procedure in enumerate(program.procedures))


def parameters(program: Program) -> Iterator[tuple[int, Parameter]]:
    """All parameters of options, each with its procedure."""
    for block in program.blocks:
        for option in block.last.options if isinstance(block.last, Choose) else ():
            yield from ((block.procedure, parameter) for parameter in option.parameters)


def given_values(program: Program) -> Iterator[tuple[int, tuple[int, int], Expr]]:
    """All values that locals are given: the procedure in which that happens, the local, and the value."""
    for procedure, body in bodies(program):
        for each in walk(body):
            if isinstance(each, SetLocal):
                yield procedure, (procedure, each.local), each.value
            elif isinstance(each, Call):
                yield from _arguments(procedure, each)
    for block in program.blocks:
        if isinstance(block.last, CallAndWait):
            yield from _arguments(block.procedure, block.last)


def _arguments(procedure: int, call: Call | CallAndWait) -> Iterator[tuple[int, tuple[int, int], Expr]]:
    for local, value in enumerate(call.arguments):
        yield procedure, (call.procedure, local), value
