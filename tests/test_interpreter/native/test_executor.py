"""C plays the same games as Python: whole games, and games step by step."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

import reverie
from dsl.program.program import Program
from interpreter.native.expressions import Unsupported
from interpreter.simulation.simulate import play
from tests.support.labyrinth import labyrinth
from tests.support.limits import LIMITS, limited
from tests.support.natively import native, native_lock_step, same_games
from tests.support.tiny import compiled as tiny

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"

GAMES: dict[str, Callable[[], Program]] = {
    "labyrinth": labyrinth,
    "onirim": lambda: reverie.load("onirim", players=2),
    "towers": lambda: reverie.load("onirim", modules=["towers", "premonitions"]),
    "urbion": lambda: reverie.load("urbion", modules=["temples", "postcards"]),
    **{name: partial(reverie.load, str(EXAMPLES / name)) for name in ("dungeon", "klondike", "market", "tasks")},
}


@pytest.mark.parametrize("name", GAMES)
def test_a_row_is_that_of_python(name: str) -> None:
    assert same_games(GAMES[name](), 20) == 0


@pytest.mark.parametrize("name", GAMES)
def test_each_state_is_that_of_python(name: str) -> None:
    program = GAMES[name]()
    assert sum(native_lock_step(program, seed, most=80) for seed in range(4)) > 20


def test_the_seed_decides() -> None:
    results = native(labyrinth()).play(0, 50)
    assert results == native(labyrinth()).play(0, 50)
    assert len(set(results)) > 10
    assert results[20:] == native(labyrinth()).play(20, 30)


RUNAWAY = """
number far: 0 to 9
before main
  repeat while far is 0
    shuffle deck
    set far to number of card in spot
"""

FULL = """
zone small: line, public, limit 1
before main
  draw from deck to small
"""


@pytest.mark.parametrize("rules", [RUNAWAY, FULL], ids=["endless loop", "limit"])
def test_a_fault_is_left_to_python(rules: str) -> None:
    program = tiny(rules)
    rows = [play(program, seed) for seed in range(20)]
    faults = [row.status == "fault" for row in rows]
    assert any(faults)
    assert [result is None for result in native(program).play(0, 20)] == faults
    assert sum(native_lock_step(program, seed) for seed in range(5)) >= 0


def test_numbers_beyond_64_bits_are_left_to_python() -> None:
    program = tiny(
        "number far: 0 to 9\nnumber huge: 0 to 999999, starts at 999999\n"
        "lose when far is 9, 'Far.'\nbefore main\n  set far to remainder(huge * huge * huge * huge, 7)\n".replace(
            "'", '"'
        )
    )
    assert native(program).play(0, 1) == [None]


def test_a_program_in_another_language_is_left_to_python() -> None:
    program = reverie.load("onirim", language="german")
    with pytest.raises(Unsupported, match="another language"):
        native(program)


@pytest.mark.parametrize("name", LIMITS)
def test_a_limit_is_the_same(name: str) -> None:
    most, _ = LIMITS[name]
    for number, status in ((most, "lost"), (most + 1, "fault")):
        program = limited(name, number)
        assert play(program, 0).status == status
        assert (native(program).play(0, 1) == [None]) == (status == "fault")
