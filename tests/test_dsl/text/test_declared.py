"""Advice that depends on what the same text declares; most of it is tried in tests/problems/mistakes.txt."""

from __future__ import annotations

import pytest

from dsl.text.declared import LONGEST, Line, hint

BEGUN = ("option put <", "if height is (", "enum hue: ", "turn: ", "for each c in (", "any ", "deal 3 cards from ")


@pytest.mark.parametrize("begun", BEGUN)
@pytest.mark.parametrize("words", ["a and ", "a or b ", "a of ", "a, ", "each player ", "a b c or "])
def test_long_lines_are_read_at_once(begun: str, words: str) -> None:
    """Patterns that try each way to divide a list would take longer than anybody waits."""
    line = (begun + words * LONGEST)[:LONGEST]
    for at in (len(begun), LONGEST // 2):
        hint(Line(f"{line}\n", 0, line, at))


def test_a_line_that_is_too_long_gets_no_advice() -> None:
    line = f"turn: {'a then ' * LONGEST}b"
    assert hint(Line(line, 0, line, 8)) == ""
    assert hint(Line("turn: a then b", 0, "turn: a then b", 8)) == "separate them by commas: `turn: a, b`"
