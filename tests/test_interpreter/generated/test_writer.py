from __future__ import annotations

import re
from itertools import count

from interpreter.generated.writer import OFTEN, Writer


def test_each_line_has_the_origin_with_which_it_was_written() -> None:
    writer = Writer()
    with writer.block("if a:", 3):
        place = writer.place()
        writer.write("b", 5)
    writer.insert(place, ["c", "d"], 4)
    assert writer.lines == ["if a:", " c", " d", " b"]
    assert writer.origins == [3, 4, 4, 5]


def test_nothing_is_inserted_where_nothing_was_written_since() -> None:
    writer = Writer()
    writer.write("a", 0)
    writer.insert(writer.place(), ["b"], 0)
    assert writer.lines == ["a"]


def test_a_block_that_stays_empty_passes_or_is_taken_back() -> None:
    writer = Writer()
    with writer.block("if a:", 7), writer.block("if b:", 8, needed=False), writer.block("if c:", 9, needed=False):
        pass
    assert writer.lines == ["if a:", " pass"]
    assert writer.origins == [7, 7]


def test_pieces_that_occur_often_are_computed_once() -> None:
    writer, numbers = Writer(), count()
    writer.write("a(1)", 0)
    place = writer.place()
    for _ in range(OFTEN):
        writer.write("if a(1) and a(2):", 1)
    writer.write("a(2)", 1)
    writer.share(place, re.compile(r"a\(\d\)"), lambda: f"x{next(numbers)}", 2)
    assert writer.lines == ["a(1)", "x0 = a(1)", "x1 = a(2)", *["if x0 and x1:"] * OFTEN, "x1"]
    assert writer.origins == [0, 2, 2, *[1] * OFTEN, 1]


def test_pieces_that_occur_seldom_stay() -> None:
    writer = Writer()
    place = writer.place()
    for _ in range(OFTEN - 1):
        writer.write("a(1)", 0)
    writer.share(place, re.compile(r"a\(\d\)"), lambda: "x", 0)
    assert writer.lines == ["a(1)"] * (OFTEN - 1)


def test_names_are_fresh_whatever_they_begin_with() -> None:
    writer = Writer()
    names = [writer.fresh(prefix) for prefix in ("c", "z", "c")]
    assert names == ["c1", "z2", "c3"]
