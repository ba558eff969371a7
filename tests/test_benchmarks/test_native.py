from __future__ import annotations

from array import array
from pathlib import Path
from random import Random

import pytest

import dsl
from benchmarks import native as measured
from benchmarks import onirim
from benchmarks.agreement import apart
from benchmarks.counterparts import COUNTERPARTS, play_at_random
from benchmarks.native import CALLS, WON, HandWritten, averages_apart, hand_written, in_calls
from tests.support.natively import native

WRITTEN = Path(onirim.__file__).with_suffix(".c")


def test_games_by_hand_and_compiled_agree() -> None:
    program = dsl.load("onirim")
    compiled, by_hand = native(program), hand_written("onirim")
    assert by_hand
    found = averages_apart(program, compiled, by_hand, 20_000)
    assert list(found) == ["victories", "decisions", "turns"]
    assert all(abs(errors) < 3 for errors in found.values())


@pytest.mark.parametrize("doors", [1, 2])
def test_victories_by_hand_in_c_and_in_python_agree(doors: int, monkeypatch: pytest.MonkeyPatch) -> None:
    native(dsl.load("onirim"))
    monkeypatch.setattr(onirim, "DOORS_TO_WIN", doors)
    games = [play_at_random(COUNTERPARTS["onirim"], Random(seed)) for seed in range(400)]
    rows = HandWritten(WRITTEN.read_text().replace("DOORS_TO_WIN = 8", f"DOORS_TO_WIN = {doors}")).rows(0, 20_000)
    won = [status == WON for status in rows[::3]]
    assert 0.05 < sum(won) / len(won) < 0.95
    assert abs(apart([game.status == "won" for game in games], won)) < 3
    assert abs(apart([game.turns for game in games], rows[2::3])) < 3


def test_a_seed_decides_a_game_by_hand() -> None:
    native(dsl.load("onirim"))
    by_hand = hand_written("onirim")
    assert by_hand
    assert by_hand.rows(0, 20)[30:] == by_hand.rows(10, 10)
    assert hand_written("urbion") is None


class Fake:
    """Each third game is left to Python, any other has ten decisions."""

    width = 4

    def __init__(self) -> None:
        self.seeds: list[int] = []

    def rows(self, first: int, games: int) -> array[int]:
        seeds = range(first, first + games)
        self.seeds += seeds
        return array("q", [number for seed in seeds for number in ((-1, 0, 0, 0) if seed % 3 == 2 else (1, 10, 5, 7))])


def test_games_left_to_python_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    player = Fake()
    monkeypatch.setattr(measured, "SECONDS", 1e-9)
    contender = in_calls(player, map)
    player.seeds.clear()
    played = [contender(number) for number in range(3)]
    assert player.seeds == list(range(3 * CALLS))
    assert sum(each.games for each in played) == 2 * CALLS
    assert sum(each.decisions for each in played) == 20 * CALLS


@pytest.mark.sweep
def test_each_measure_has_a_row() -> None:
    native(dsl.load("onirim"))
    table = measured.native("onirim", (), rounds=1, seconds=0.001, games=200)
    found = {str(measure): (number, aim) for measure, number, aim in table.rows}
    assert [aim for _, aim in found.values() if aim] == [
        "0.5 or more", "-3 to 3", "-3 to 3", "-3 to 3", "3 or less", "1.9 or more", "3000 or less", "50 or less",
    ]  # fmt: skip
    for measure, (number, _) in found.items():
        assert isinstance(number, float)
        assert number > 0 or measure.endswith("apart")


def test_without_a_compiler_nothing_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "nowhere-to-be-found")
    table = measured.native("urbion", (), rounds=1, seconds=0.001, games=2)
    assert table.rows == ()
    assert "CC names `nowhere-to-be-found`" in table.notes[0]
