"""Every game of a ruleset checked: the same in one process and in several."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from repl.reports import survey as module
from repl.reports.survey import Found, Survey, Surveying, Watch, survey
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


def test_what_is_found_is_told_at_once_and_stays_when_the_check_is_stopped(folder: Path) -> None:
    seen: list[Found] = []

    def stop(found: Found) -> None:
        seen.append(found)
        raise KeyboardInterrupt

    surveying = Surveying(folder, (), {})
    with pytest.raises(KeyboardInterrupt):
        surveying.run(1, Watch(found=stop))
    found = surveying.result()
    assert 0 < found.checked < surveying.games
    assert [each.problem for each in found.found] == [each.problem for each in seen]


def test_sets_of_one_module_are_checked_first(folder: Path) -> None:
    (folder / "new.rules").write_text('module new "New Times" for pairs\n', encoding="utf-8")
    done: list[int] = []
    surveying = Surveying(folder, (), {})
    surveying.run(1, Watch(progress=lambda count, _: done.append(count), found=lambda _: done.append(-1)))
    assert done.index(-1) < surveying.games // 2
