"""Games that are linked for coverage link like others: recording a condition hides nothing of it."""

from __future__ import annotations

import pytest

import dsl


@pytest.mark.parametrize("ruleset", dsl.rulesets())
@pytest.mark.parametrize("players", [1, 2])
def test_all_modules_link_for_coverage(ruleset: str, players: int) -> None:
    modules = sorted(dsl.modules_of(ruleset))
    program = dsl.load(ruleset, modules, players, coverage=True)

    assert program.modules == tuple(modules)
