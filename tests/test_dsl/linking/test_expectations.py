"""Files that begin with neither `game` nor `module`: what they expect is part of the game, and nothing else may be."""

from __future__ import annotations

from pathlib import Path

import pytest

import dsl
from dsl import CompileError, SourceFile, Wanted
from interpreter import Game
from repl.authoring.scenarios import loader
from tests.support.pairs import write_game
from tests.support.shown import said

EXPECTED = """\
never any moon in kept: "moons aren't kept"

when stars is in play
  invariant "there are stars": number of sun in deck + number of sun in hand is at least 3

scenario keep-moon "A moon may be kept"
  given
    deck: moon, moon
  play
    at turn
      answer keep moon
  then
    kept: moon
"""


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    return write_game(tmp_path / "pairs")


def test_what_is_expected_is_tested_where_the_file_is_named(pairs: Path, tmp_path: Path) -> None:
    path = tmp_path / "expected.rules"
    path.write_text(EXPECTED, encoding="utf-8")
    plain, expecting = dsl.load(pairs), dsl.load(pairs, [path])
    assert [each.name for each in expecting.invariants] == ["moons aren't kept"]
    assert (plain.invariants, expecting.modules) == ((), ())
    assert plain.fingerprint != expecting.fingerprint
    assert expecting.loaded
    assert expecting.loaded.modules == (str(path),)
    both = dsl.load(pairs, ["stars", path])
    assert [each.name for each in both.invariants] == ["moons aren't kept", "there are stars"]
    game = Game(expecting, 0, check=True, deal=["moon"])
    game.choose("keep moon")
    assert game.outcome
    assert "what must always hold doesn't: moons aren't kept" in game.outcome.sentence


def test_its_own_scenarios_test_it(pairs: Path) -> None:
    folder = pairs / "scenarios"
    folder.mkdir()
    path = folder / "expected.rules"
    path.write_text(EXPECTED, encoding="utf-8")
    shown = said(f"reverie test {path}")
    assert "error[scenario-fault]: the rules break down here: Rules fault: what must always hold doesn't" in shown
    assert "moons aren't kept" in shown
    (scenario,) = dsl.scenarios(path)
    assert [each.name for each in loader(path)(scenario).invariants] == ["moons aren't kept"]
    assert dsl.load(pairs).invariants == ()


def test_in_the_folder_of_the_game_it_holds_everywhere(pairs: Path) -> None:
    pairs.joinpath("expected.rules").write_text(EXPECTED, encoding="utf-8")
    assert [each.name for each in dsl.load(pairs).invariants] == ["moons aren't kept"]
    assert "Rules fault" in said(f"reverie simulate --all-sets {pairs} --games 200")


def test_nothing_else_may_stand_there(pairs: Path) -> None:
    sources = [*dsl.ruleset_sources(pairs), SourceFile("more.rules", "zone attic: heap, public\n")]
    with pytest.raises(CompileError) as found:
        dsl.compile_ruleset(sources, Wanted())
    (problem,) = found.value.problems
    assert (problem.code, problem.span and problem.span.text) == ("no-game", "zone attic: heap, public")
    assert "begins with neither `game` nor `module`" in problem.message
    assert 'begin it with `module name "Title" for pairs`' in problem.help


def test_a_file_of_scenarios_alone_changes_nothing(pairs: Path, tmp_path: Path) -> None:
    before = dsl.load(pairs)
    pairs.joinpath("more.rules").write_text(EXPECTED[EXPECTED.index("scenario") :], encoding="utf-8")
    assert dsl.load(pairs) == before
    alone = tmp_path / "alone.rules"
    alone.write_text(EXPECTED[EXPECTED.index("scenario") :], encoding="utf-8")
    with pytest.raises(CompileError, match="this file isn't a module"):
        dsl.load(pairs, [alone])


def test_a_name_of_a_module_stands_in_a_section(pairs: Path, tmp_path: Path) -> None:
    path = tmp_path / "expected.rules"
    path.write_text('never any comet in kept: "no"\n', encoding="utf-8")
    with pytest.raises(CompileError) as found:
        dsl.load(pairs, [path])
    assert [problem.code for problem in found.value.problems] == ["unknown-kind"]
