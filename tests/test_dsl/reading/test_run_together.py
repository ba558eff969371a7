"""Names that were surely meant as several, whatever blanks stand between their words."""

from __future__ import annotations

import pytest

from dsl.reading.read import read_anew
from dsl.text.source import SourceFile


@pytest.mark.parametrize("blank", [" ", "   ", "\t"])
def test_values_that_are_run_together_are_reported(blank: str) -> None:
    _, problems = read_anew(SourceFile("a.rules", f"enum planet: mars{blank}venus\n"))
    assert [problem.message for problem in problems] == ["`mars venus` is a single value"]


@pytest.mark.parametrize("text", ["\f{}", "{}\f{}", "# c\n\f\f{}\f", "{}\n\f\n{}\f# c\n\f{}\n\f"])
def test_a_form_feed_hides_no_declaration(text: str) -> None:
    count = text.count("{}")
    zones = (f"zone {name}: heap, public\n" for name in "abc"[:count])
    model, problems = read_anew(SourceFile("a.rules", text.format(*zones)))
    assert (len(model.declarations), problems) == (count, ())
