"""Which sets of modules are drawn: few of several modules, so that each two are in one."""

from __future__ import annotations

from itertools import combinations

import pytest

from reverie.testing.strategies import TOGETHER, blocks


@pytest.mark.parametrize("count", range(12))
def test_each_two_modules_are_in_a_larger_set(count: int) -> None:
    names = tuple("hgfedcbalkji"[:count])
    found = blocks(names)
    together = {pair for block in found for pair in combinations(sorted(block), 2)}
    assert together == set(combinations(sorted(names), 2))
    assert all(len(block) == min(TOGETHER, count) == len(set(block)) for block in found)


def test_the_larger_sets_are_few() -> None:
    assert len(blocks(tuple("abcdefgh"))) <= 9
