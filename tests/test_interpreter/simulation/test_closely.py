"""Games whose states are inspected: C finds what Python finds, and counts an eager player's answers alike."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

import dsl
from dsl.program.program import Program
from interpreter.simulation.closely import play_deals
from interpreter.simulation.engines import SWEEPING
from interpreter.simulation.sweep import Link, play_link
from tests.support.labyrinth import labyrinth
from tests.support.natively import native
from tests.support.pairs import write_game
from tests.support.tiny import compiled as tiny

RUNAWAY = """
number far: 0 to 9
before main
  repeat while far is 0
    shuffle deck
    set far to number of card in spot
"""


@pytest.fixture
def broken(tmp_path: Path) -> Program:
    folder = write_game(tmp_path / "pairs")
    text = folder.joinpath("base.rules").read_text(encoding="utf-8")
    text += '\ninvariant "few are kept": number of card in kept is at most 1\n'
    folder.joinpath("base.rules").write_text(text, encoding="utf-8")
    return dsl.load(folder)


def found(program: Program, policy: str) -> list[str]:
    """The faults in some deals, which are the same in C."""
    native(program)
    link = Link((), 1, (), 5, 150)
    c, python = (play_link(lambda *_: program, link, policy, engine=engine) for engine in ("native", "python"))
    assert (c.engine, python.engine) == ("Played in C.", "Played in Python, as asked.")
    assert attrs.evolve(c, engine="") == attrs.evolve(python, engine="")
    return [fault.sentence for fault in c.faults]


@pytest.mark.parametrize("policy", ["random", "eager"])
def test_c_finds_the_same_in_a_game_that_is_sound(policy: str) -> None:
    assert found(labyrinth(), policy) == []
    assert found(tiny(""), policy) == []


@pytest.mark.parametrize("policy", ["random", "eager"])
def test_c_leaves_an_invariant_that_does_not_hold_to_python(policy: str, broken: Program) -> None:
    faults = found(broken, policy)
    assert any("few are kept" in fault for fault in faults)
    assert len(faults) < 150


@pytest.mark.slow
def test_c_leaves_a_loop_without_end_to_python() -> None:
    assert len(set(found(tiny(RUNAWAY), "eager"))) == 1


def test_c_counts_the_cards() -> None:
    program = labyrinth()
    faces = list(program.faces)
    faces[0] = attrs.evolve(faces[0], total=faces[0].total + 1)
    missing = attrs.evolve(program, faces=tuple(faces))
    assert found(missing, "random")[0].startswith("Rules fault: there should be")


def test_uses_go_on_from_game_to_game() -> None:
    program = tiny("")
    rows = [row for row, _, _ in play_deals(program, range(40), "eager", None)]
    plays = native(program)
    assert rows == [row for row, _, _ in play_deals(program, range(40), "eager", plays)]
    alone = [play_deals(program, range(seed, seed + 1), "eager", plays)[0][0] for seed in range(40)]
    assert rows != alone


def test_few_games_are_played_in_python() -> None:
    few = play_link(lambda *_: tiny(""), Link((), 1, (), 0, SWEEPING - 1))
    assert few.engine == f"Played in Python: compiling C pays from {SWEEPING} games on."


def test_an_unknown_policy_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no policy `clever`"):
        play_deals(tiny(""), range(2), "clever", None)
