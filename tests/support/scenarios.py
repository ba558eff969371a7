"""Scenarios from text, for tests of what plays them."""

from __future__ import annotations

from textwrap import dedent, indent

import dsl
from dsl.diagnostics import Problems
from dsl.library import read
from dsl.model import Example
from dsl.scenario import Scenario


def scenario(lines: str) -> Scenario:
    """The scenario with these lines under its title."""
    text = 'scenario one "One thing follows"\n' + indent(dedent(lines).strip("\n"), "  ") + "\n"
    problems = Problems()
    model = read(dsl.SourceFile("one.rules", text), problems)
    assert problems.found == []
    (example,) = model.declarations
    assert isinstance(example, Example)
    return example.scenario
