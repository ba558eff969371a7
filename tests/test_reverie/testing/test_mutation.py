"""The tool that finds out whether scenarios notice slips in the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import attrs
import pytest

from dsl.model import model as m
from dsl.reading.library import read_all
from dsl.reading.read import read_anew
from dsl.text.diagnostics import CompileError
from dsl.text.source import SourceFile
from reverie.testing.mutation import (
    EQUIVALENT,
    NOTICED,
    REFUSED,
    SAME,
    UNNOTICED,
    Fate,
    Mutant,
    Rules,
    Share,
    Trial,
    look,
    mutants,
    shares,
    total,
)
from tests.support.pairs import FIVE, KEEPS, STARS, write_game
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


BLIND = """
scenario blind "A piece is played, and nobody looks where"
  given
    deck: red one, blue one
    hand: blue one
  play
    at turn
      answer play blue one
  then
    asked turn
"""

NONE: Mapping[str, str] = {}


def fate(change: str, *scenarios: str) -> str:
    """What becomes of the mutant with this change."""
    return tried(change, *scenarios).fate


def tried(change: str, *scenarios: str, equivalent: Mapping[str, str] = NONE) -> Fate:
    """What becomes of the mutant with this change, and why."""
    (shown,) = read_all([SourceFile("scenarios.rules", "".join(scenarios))])
    told = tuple(each.scenario for each in shown.declarations if isinstance(each, m.Example))
    sources = (SourceFile("base.rules", RULES),)
    return Trial.of(Rules(sources, told, equivalent))(the(mutants(sources), change))


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


def test_what_is_listed_as_equivalent_is_no_slip() -> None:
    slip = "without `move card to spot`"
    listed = f"base.rules | move card to spot | {slip}"

    assert attrs.astuple(tried(slip, PLAYED, equivalent={listed: "because"}), recurse=False)[1:] == (
        EQUIVALENT,
        "because",
    )


def test_of_changes_that_read_the_same_one_can_be_listed_as_equivalent() -> None:
    rules = RULES + "\nafter setup\n  shuffle deck\n"
    sources = (SourceFile("base.rules", rules),)
    first, second = (each for each in mutants(sources) if each.edit.change == "without `shuffle deck`")
    assert (first.listed, first.numbered) == (second.listed, "base.rules | shuffle deck [1] | without `shuffle deck`")

    def equivalent(listed: str) -> list[bool]:
        (shown,) = read_all([SourceFile("scenarios.rules", PLAYED)])
        told = tuple(each.scenario for each in shown.declarations if isinstance(each, m.Example))
        trial = Trial.of(Rules(sources, told, {listed: "because"}))
        return [trial(each).fate == EQUIVALENT for each in (first, second)]

    assert equivalent(first.numbered) == [True, False]
    assert equivalent(second.numbered) == [False, True]
    assert equivalent(first.listed) == [True, True]


@pytest.mark.parametrize(
    ("slip", "scenarios", "why"),
    [
        (
            "without `move card to spot`",
            [BLIND],
            "scenario `blind` goes another way with it, but looks at nothing that differs",
        ),
        (
            "4 for 3: `win only when number of card in spot is 3`",
            [PLAYED],
            "one scenario can reach it, and goes the same way with it",
        ),
        (
            "4 for 3: `win only when number of card in spot is 3`",
            [PLAYED, PUT_BACK],
            "2 scenarios can reach it, and go the same way with it",
        ),
    ],
)
def test_why_a_slip_is_unnoticed_is_told(slip: str, scenarios: list[str], why: str) -> None:
    found = tried(slip, *scenarios)

    assert (found.fate, found.why) == (UNNOTICED, why)


def test_a_mutant_is_listed_with_its_place() -> None:
    slip = the(mutants([SourceFile("tiny/base.rules", RULES)]), "without `if left is 0`")

    assert (slip.name, slip.line, slip.text) == ("tiny/base.rules", 34, "if left is 0")
    assert slip.listed == "base.rules | if left is 0 | without `if left is 0`"


def test_a_declaration_read_alone_is_that_of_the_whole_file() -> None:
    sources = (SourceFile("base.rules", RULES),)
    trial = Trial.of(Rules(sources, ()))
    for mutant in mutants(sources):
        found = read_anew(mutant.edit.of(sources[0]))
        models = trial.changed(mutant)

        assert (models is None) == bool(found[1])
        assert models is None or models[0] == found[0]


def test_shares_are_of_each_file_and_of_all() -> None:
    found = list(mutants([SourceFile("a.rules", RULES), SourceFile("b.rules", "zone shelf: heap, public, limit 2\n")]))
    fates = [Fate(each, UNNOTICED if each.name == "b.rules" else NOTICED) for each in found]
    files = shares([*fates, Fate(found[0], REFUSED)])

    assert files["a.rules"].percent == 100
    assert files["b.rules"] == Share(0, 3)
    assert total(files.values()) == Share(len(found) - 3, len(found))
    assert total([]).percent == 100


def test_a_game_has_the_scenarios_of_its_folder_and_those_that_are_added(tmp_path: Path) -> None:
    folder, more = write_game(tmp_path / "pairs"), tmp_path / "more.rules"
    (folder / "keeps.rules").write_text(KEEPS, encoding="utf-8")
    (folder / "five.rules").write_text(FIVE, encoding="utf-8")
    more.write_text(KEEPS.replace("keeps-it", "keeps-it-too"), encoding="utf-8")
    (folder / "mutants.txt").write_text("# why\n\nbase.rules | a | b | because\n", encoding="utf-8")
    rules, base = Rules.of(folder, (), [more]), Rules.of(folder, ("stars",))

    assert [scenario.id for scenario in rules.scenarios] == ["five-suns", "keeps-it", "keeps-it-too"]
    assert rules.equivalent == {"base.rules | a | b": "because"}
    assert [scenario.id for scenario in base.scenarios] == ["five-suns", "keeps-it"]


def test_a_module_from_elsewhere_brings_its_scenarios_and_its_list(tmp_path: Path) -> None:
    folder, elsewhere = write_game(tmp_path / "pairs"), tmp_path / "more" / "moons.rules"
    elsewhere.parent.mkdir()
    elsewhere.write_text(STARS.replace("stars", "moons") + FIVE.replace("stars", "moons"), encoding="utf-8")
    (elsewhere.parent / "mutants.txt").write_text("moons.rules | a | b | because\n", encoding="utf-8")
    rules = Rules.of(folder, (str(elsewhere),))

    assert [Path(source.name).name for source in rules.changeable] == ["base.rules", "moons.rules"]
    assert [scenario.id for scenario in rules.scenarios] == ["five-suns"]
    assert rules.equivalent == {"moons.rules | a | b": "because"}


def test_modules_that_are_not_there_are_a_problem(tmp_path: Path) -> None:
    with pytest.raises(CompileError, match="star"):
        Rules.of(write_game(tmp_path), ("star",))


def test_files_of_other_modules_are_read_but_not_changed() -> None:
    """A row of a table may be about a card of a module that isn't in play."""
    rules = Rules.of("urbion", ["squares"])
    assert {Path(each.name).stem for each in rules.changeable} == {"base", "squares"}
    assert {Path(each.name).stem for each in rules.mutants} == {"base", "squares"}
    told = [each for each in rules.scenarios if not each.modules][:1]
    (looked,) = look(attrs.evolve(rules, scenarios=tuple(told)), 1, lambda: None)
    assert (looked.fingerprint is None, looked.failing) == (False, ())
