from __future__ import annotations

from pathlib import Path

import dsl
from interpreter.players.distance import distance_of
from interpreter.state.layout import blank, layout_of
from tests.support.pairs import write_game


def test_distances_of_conditions_that_must_all_hold_add_up(tmp_path: Path) -> None:
    folder = write_game(tmp_path / "pairs")
    text = folder.joinpath("base.rules").read_text(encoding="utf-8")
    text += "win only when any moon in kept or any moon in box\n"
    folder.joinpath("base.rules").write_text(text, encoding="utf-8")
    program = dsl.load(folder)
    s = blank(program, 1)
    assert distance_of(program).to_victory(s) == 4
    kept = layout_of(program).zones + [place.name for place in program.places].index("kept")
    s[kept] = bytes([card for card, face in enumerate(program.faces) if face.name == "sun"]) * 2
    assert distance_of(program).to_victory(s) == 2


def test_the_nearest_conditions_count_if_so_many_must_hold(tmp_path: Path) -> None:
    folder = write_game(tmp_path / "pairs")
    text = folder.joinpath("base.rules").read_text(encoding="utf-8")
    text += "enum pile: one, two, three\nzone heaped per pile: heap, public\n"
    text += "win only when number of (p: pile where number of card in heaped of p is 2) is 2\n"
    folder.joinpath("base.rules").write_text(text, encoding="utf-8")
    program = dsl.load(folder)
    s = blank(program, 1)
    assert distance_of(program).to_victory(s) == 3 + 4
    heaped = layout_of(program).zones + [place.family for place in program.places].index("heaped")
    s[heaped], s[heaped + 1] = bytes([0]), bytes([0, 0])
    assert distance_of(program).to_victory(s) == 3 + 1


def test_the_distance_of_none_is_the_number_there(tmp_path: Path) -> None:
    folder = write_game(tmp_path / "pairs")
    text = folder.joinpath("base.rules").read_text(encoding="utf-8")
    text += "win only when no moon in box and not (any sun in box or no card in kept)\n"
    folder.joinpath("base.rules").write_text(text, encoding="utf-8")
    program = dsl.load(folder)
    s, zones = blank(program, 1), layout_of(program).zones
    names = [place.name for place in program.places]
    sun, moon = ([face.name for face in program.faces].index(name) for name in ("sun", "moon"))
    s[zones + names.index("box")] = bytes([sun, sun, moon, moon, moon])
    s[zones + names.index("kept")] = b""
    assert distance_of(program).to_victory(s) == 3 + 6
    s[zones + names.index("box")] = bytes([moon])
    assert distance_of(program).to_victory(s) == 3 + 2
