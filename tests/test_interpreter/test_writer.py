from __future__ import annotations

from interpreter.writer import Writer


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
