"""Turns in which rules do what they seldom do: those come first, and a mistake in the rules before all."""

from __future__ import annotations

from pathlib import Path

import dsl
from dsl import Program
from interpreter import Game
from interpreter.simulation.positions import seldom_turns
from tests.support.pairs import BASE, write_game

MANY = BASE.replace("| 3 ", "| 9 ")
COMET = """\
module comet "Comet" for pairs

number suns: 0 to 9

on keep of sun
  set suns to suns + 1
  if suns is 2 and number of moon in box is at least 3
    shuffle deck
"""


def linked(tmp_path: Path, comet: str) -> Program:
    folder = write_game(tmp_path / "pairs")
    text = MANY.replace("      move card to kept", "      do keep(card)")
    folder.joinpath("base.rules").write_text(text + "\nevent keep(card)\n  move card to kept\n", encoding="utf-8")
    folder.joinpath("comet.rules").write_text(comet, encoding="utf-8")
    return dsl.load(folder, ["comet"], coverage="conditions")


def after(program: Program, state: tuple[object, ...], answers: tuple[int, ...]) -> Game:
    game = Game.from_position(program, list(state), check=True)
    for answer in answers:
        game.choose(answer)
    return game


def test_what_a_module_seldom_does_comes_first(tmp_path: Path) -> None:
    program = linked(tmp_path, COMET)
    found = seldom_turns(program, 0)
    suns = [after(program, turn.state, turn.answers).state for turn in found[0]]
    assert all(state.numbers["suns"] == 2 and state.zones["box"].count("moon") >= 3 for state in suns)
    assert found == seldom_turns(program, 0)


def test_a_mistake_in_the_rules_is_as_seldom_as_anything_can_be(tmp_path: Path) -> None:
    program = linked(tmp_path, COMET + '\ninvariant "few suns": suns is at most 1\n')
    outcomes = [after(program, turn.state, turn.answers).outcome for turn in seldom_turns(program, 0)[0]]
    assert {outcome.status for outcome in outcomes if outcome} == {"fault"}
    assert len([outcome for outcome in outcomes if outcome]) == len(outcomes)
