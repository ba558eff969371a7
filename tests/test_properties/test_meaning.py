"""Both executors have one meaning: random bodies of rules do the same in both."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dsl.program.instructions import Instruction
from tests.support.bodies import instructions, table
from tests.support.lockstep import same_start
from tests.support.strategies import share


@share(2)
@given(st.lists(instructions, min_size=5, max_size=30), st.integers(0, 5))
def test_a_body_does_the_same_in_both_executors(body: list[Instruction], seed: int) -> None:
    same_start(table(body), seed)
