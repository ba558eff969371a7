"""Scenarios as they are read from a file."""

from __future__ import annotations

from pathlib import Path

import pytest

import dsl

TWICE = """\
scenario first "One"
  then
    refused

scenario first "Another"
  then
    refused
"""


def test_scenarios_have_ids_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "twice.rules"
    path.write_text(TWICE)

    with pytest.raises(dsl.CompileError) as caught:
        dsl.scenarios(path)

    (problem,) = caught.value.problems
    assert problem.code == "declared-twice"
    assert problem.span is not None
    assert problem.span.line == 5
    assert problem.related[0].span.line == 1
