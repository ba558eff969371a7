"""Scenarios from text, for tests of what plays them."""

from __future__ import annotations

from textwrap import dedent, indent

import dsl
from dsl.model.declarations import Example
from dsl.model.scenario import Scenario
from dsl.reading.read import read
from dsl.text.diagnostics import Problems


def scenario(lines: str) -> Scenario:
    """The scenario with these lines under its title."""
    text = 'scenario one "One thing follows"\n' + indent(dedent(lines).strip("\n"), "  ") + "\n"
    problems = Problems()
    model = read(dsl.SourceFile("one.rules", text), problems)
    assert problems.found == []
    (example,) = model.declarations
    assert isinstance(example, Example)
    return example.scenario
