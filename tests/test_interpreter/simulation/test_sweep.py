from __future__ import annotations

from pathlib import Path

import pytest

import dsl
from dsl.program.program import Program
from interpreter.game.replay import Save, rerun
from interpreter.simulation.closely import play_closely
from interpreter.simulation.simulate import play
from interpreter.simulation.sweep import Link, play_link, replayed, sweep
from tests.support.labyrinth import labyrinth
from tests.support.pairs import write_game

LINKS = tuple(Link((), 1, (), seed, 3) for seed in (0, 3, 6))


def laby(_: Link, _counted: bool = False) -> Program:
    return labyrinth()


@pytest.fixture
def broken(tmp_path: Path) -> Program:
    folder = write_game(tmp_path / "pairs")
    text = folder.joinpath("base.rules").read_text(encoding="utf-8")
    text += '\ninvariant "few are kept": number of card in kept is at most 1\n'
    folder.joinpath("base.rules").write_text(text, encoding="utf-8")
    return dsl.load(folder)


def test_a_link_is_played() -> None:
    found = play_link(laby, Link((), 1, (), 4, 2))
    rows = [play(labyrinth(), seed) for seed in (4, 5)]
    assert (found.games, found.lost, found.faults) == (2, 2, ())
    assert found.decisions == sum(row.decisions for row in rows)
    assert found.turns == sum(row.turns for row in rows)


@pytest.mark.parametrize("policy", ["random", "eager"])
def test_what_is_found_does_not_hang_on_the_number_of_processes(policy: str) -> None:
    assert list(sweep(laby, LINKS, policy, 2)) == list(sweep(laby, LINKS, policy))


def test_a_game_that_goes_wrong_can_be_played_again(broken: Program) -> None:
    found = [play_link(lambda _link, _counted: broken, Link((), 1, (), seed, 1)) for seed in range(20)]
    fault = next(each.faults[0] for each in found if each.faults)
    assert "few are kept" in fault.sentence
    save = Save.from_text(fault.save)
    assert save.result == "fault"
    game = rerun(broken, save).game
    assert len(game.view("A").zones[2].cards or ()) == 2


def test_cards_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[int] = []
    monkeypatch.setattr("interpreter.game.invariants.Checks.count", lambda _, s: counted.append(len(s)))
    row, answers = play_closely(labyrinth(), 1, lambda *_: 0)
    assert len(counted) == len(answers) + 1 == row.decisions + 1


def test_a_game_without_end_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.simulation.closely.LONGEST", 3)
    row, answers = play_closely(labyrinth(), 1, lambda *_: 0)
    assert row.status == "fault"
    assert "after 3 decisions" in row.sentence
    assert len(answers) == 3
    assert Save.from_text(replayed(labyrinth(), 1, answers)).result == ""


def test_what_the_rules_refuse_is_no_fault(tmp_path: Path) -> None:
    folder = write_game(tmp_path / "pairs")
    folder.joinpath("stars.rules").write_text('module stars "Stars" for pairs\nrequires pears\n', encoding="utf-8")
    folder.joinpath("pears.rules").write_text(
        'module pears "Pears" for pairs\nbefore lunch\n  shuffle deck\n', encoding="utf-8"
    )
    refused, wrong = (
        play_link(lambda link, _: dsl.load(folder, link.modules), Link(modules, 1, (), 0, 1))
        for modules in (("stars",), ("pears",))
    )
    assert "needs the module" in refused.refused
    assert "lunch" in wrong.problem
    assert (refused.games, wrong.games) == (0, 0)
