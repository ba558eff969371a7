"""Mixes: few games in which each two things that can be chosen are together, as far as the rules accept them."""

from __future__ import annotations

from itertools import combinations, product
from pathlib import Path

import pytest

from reverie.testing.sets import TOGETHER, Sets, sets_of
from tests.support.pairs import BASE

MODULE = """\
module {name} "{name}" for pairs
{refused}
option {name} pace: slow, fast, hasty

number {name} steps: 0 to 9

before draw
  set {name} steps to 1
when {name} pace is fast
  after draw
    set {name} steps to 2
when {name} pace is hasty
  after draw
    set {name} steps to 3
table
  show "{name}": {name} steps
"""


LIGHT = """\
option light: bright, dim
when light is dim
  after draw
    shuffle deck
"""


def _sets(folder: Path, count: int, refused: str = "") -> Sets:
    """The games of a ruleset with so many modules, each with an option of three values, for one or two players."""
    folder.mkdir()
    base = BASE.replace("players 1", "players 1 to 2").replace("to hand as card", "to hand of player as card")
    base = base.replace("zone hand:", "zone hand per player:")
    folder.joinpath("base.rules").write_text(f"{base}\n{LIGHT}", encoding="utf-8")
    for name in "abcdefgh"[:count]:
        text = MODULE.format(name=name, refused=refused if name == "a" else "")
        folder.joinpath(f"{name}.rules").write_text(text, encoding="utf-8")
    return sets_of(str(folder))


@pytest.mark.parametrize("count", range(9))
def test_each_two_things_are_together_in_a_mix(count: int, tmp_path: Path) -> None:
    sets = _sets(tmp_path / "pairs", count)
    mixes = sets.mixes(sets.names, (1, 2))
    assert all(case.legal and len(case.modules) == min(TOGETHER, count) for case in mixes)
    chosen = [{*case.modules, str(case.players), *case.options} for case in mixes]
    names = [*"abcdefgh"[:count]]
    values = [("light", "dim"), *product((f"{name} pace" for name in names), ("fast", "hasty"))]
    for pair in (*combinations(names, 2), *product(names, ("1", "2", *values)), *product("12", values)):
        assert any(set(pair) <= each for each in chosen), pair
    assert len(mixes) <= max(4, 4 * count)


def test_what_the_rules_refuse_is_in_no_mix(tmp_path: Path) -> None:
    sets = _sets(tmp_path / "pairs", 4, "excludes b")
    mixes = sets.mixes(sets.names, (1, 2))
    together = {pair for case in mixes for pair in combinations(case.modules, 2)}
    assert together == {*combinations("abcd", 2)} - {("a", "b")}


def test_only_what_is_asked_for_is_mixed(tmp_path: Path) -> None:
    sets = _sets(tmp_path / "pairs", 5)
    mixes = sets.mixes(("a", "c", "e"), (2,))
    assert {case.players for case in mixes} == {2}
    assert {name for case in mixes for name in case.modules} == {"a", "c", "e"}
