from __future__ import annotations

from pathlib import Path

import dsl
from interpreter.layout import FRAME, blank, layout_of
from interpreter.nearness import nearness_of
from interpreter.positions import draw_positions
from interpreter.replay import Save, rerun
from interpreter.simulate import play
from interpreter.sweep import play_closely, replayed
from tests.support.labyrinth import labyrinth
from tests.support.pairs import write_game


def test_positions_stand_at_the_beginning_of_a_turn() -> None:
    program = labyrinth()
    found = draw_positions(program, 7, 12)
    assert len(found) == 12
    assert {position.state[FRAME][0] for position in found} == {program.turns}
    assert found == draw_positions(program, 7, 12)
    assert found != draw_positions(program, 8, 12)


def test_positions_are_reached_from_a_deal(tmp_path: Path) -> None:
    program = dsl.load(write_game(tmp_path / "pairs"))
    for position in draw_positions(program, 3, 5):
        row, answers = play_closely(program, 99, lambda *_: 0, position)
        assert tuple(answers[: len(position.answers)]) == position.answers
        save = Save.from_text(replayed(program, position.seed, answers))
        assert save.result == row.status
        assert rerun(program, save).problem == ""


def test_little_is_missing_to_a_victory(tmp_path: Path) -> None:
    program = dsl.load(write_game(tmp_path / "pairs"))
    start = nearness_of(program).lack(blank(program, 1))
    assert start == 3
    lacks = [position.lack for position in draw_positions(program, 3, 20)]
    assert 0 < min(lacks) < start


def test_what_is_missing_adds_up(tmp_path: Path) -> None:
    folder = write_game(tmp_path / "pairs")
    text = folder.joinpath("base.rules").read_text(encoding="utf-8")
    text += "win only when any moon in kept or any moon in box\n"
    folder.joinpath("base.rules").write_text(text, encoding="utf-8")
    program = dsl.load(folder)
    s = blank(program, 1)
    assert nearness_of(program).lack(s) == 4
    kept = layout_of(program).zones + [place.name for place in program.places].index("kept")
    s[kept] = bytes([card for card, face in enumerate(program.faces) if face.name == "sun"]) * 2
    assert nearness_of(program).lack(s) == 2


def test_a_game_without_second_turns_has_none() -> None:
    assert play(labyrinth(), 1).turns > 1
    assert draw_positions(labyrinth(), 7, 0) == []
