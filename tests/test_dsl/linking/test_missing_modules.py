"""Files of strangers: they may name modules that aren't there."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

import dsl
from tests.support.tiny import TINY

BEES = """\
module bees "Bees" for tiny
number honey: 0 to 9
before main
  set honey to honey + 1
after main if honey is 3
  shuffle deck
"""
ANTS = """\
module ants "Ants" for tiny
excludes locusts
event march
  shuffle deck
before main, after bees, flowers
  do march
when bees is in play
  after march
    set honey to 0
when moths is in play
  after flutter
    set wings to 3
when moths is not in play and not locusts is in play
  after march
    move every card in spot to deck
"""


def wrong(files: Mapping[str, str], *modules: str) -> list[tuple[str, str]]:
    """What is wrong with the tiny game and these files by path: codes and underlined words."""
    sources = [dsl.SourceFile("/games/tiny/base.rules", TINY)]
    sources += [dsl.SourceFile(name, text) for name, text in files.items()]
    try:
        dsl.compile_ruleset(sources, dsl.Wanted(modules))
    except dsl.CompileError as error:
        return [(problem.code, problem.span.text if problem.span else "") for problem in error.problems]
    return []


@pytest.mark.parametrize("with_bees", [False, True])
def test_a_bridge_to_a_module_that_is_not_there(with_bees: bool) -> None:
    files = {"mine/ants.rules": ANTS} | ({"yours/bees.rules": BEES} if with_bees else {})
    assert wrong(files, "ants", *(["bees"] if with_bees else [])) == []


def test_what_is_needed_must_be_there() -> None:
    files = {"mine/ants.rules": ANTS.replace("excludes", "requires")}
    assert wrong(files, "ants") == [("unknown-module", "locusts")]


def test_a_slip_is_one_wherever_it_stands() -> None:
    files = {"mine/ants.rules": ANTS, "yours/locusts.rules": 'module locust "Locusts" for tiny\n'}
    assert set(wrong(files, "ants")) == {("unknown-module", "locusts")}
    files = {"mine/ants.rules": ANTS, "yours/bees.rules": BEES.replace("bees", "Bees", 1)}
    assert set(wrong(files, "ants", "Bees")) == {("unknown-module", "bees")}


def test_slips_in_short_names() -> None:
    bees = {"yours/bees.rules": BEES}
    near, other = (ANTS.replace("moths", name) for name in ("bes", "bead"))
    assert set(wrong({"mine/ants.rules": near, **bees}, "ants", "bees")) == {("unknown-module", "bes")}
    assert wrong({"mine/ants.rules": other, **bees}, "ants", "bees") == []


def test_one_order_is_enough() -> None:
    files = {"mine/ants.rules": ANTS.replace(", flowers", ", before flowers")}
    assert wrong(files, "ants") == [("unknown-module", "before flowers")]


def test_a_short_name_may_be_like_another() -> None:
    assert wrong({"mine/ants.rules": ANTS, "yours/bees.rules": BEES.replace("bees", "beas")}, "ants", "beas") == []


def test_beside_the_base_game_all_modules_are_known() -> None:
    found = wrong({"/games/tiny/ants.rules": ANTS, "yours/bees.rules": BEES}, "ants", "bees")
    assert sorted({name for _, name in found}) == ["flowers", "locusts", "moths"]
