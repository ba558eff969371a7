"""Games whose rules are counted are put together like others: what notes a condition hides nothing of it."""

from __future__ import annotations

import pytest

import dsl


@pytest.mark.parametrize("ruleset", dsl.rulesets())
@pytest.mark.parametrize("players", [1, 2])
def test_all_modules_can_be_counted(ruleset: str, players: int) -> None:
    modules = sorted(dsl.modules_of(ruleset))
    program = dsl.load(ruleset, modules, players, counted=True)

    assert program.modules == tuple(modules)
