from __future__ import annotations

from interpreter.state.generator import seeded
from interpreter.state.layout import FRAME, GENERATOR, PLAYING, STATUS, blank, layout_of
from tests.support.labyrinth import labyrinth


def test_a_blank_state_holds_everything_where_it_begins() -> None:
    program = labyrinth()
    lay, s = layout_of(program), blank(program, 5)
    assert len(s) == lay.size
    assert s[GENERATOR] == seeded(5)
    assert s[STATUS] == PLAYING
    assert s[FRAME] == (program.procedures[program.main].entry, None)
    assert s[lay.zones] == program.begin[0]
    assert s[lay.unordered] == 0
    assert s[lay.facts] == bytes(len(program.faces) + 1)


def test_a_copy_is_a_slice() -> None:
    s = blank(labyrinth(), 5)
    other = s[:]
    other[layout_of(labyrinth()).zones] = b""
    assert s != other
    assert hash(tuple(s)) == hash(tuple(blank(labyrinth(), 5)))
