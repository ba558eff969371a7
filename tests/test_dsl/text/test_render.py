"""Problems as people, editors and programs see them."""

from __future__ import annotations

import json
import re
from textwrap import dedent

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.reading.highlight import pieces
from dsl.text.diagnostics import Label, Problem
from dsl.text.render import LONGEST_TEXT, WIDTH, as_json, excerpt, line, report, visible
from dsl.text.source import SourceFile, Span

FILE = SourceFile("game/base.rules", "zone hand\n\non draw\n  move 1 from hnad to box\n")
OTHER = SourceFile("game/more.rules", "zone hands\n")


def span(words: str, file: SourceFile = FILE) -> Span:
    start = file.text.index(words)
    return Span(file, start, start + len(words))


def shown(text: str, words: str, label: str = "") -> str:
    """The frame around `words` in `text`, without the two lines above it."""
    return excerpt(Problem("code", "message", span(words, SourceFile("f", text)), label)).split("\n", 2)[2]


def frame(text: str) -> str:
    return dedent(text).strip("\n")


FULL = Problem(
    "unknown-zone",
    "no zone is called `hnad`",
    span("hnad"),
    label="not declared",
    related=(Label(span("hand"), "this is"), Label(span("hands", OTHER), "so is this")),
    help="did you mean `hand`?\nelse declare it",
)


def test_excerpt_shows_every_place() -> None:
    assert excerpt(FULL) == frame("""
        error[unknown-zone]: no zone is called `hnad`
          at game/base.rules:4:15
        1 | zone hand
          |      ---- this is
        ...
        4 |   move 1 from hnad to box
          |               ^^^^ not declared
          and game/more.rules:1:6
        1 | zone hands
          |      ----- so is this
          help: did you mean `hand`?
                else declare it
        """)


def test_colour_adds_escapes_and_nothing_else() -> None:
    coloured = excerpt(FULL, colour=True)
    assert coloured.startswith("\x1b[1;31merror[unknown-zone]\x1b[0m")
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == excerpt(FULL)


def test_rules_are_in_colour_and_the_mistake_stands_out() -> None:
    here = SourceFile("a.rules", "event e\n  move every card in hnad to box\n")
    problems = [attrs.evolve(FULL, span=span("hnad", here))]
    coloured = report(problems, True, pieces)
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == report(problems, False, pieces) == report(problems)
    move, every, inside, to = (f"\x1b[35m{word}\x1b[0m" for word in ("move", "every", "in", "to"))
    assert f"   {move} {every} card {inside} hnad {to} box\n" in coloured
    bold = re.findall(r"\x1b\[1;31m([^\x1b]*)", coloured)
    assert bold == ["error[unknown-zone]", "^^^^ not declared"]


def test_colours_of_a_cropped_line_are_those_of_its_words() -> None:
    text = f"event e\n  let x: number of card in {'a' * WIDTH} + hnad\t+ 2 # \x01c\n"
    problem = Problem("code", "message", span("hnad", SourceFile("f.rules", text)))
    coloured = excerpt(problem, True, pieces)
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == excerpt(problem)
    assert "a + hnad    + 2 \x1b[2m# \\x01c\x1b[0m\n" in coloured


def test_a_problem_without_a_place() -> None:
    problem = Problem("no-game", "nothing is called `onirm`", None, help="did you mean `onirim`?")
    assert excerpt(problem) == "error[no-game]: nothing is called `onirm`\n  help: did you mean `onirim`?"
    assert line(problem) == "error[no-game]: nothing is called `onirm`"
    assert as_json(problem)["place"] is None


def test_two_places_on_one_line_share_it() -> None:
    problem = Problem("twice", "twice", span("hnad"), related=(Label(span("move"), "here"),))
    assert excerpt(problem).endswith("4 |   move 1 from hnad to box\n  |   ---- here\n  |               ^^^^")


def test_line_is_what_editors_read() -> None:
    assert line(FULL) == "game/base.rules:4:15: error[unknown-zone]: no zone is called `hnad`"


def test_line_is_one_line() -> None:
    problem = Problem("code", "first\nsecond", Span(SourceFile("a\nb", "x"), 0, 1))
    assert line(problem) == "a b:1:1: error[code]: first second"


def test_json_is_data() -> None:
    data = json.loads(json.dumps(as_json(FULL)))
    assert data["code"] == "unknown-zone"
    assert data["place"] == {"file": "game/base.rules", "line": 4, "column": 15, "end_line": 4, "end_column": 19}
    assert [other["text"] for other in data["related"]] == ["this is", "so is this"]
    assert data["help"] == FULL.help


def test_report_counts() -> None:
    assert report([]) == ""
    assert report([FULL]).endswith("\n\n1 problem")
    assert report(iter([FULL, FULL])) == f"{excerpt(FULL)}\n\n{excerpt(FULL)}\n\n2 problems"
    assert "\x1b[" in report([FULL], colour=True)


def test_a_span_of_several_lines() -> None:
    assert shown("on draw\n  one\n\n  two  \nend", "draw\n  one\n\n  two  \n", "all this") == frame("""
        1 | on draw
          |    ^^^^
        2 |   one
          |   ^^^
        ...
        4 |   two
          |   ^^^ all this
        """).replace("two\n", "two  \n")


def test_a_long_span_is_cut_in_the_middle() -> None:
    text = "\n".join(f"row {number}" for number in range(1, 21))
    assert shown(text, text, "too many") == frame("""
         1 | row 1
           | ^^^^^
         2 | row 2
           | ^^^^^
         3 | row 3
           | ^^^^^
         4 | row 4
           | ^^^^^
        ...
        20 | row 20
           | ^^^^^^ too many
        """)


@pytest.mark.parametrize("end", ["", "\n"])
def test_the_end_of_the_line_is_underlined_after_it(end: str) -> None:
    file = SourceFile("f", f"zone{end}")
    assert excerpt(Problem("code", "message", Span(file, 4, 4 + len(end)))).endswith("1 | zone\n  |     ^")


def test_the_end_of_the_file_is_shown_with_the_line_above() -> None:
    file = SourceFile("f", "on draw\n\n")
    problem = Problem("code", "message", Span(file, 9, 9), "a rule is missing here")
    assert excerpt(problem).endswith("at f:3:1\n1 | on draw\n3 |\n  | ^ a rule is missing here")


def test_an_empty_file() -> None:
    assert excerpt(Problem("code", "message", Span(SourceFile("f", ""), 0, 0))).endswith("at f:1:1\n1 |\n  | ^")


def test_a_span_outside_its_file_is_put_inside() -> None:
    problem = Problem("code", "message", Span(SourceFile("f", "zone"), 70, 80))
    assert line(problem) == "f:1:5: error[code]: message"
    assert excerpt(problem).endswith("1 | zone\n  |     ^")


def test_tabs_are_four_blanks() -> None:
    assert shown("\ta\tb", "b") == "1 |     a    b\n  |          ^"


def test_wide_and_combining_characters_keep_the_underline_in_place() -> None:
    assert shown("夢 x\u0301 b夢", "b夢") == "1 | 夢 x\u0301 b夢\n  |      ^^^"


def test_windows_line_ends_are_not_shown() -> None:
    assert shown("zone\r\nhand\r\n", "hand") == "2 | hand\n  | ^^^^"


def test_a_long_line_is_cropped_around_the_words() -> None:
    source, mark = shown("a" * 500 + "BAD" + "b" * 500, "BAD", "here").split("\n")
    assert re.fullmatch(r"1 \| \.\.\.a{30}BADb{67}\.\.\.", source)
    assert mark.index("^^^ here") == source.index("BAD")


def test_the_start_of_a_long_line_stays_if_the_words_are_there() -> None:
    source, mark = shown("BAD" + "b" * 500, "BAD").split("\n")
    assert source == "1 | BAD" + "b" * (WIDTH - 3) + "..."
    assert mark == "  | ^^^"


def test_places_far_apart_on_a_long_line_are_shown_one_by_one() -> None:
    file = SourceFile("f", "ONE" + "a" * 500 + "TWO")
    problem = Problem("code", "message", span("TWO", file), related=(Label(span("ONE", file), "first"),))
    rows = excerpt(problem).split("\n")[2:]
    assert [row[:7] for row in rows] == ["1 | ONE", "  | ---", "1 | ...", "  |    "]
    assert rows[3].index("^^^") == rows[2].index("TWO")


def test_an_underline_ends_where_the_line_is_cropped() -> None:
    source, mark = shown("a" * 500, "a" * 500).split("\n")
    assert len(mark) == len(source) - len("...")


@pytest.mark.parametrize(
    ("raw", "escaped"),
    [("\x1b[2J", r"\x1b[2J"), ("\x00", r"\x00"), ("\u202e", r"\u202e"), ("\ud800", r"\ud800"), ("\xa0", r"\xa0")],
)
def test_what_cannot_be_seen_is_escaped_everywhere(raw: str, escaped: str) -> None:
    assert visible(f"a{raw}") == f"a{escaped}"
    place = Span(SourceFile(f"f{raw}", f"a{raw}b BAD"), 3 + len(raw), 6 + len(raw))
    text = excerpt(Problem(f"c{raw}", f"m{raw}", place, f"l{raw}", (Label(place, f"r{raw}"),), f"h{raw}"))
    assert raw not in text
    assert text.count(escaped) == 7
    source, mark = text.split("\n")[2:4]
    assert mark.index("^^^") == source.index("BAD")
    assert raw not in line(Problem("code", f"m{raw}", place))


def test_a_long_message_loses_its_middle() -> None:
    text = line(Problem("code", f"no zone is called `{'x' * 10_000}`", None))
    assert len(text) < LONGEST_TEXT + 50
    assert "xxx ... xxx" in text
    assert text.endswith("x`")


anything = st.text(alphabet=st.one_of(st.sampled_from("ab \t\r\n\x1b\u202e夢\u0301"), st.characters()), max_size=300)


@given(anything, st.integers(-5, 320), st.integers(-5, 320), anything)
def test_any_span_of_any_text_can_be_shown(text: str, start: int, end: int, words: str) -> None:
    place = Span(SourceFile(words, text), start, end)
    problem = Problem("code", words, place, words, (Label(Span(place.file, end, start), words),), words)
    shown = report([problem])
    assert all(char.isprintable() or char == "\n" for char in shown)
    assert "^" in shown
    assert "\n" not in line(problem)
    assert line(problem).isprintable()
    json.dumps(as_json(problem))


def test_the_line_above_is_escaped_and_cropped_too() -> None:
    file = SourceFile("f", "\x1b" + "a" * 500 + "\n\n")
    above = excerpt(Problem("code", "message", Span(file, 502, 502))).split("\n")[2]
    assert above == "1 | \\x1b" + "a" * (WIDTH - 4) + "..."
