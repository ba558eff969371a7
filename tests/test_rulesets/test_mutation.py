"""The lists of changes that make no difference to the games."""

from __future__ import annotations

import pytest

import dsl
from reverie.testing.mutation import Rules, mutants


@pytest.mark.parametrize("ruleset", dsl.rulesets())
def test_the_equivalent_mutants_are_there_and_have_a_reason(ruleset: str) -> None:
    rules = Rules.of(ruleset)
    there = {mutant.listed for mutant in mutants(rules.sources)}

    assert rules.equivalent
    for mutant, reason in rules.equivalent.items():
        assert mutant in there, "this mutant is gone: take it off the list"
        assert reason
