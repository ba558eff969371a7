"""Offsets, lines and columns."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.model.declarations import Adjust
from dsl.reading.read import read
from dsl.text.diagnostics import Problems
from dsl.text.source import SourceFile, Span

FILE = SourceFile("some.rules", "one\n\nthree three\n")


@pytest.mark.parametrize(
    ("offset", "position"),
    [(0, (1, 1)), (3, (1, 4)), (4, (2, 1)), (5, (3, 1)), (10, (3, 6)), (17, (4, 1))],
)
def test_position_counts_from_one(offset: int, position: tuple[int, int]) -> None:
    assert FILE.position(offset) == position


@pytest.mark.parametrize(("number", "text"), [(1, "one"), (2, ""), (3, "three three"), (4, "")])
def test_line_has_no_end(number: int, text: str) -> None:
    assert FILE.line(number) == text


def test_empty_file_has_one_line() -> None:
    empty = SourceFile("empty.rules", "")
    assert (empty.position(0), empty.line(1), empty.line_starts) == ((1, 1), "", (0,))


@given(st.text(alphabet="a\n\t", max_size=40))
def test_lines_make_up_the_text(text: str) -> None:
    file = SourceFile("some.rules", text)
    assert "\n".join(file.line(number) for number in range(1, len(file.line_starts) + 1)) == text


@given(st.text(alphabet="a\n\t", max_size=40), st.data())
def test_position_leads_back_to_the_offset(text: str, data: st.DataObject) -> None:
    file = SourceFile("some.rules", text)
    offset = data.draw(st.integers(0, len(text)))
    line, column = file.position(offset)
    assert file.line_starts[line - 1] + column - 1 == offset
    assert column - 1 <= len(file.line(line))


def test_span_tells_its_words_and_place() -> None:
    span = Span(FILE, 11, 16)
    assert (span.text, span.place, span.line) == ("three", "some.rules:3:7", 3)


def test_spans_join_in_either_order() -> None:
    first, second = Span(FILE, 0, 3), Span(FILE, 5, 10)
    assert first.to(second) == second.to(first) == Span(FILE, 0, 10)


def test_files_are_equal_by_name_and_text() -> None:
    assert SourceFile("a", "x") == SourceFile("a", "x")
    assert SourceFile("a", "x") != SourceFile("a", "y")
    assert hash(SourceFile("a", "x")) == hash(SourceFile("a", "x"))


def test_a_sentence_goes_on_in_the_next_line() -> None:
    text = "narrow fits when a is 1 or   # one\n    b is 2 and\n\n    # two\n    c is 3      [T-A1]\n"
    (adjust,) = read(SourceFile("a.rules", text), Problems()).declarations
    assert isinstance(adjust, Adjust)
    assert adjust.condition.span.sentence == "a is 1 or b is 2 and c is 3"
    assert adjust.span.text.endswith("c is 3      [T-A1]")
    file = SourceFile("a.rules", "next\n")
    assert Span(file, 0, 4).sentence == "next"


def test_the_comment_above_a_span_is_that_of_the_lines_right_above() -> None:
    file = SourceFile("x", "# Far.\n\n# Near,\n#  and long.\nzone reeds\nzone bank\n")
    reeds, bank = (Span(file, at, at + 4) for at in (file.text.index("zone reeds"), file.text.index("zone bank")))
    assert (reeds.comment_above, bank.comment_above) == ("Near, and long.", "")
