"""No value lies beyond the range that is known of it."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.program.expressions import Expr
from interpreter.choices.evaluate import Evaluator
from interpreter.native.ranges import ranges_of
from interpreter.state.layout import blank
from tests.support.bodies import CARDS, card_values, integers, table


@settings(max_examples=200)
@given(integers | card_values, st.integers(-1, CARDS - 1), st.integers(-3, 3))
def test_no_value_lies_beyond_its_range(expr: Expr, card: int, number: int) -> None:
    program = table([])
    local: list[int | bytes] = [card, card, card, number, bytes(range(3))]
    known = {index: (value, value) for index, value in enumerate(local) if isinstance(value, int)}
    found = ranges_of(program).of(expr, known)
    if found is not None:
        assert found[0] <= Evaluator(program).number(expr, blank(program, 1), local) <= found[1]
