from __future__ import annotations

import re
from itertools import count

from interpreter.generated.writer import OFTEN, Writer


def test_lines_keep_the_origin_with_which_they_were_written() -> None:
    write = Writer()
    write.origin = 3
    with write.block("if a:"):
        place = write.place()
        write("b")
    write.origin = 4
    write.insert(place, ["c", "d"])
    assert write.lines == ["if a:", " c", " d", " b"]
    assert write.origins == [3, 4, 4, 3]


def test_nothing_is_put_in_where_nothing_was_written_since() -> None:
    write = Writer()
    write("a")
    write.insert(write.place(), ["b"])
    assert write.lines == ["a"]


def test_a_block_that_stays_empty_passes_or_is_taken_back() -> None:
    write = Writer()
    with write.block("if a:"), write.block("if b:", needed=False), write.block("if c:", needed=False):
        pass
    assert write.lines == ["if a:", " pass"]
    assert len(write.origins) == 2


def test_what_stands_often_is_worked_out_once_where_it_first_could_be() -> None:
    write, numbers = Writer(), count()
    write("a(1)")
    place = write.place()
    for _ in range(OFTEN):
        write("if a(1) and a(2):")
    write("a(2)")
    write.share(place, re.compile(r"a\(\d\)"), lambda: f"x{next(numbers)}")
    assert write.lines == ["a(1)", "x0 = a(1)", "x1 = a(2)", *["if x0 and x1:"] * OFTEN, "x1"]
    assert len(write.origins) == len(write.lines)


def test_what_stands_there_seldom_stays() -> None:
    write = Writer()
    place = write.place()
    for _ in range(OFTEN - 1):
        write("a(1)")
    write.share(place, re.compile(r"a\(\d\)"), lambda: "x")
    assert write.lines == ["a(1)"] * (OFTEN - 1)
