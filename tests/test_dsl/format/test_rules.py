"""The layout of rules files: what moves, what stays, and what is left as it is."""

from __future__ import annotations

import pytest

from dsl.format.formatted import formatted
from dsl.format.lines import MARGIN
from dsl.reading.parse import LONGEST_LINE
from dsl.text.source import SourceFile, Span

PAD = " " * MARGIN
BROKEN = "event a\n     do   this thing that\n  draw x\n\n\n   # own\n  no:end\n"
TYPED_PART = "zone  a:heap,public\n\n\n# of  b\nzone  b:heap,public\nzone  c:heap,public\n"


def laid_out(text: str) -> str:
    return formatted(SourceFile("a.rules", text))


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("\n\nzone  a :pile ,hidden\n\n\n\nzone b: heap,public", "zone a: pile, hidden\n\nzone b: heap, public\n"),
        ("zone a: pile, hidden\nzone b: heap, public", "zone a: pile, hidden\nzone b: heap, public\n"),
        ("define a: 3+ -2 *( b -1+b-1 )\n", "define a: 3 + -2 * (b - 1 + b-1)\n"),
        ("define a(b : number,c): larger ( b,- c )\n", "define a(b: number, c): larger(b, -c)\n"),
        ("define a: number of ( card in b )\n", "define a: number of (card in b)\n"),
        ("zone ` a   or b `: heap, public\n", "zone `a or b`: heap, public\n"),
        ("event a\n\tmove b to c   face   down\n", "event a\n  move b to c face down\n"),
        ("event a\n    ask b\n       option c<card  in d>{ e }f,if g\n",
         "event a\n  ask b\n    option c <card in d> {e} f, if g\n"),
        ("lose when a, \"  as  it   stands\"\n", "lose when a, \"  as  it   stands\"\n"),
    ],
)  # fmt: skip
def test_words_are_one_blank_apart(typed: str, expected: str) -> None:
    assert laid_out(typed) == expected


def test_blocks_are_indented_by_two() -> None:
    typed = "event a\n\n    if b\n\n     # deep\n\n     do c\n    else\n         do d\n\n    do e\n"
    assert laid_out(typed) == "event a\n  if b\n    # deep\n\n    do c\n  else\n    do d\n\n  do e\n"


def test_lines_stay_broken_where_they_are() -> None:
    typed = "define a: b and\n c or # why\n\n   # so\n       d\n"
    assert laid_out(typed) == "define a: b and\n    c or  # why\n    # so\n    d\n"


def test_a_list_in_a_scenario_continues_by_two() -> None:
    typed = 'scenario a "b"\n given\n   deck: c,\n           d ( down ) ,\n    e(2)\n'
    assert laid_out(typed) == 'scenario a "b"\n  given\n    deck: c,\n      d (down),\n      e (2)\n'


def test_cells_stand_below_each_other() -> None:
    typed = "cards a in b\n |card|worth|\n #c\n\n | 中文  of {x} | - 5|\n |long long name|-|\n"
    assert laid_out(typed) == (
        "cards a in b\n"
        "  | card           | worth |\n"
        "  #c\n"
        "\n"
        "  | 中文 of {x}    | -5    |\n"
        "  | long long name | -     |\n"
    )  # fmt: skip


def test_a_row_that_is_broken_stays_so() -> None:
    typed = "cards a in b\n  |c|d|\n  |e,  # why\n     f|g|\n"
    assert laid_out(typed) == "cards a in b\n  | c | d |\n  | e,  # why\n      f | g |\n"


def test_citations_begin_at_the_margin() -> None:
    long = f'help a "{"b" * MARGIN}"'
    typed = f"event a[X-B1,X-B2]\n  option-less: no\nevent b   [X-A1]\n  do c\n{long}      [X-B1]\n"
    assert laid_out(typed).startswith("event a[X-B1,X-B2]\n  option-less: no\n")  # can't be parsed
    assert laid_out(typed).endswith(f"{'event b':{MARGIN}}[X-A1]\n  do c\n{long} [X-B1]\n")


def test_comments_on_the_right_stand_below_each_other() -> None:
    typed = "zone a: heap, public # one\nzone a longer name: heap, public#two\n\nzone b: heap, public    # three\n"
    assert laid_out(typed) == (
        "zone a: heap, public              # one\n"
        "zone a longer name: heap, public  #two\n"
        "\n"
        "zone b: heap, public  # three\n"
    )


def test_a_comment_below_one_on_the_right_continues_it() -> None:
    typed = "zone a: heap,public # one\n                    # two\n  # three\nzone b: heap, public\n"
    expected = "zone a: heap, public  # one\n                      # two\n  # three\nzone b: heap, public\n"
    assert laid_out(typed) == expected


def test_comments_on_lines_of_their_own_keep_their_block() -> None:
    typed = "event a\n   if b\n       do c\n       # of c\n   # of a\n# of the file\n  # so is this\nevent d\n"
    expected = "event a\n  if b\n    do c\n    # of c\n  # of a\n# of the file\n# so is this\nevent d\n"
    assert laid_out(typed) == expected


def test_comments_never_leave_a_block_for_one_that_is_closed() -> None:
    assert laid_out("event a\n# b\n  do c\n# d\n  do e\n") == "event a\n  # b\n  do c\n  # d\n  do e\n"


def test_a_broken_declaration_is_left_as_it_is() -> None:
    typed = f"zone  a: heap,public\n{BROKEN}\n\n\n# of b\nzone  b: heap,public\n"
    assert laid_out(typed) == f"zone a: heap, public\n{BROKEN}\n# of b\nzone b: heap, public\n"


@pytest.mark.parametrize("text", ["", "\n", "  \n\t\n"])
def test_nothing_stays_nothing(text: str) -> None:
    assert laid_out(text) == ""


@pytest.mark.parametrize(
    "text",
    [
        "zone\xa0 a:heap, public\n",
        f"cards a in b\n  |{'c' * 900}|d|\n" + "  |x|y|\n" * 999,
        f"cards a in b\n  | {'c' * 1100} | d |\n  | e | {'f' * 1100} |\n",
    ],
    ids=["no text", "a large table", "a wide table"],
)  # fmt: skip
def test_a_file_that_would_exceed_the_limits_is_left_as_it_is(text: str) -> None:
    assert max(map(len, text.split("\n"))) <= LONGEST_LINE
    assert laid_out(text) == text


def test_a_mark_in_front_of_a_file_hides_no_declaration() -> None:
    assert laid_out("\fzone  a:heap, public\n") == "zone a: heap, public\n"


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("a:", "zone a: heap, public\n\n# of  b\nzone  b:heap,public\nzone  c:heap,public\n"),
        ("of", TYPED_PART),
        ("b:", "zone  a:heap,public\n\n\n# of  b\nzone b: heap, public\nzone  c:heap,public\n"),
        ("zone  c", "zone  a:heap,public\n\n\n# of  b\nzone  b:heap,public\nzone c: heap, public\n"),
    ],
)
def test_only_the_declaration_at_a_place_is_laid_out(word: str, expected: str) -> None:
    source = SourceFile("a.rules", TYPED_PART)
    at = TYPED_PART.index(word)
    assert formatted(source, Span(source, at, at)) == expected
