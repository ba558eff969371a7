"""Every game of a ruleset checked: the same in one process and in several."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from repl.reports import survey as module
from repl.reports.survey import Survey, survey
from tests.support.pairs import write_game

OLD = """\
module old "Old Times" for pairs

option year: new, old
option weather: fair, foul

when weather is foul
  define cold: forgotten
when year is old
  refuse "In old times there was no such thing."
"""


def surveyed(folder: Path, processes: int) -> tuple[Survey, list[tuple[int, int]]]:
    told: list[tuple[int, int]] = []
    found = survey(folder, (), {}, processes, lambda done, of: told.append((done, of)))
    return attrs.evolve(found, seconds=0.0), told


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    home = write_game(tmp_path / "pairs")
    home.joinpath("old.rules").write_text(OLD, encoding="utf-8")
    return home


def test_processes_make_no_difference(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FEW", 0)
    alone, told = surveyed(folder, 1)
    together, also_told = surveyed(folder, 2)
    assert (alone, told) == (together, also_told)
    assert told[-1] == (alone.checked, alone.checked)
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_the_smallest_game_that_shows_a_problem(folder: Path) -> None:
    found, _ = surveyed(folder, 1)
    (problem,) = found.found
    assert (problem.problem.code, problem.game.modules) == ("unknown-name", ("old",))
    assert problem.game.options == {"weather": "foul"}
    assert problem.games + found.refused < found.checked
    assert found.refused
