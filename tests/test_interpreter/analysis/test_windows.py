"""Where a player may be spared a question, and what can be done there."""

from __future__ import annotations

import dsl
from interpreter.analysis.windows import windows


def test_the_windows_of_a_game_are_known_with_what_may_be_done_there() -> None:
    found = windows(dsl.load("onirim", ["book"]))
    assert found.opened == ("before draw", "before limbo")
    assert set(found.beside) == {"door drawn", "door search", "nightmare"}
    assert found.forms == ("cast paradoxical prophecy", "cast parallel planning")
    assert found.prompts == (*found.opened, *found.beside)


def test_a_game_without_abilities_has_none() -> None:
    assert windows(dsl.load("onirim")).prompts == ()
