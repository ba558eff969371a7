"""The lists of changes that make no difference to the games."""

from __future__ import annotations

from collections import Counter

import pytest

import dsl
from reverie.testing.mutation import Rules, mutants


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", dsl.rulesets())
def test_the_equivalent_mutants_are_there_and_have_a_reason(ruleset: str) -> None:
    rules = Rules.of(ruleset)
    every = list(mutants(rules.sources))
    there = Counter(mutant.listed for mutant in every)
    numbered = {mutant.numbered for mutant in every if there[mutant.listed] > 1}

    assert rules.equivalent
    for mutant, reason in rules.equivalent.items():
        assert mutant in there or mutant in numbered, "this mutant is gone: take it off the list"
        assert reason


@pytest.mark.parametrize("ruleset", dsl.rulesets())
def test_a_program_says_of_each_rule_with_steps_whether_it_acts(ruleset: str) -> None:
    every = dsl.modules_of(ruleset)
    programs = [dsl.load(ruleset, every, players, coverage=True) for players in (1, 2)]
    known = {(origin.span.file.name, origin.span.start) for program in programs for origin in program.origins}
    within = {(mutant.name, mutant.edit.within) for mutant in mutants(Rules.of(ruleset).sources)}
    missing = {(name, start) for name, start in within - known if start is not None}

    assert len(missing) < len(within) / 20, missing
