"""Operators mean the same in every executor, whatever the signs, and whichever side is known before the game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import attrs
import pytest

from dsl.program.blocks import Choose, Return
from dsl.program.expressions import Binary, Expr, Int, Number
from dsl.program.instructions import Instruction, SetNumber
from dsl.program.operators import OPERATORS
from dsl.program.program import Program
from interpreter.state.layout import blank, layout_of
from tests.support.builder import Builder, way
from tests.support.lockstep import same_start
from tests.support.natively import native

SIGNED = range(-3, 4)
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")

Computed = tuple[Expr, int]
"""An expression, and its value."""


@pytest.fixture(scope="module")
def computed() -> tuple[Program, list[int]]:
    """A game that computes all operators for all pairs of small numbers, and the values."""
    b = Builder()
    b.zone("line", "line")
    unknown = {value: Number(Int(b.number(f"number {value}", value))) for value in SIGNED}
    found = [*_of_two(unknown), *_of_what_is_left(unknown)]
    body: list[Instruction] = [SetNumber(Int(b.number(f"result {at}")), each, 0) for at, (each, _) in enumerate(found)]
    b.counters = [attrs.evolve(each, minimum=-99) for each in b.counters]
    main = b.declare()
    first, end = b.block(2)
    stop = Choose(b.prompt("stop"), Int(0), (way("this", block=end), way("that", block=end)), end, True, 0, 0)
    b.waiting(main, "only", [(first, body, stop), (end, [], Return())])
    return b.program(main, first), [value for _, value in found]


def _of_two(unknown: dict[int, Number]) -> Iterator[Computed]:
    for (operator, function), left, right in product(OPERATORS.items(), SIGNED, SIGNED):
        one: tuple[Expr, Expr] = (unknown[left], Int(left))
        other: tuple[Expr, Expr] = (unknown[right], Int(right))
        for sides in product(one, other):
            yield Binary(operator, *sides), int(function(left, right))


def _of_what_is_left(unknown: dict[int, Number]) -> Iterator[Computed]:
    """Comparisons of what is left of a known number, which executors turn round."""
    for operator, left, right in product(COMPARISONS, SIGNED, SIGNED):
        yield (
            Binary(operator, Binary("-", Int(2), unknown[left]), Int(right)),
            int(OPERATORS[operator](2 - left, right)),
        )


def test_in_python(computed: tuple[Program, list[int]]) -> None:
    program, values = computed
    assert _results(program, same_start(program), len(values)) == values


def test_in_c(computed: tuple[Program, list[int]]) -> None:
    program, values = computed
    game = native(program).game()
    game.begin(blank(program, 0))
    assert _results(program, game.state(), len(values)) == values


def _results(program: Program, s: list[int], count: int) -> list[int]:
    end = layout_of(program).numbers + len(program.counters)
    return s[end - count : end]
