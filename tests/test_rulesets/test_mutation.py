"""The tool that finds out whether scenarios notice slips in the rules."""

from __future__ import annotations

from collections.abc import Iterable

from dsl.model import model as m
from dsl.reading.library import read_all
from dsl.text.source import SourceFile
from tests.support.mutation import NOTICED, REFUSED, SAME, UNNOTICED, Mutant, Trial, equivalents, mutants, table, trial
from tests.support.tiny import TINY

RULES = f"""{TINY}players 1 to 2
zone box: heap, public
zone aside: heap, public
add to turn
  option put back, if number of card in hand is at least 2
    move every card in hand to aside
after play
  let left: number of card in hand
  if left is 0
    move every card in hand to aside
when players is 2
  before play
    move card to box
"""

PLAYED = """
scenario one "A piece is played, and that was that"
  given
    deck: red one, blue one
    hand: blue one
  play
    at turn
      answer play blue one
  then
    spot: blue one
    hand: red one, blue one
    asked turn
"""

PUT_BACK = """
scenario two "Two pieces are put back"
  given
    deck: red one, blue one
    hand: blue one
  play
    at turn
      answer put back
  then
    aside: red one, blue one
    hand: blue one
"""


def fate(change: str, *scenarios: str) -> str:
    """What becomes of the mutant with this change."""
    (shown,) = read_all([SourceFile("scenarios.rules", "".join(scenarios))])
    told = [each.scenario for each in shown.declarations if isinstance(each, m.Example)]
    sources = [SourceFile("base.rules", RULES)]
    return Trial(sources, told).fate(the(mutants(sources), change))


def the(found: Iterable[Mutant], change: str) -> Mutant:
    """The mutant with this change."""
    (mutant,) = [each for each in found if each.edit.change == change]
    return mutant


def test_a_planted_slip_is_noticed() -> None:
    assert fate("without `move card to spot`", PLAYED) == NOTICED


def test_a_slip_in_what_no_scenario_plays_is_unnoticed() -> None:
    slip = "without `add to turn`"

    assert fate(slip, PLAYED) == UNNOTICED
    assert fate(slip, PLAYED, PUT_BACK) == NOTICED


def test_a_bound_is_noticed_by_what_lies_at_it() -> None:
    assert fate("3 for 2: `option put back, if number of card in hand is at least 2`", PUT_BACK) == NOTICED
    assert fate("3 for 2: `option put back, if number of card in hand is at least 2`", PLAYED) == UNNOTICED


def test_a_scenario_that_cannot_be_laid_out_notices() -> None:
    assert fate("1 for 2: `| blue one | blue | 2 |`", PLAYED) == NOTICED


def test_what_the_compiler_finds_is_no_slip() -> None:
    assert fate("without `let left: number of card in hand`", PLAYED) == REFUSED


def test_what_makes_the_same_programs_is_no_slip() -> None:
    assert fate("`aside` for `box`: `move card to box`", PLAYED) == SAME


def test_a_mutant_is_listed_with_its_place() -> None:
    slip = the(mutants([SourceFile("base.rules", RULES)]), "without `if left is 0`")
    lines, enough = table([(slip, UNNOTICED)])

    assert (slip.name, slip.line, slip.text) == ("base.rules", 34, "if left is 0")
    assert "without `" in slip.listed
    assert not enough
    assert any("0 of" in line for line in lines)


def test_enough_are_noticed_of_the_game_and_of_each_module() -> None:
    found = list(mutants([SourceFile("base.rules", RULES)]))

    assert table([(each, NOTICED) for each in found])[1]
    assert not table([(each, NOTICED if number % 9 else UNNOTICED) for number, each in enumerate(found)])[1]


def test_the_equivalent_mutants_are_there_and_have_a_reason() -> None:
    for ruleset in ("onirim", "urbion"):
        there = {mutant.listed for mutant in mutants(trial(ruleset).sources)}

        for mutant, reason in equivalents(ruleset).items():
            assert mutant in there, "this mutant is gone: take it off the list"
            assert reason
