"""Text to trees: where declarations are cut, and how mistakes are told."""

from __future__ import annotations

import unicodedata

import pytest
from lark import Token, Tree

from dsl.reading.parse import LONGEST_LINE, MOST_DIGITS, Piece, parse
from dsl.text.diagnostics import Problem, Problems
from dsl.text.source import LONGEST_FILE, SourceFile
from tests.support.tiny import compiled, problems

BACKTICKS = "put the name between two backticks, on one line"
NO_COLON = "put a colon behind it: `define …: VALUE`, or its cases on lines below"
ZONE = (
    "such a line reads `zone NAME: pile, hidden` or `zone NAME per player: heap, private`, or "
    "`zone NAME: heap, public, limit 5`; for more, see `zone` in the language reference"
)
HOLDS_WITH = "a name that contains `with` stands in backticks: `bread with salt`"
WON = 'such a line reads `won "Sentence."`'
VALUE = "such a line reads `define NAME: VALUE` or `define NAME(card): VALUE`, or `define NAME(NAME: KIND): VALUE`"
NOT = (
    "a condition reads `VALUE is VALUE` or `VALUE is not VALUE`, or `NUMBER is at least NUMBER`; such a line reads "
    "`define NAME: VALUE`"
)
ALIKE = "lines of one block begin in the same column; indent a block by two spaces"


def parsed(text: str) -> tuple[list[Piece], list[Problem]]:
    problems = Problems()
    return parse(SourceFile("a.rules", text), problems), problems.found


def wrong(text: str) -> list[tuple[str, str, int, str, str]]:
    """Code, message, line, underlined words and help of what is wrong with a text."""
    _, problems = parsed(text)
    return [(p.code, p.message, p.span.line, p.span.text, p.help) for p in problems if p.span]


def rules(tree: Tree[Token]) -> list[str]:
    return [str(child.data) for child in tree.children if isinstance(child, Tree)]


def test_a_piece_for_each_declaration() -> None:
    text = "# first\n\nzone a: pile, public # here\nevent b\n\n  # within\n  shuffle a\n\nevent c\n"
    pieces, problems = parsed(text)
    assert problems == []
    assert [(rules(piece.tree), piece.offset) for piece in pieces] == [
        (["zone"], text.index("zone")),
        (["event"], text.index("event b")),
        (["event"], text.index("event c")),
    ]


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment", "#\n  # indented\n", "   \n\t\n"])
def test_nothing_is_nothing(text: str) -> None:
    assert parsed(text) == ([], [])


def test_the_last_line_needs_no_end() -> None:
    pieces, problems = parsed("event b\n  shuffle a")
    assert (len(pieces), problems) == (1, [])


def test_tabs_and_other_line_ends() -> None:
    pieces, problems = parsed("event b\r\n\tshuffle a\r\n\tshuffle a\r\n")
    assert (len(pieces), problems) == (1, [])


@pytest.mark.parametrize(
    "name", ["discard key", "move", "when to go", "`top of the deck`", "día 2", "player's", "zone\u0301"]
)
def test_names(name: str) -> None:
    name = unicodedata.normalize("NFD", name)
    pieces, problems = parsed(f"event {name}\n" if name != "when to go" else "event `when to go`\n")
    assert (len(pieces), problems) == (1, [])


def test_a_broken_declaration_hides_no_other() -> None:
    pieces, problems = parsed("zone a: pil, public\nzone b: pile, public\nevnet c\n")
    assert [piece.tree.children[0].children[0].children for piece in pieces] == [["b"]]  # type: ignore[union-attr]
    assert [(p.span.line, p.help) for p in problems if p.span] == [
        (1, "did you mean `pile`?"),
        (3, "did you mean `event`?"),
    ]


def test_mistakes_within_one_declaration_are_all_found() -> None:
    text = """\
event a
  shufle b
  shuffle b
  if any card in b
    mvoe card to b
  repeat 2
    shuffle b
  drw from b to c as d
"""
    assert [(line, words) for _, _, line, words, _ in wrong(text)] == [(2, "shufle"), (5, "mvoe"), (6, "2")]


def test_a_mistake_in_the_first_line_of_a_block_is_one_mistake() -> None:
    assert [line for _, _, line, _, _ in wrong("evnet a\n  shufle b\n")] == [1]
    assert [line for _, _, line, _, _ in wrong("event a\n  fi any card in b\n    shuffle b\n  shuffle b\n")] == [2]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("win onyl when a", ("syntax", "`onyl` isn't allowed here", "onyl", "did you mean `only`?")),
        ("define a 3", ("syntax", "the line ends too early", "3", NO_COLON)),
        ("lose if a", ("syntax", "`if` isn't allowed here", "if", "say `lose when …`")),
        ('won "abc', ("syntax", "this text isn't closed", '"', 'close it with `"` on the same line')),
        ("zone `a: pile", ("syntax", "this isn't a valid name in backticks", "`", BACKTICKS)),
        ("zone ` `: pile", ("syntax", "this isn't a valid name in backticks", "`", BACKTICKS)),
        ("event a [7]", ("syntax", "this isn't a rule number", "[", "rule numbers look like [O-B1] or [O-B1, O-B2]")),
        ("zone end of turn", ("syntax", "`of` isn't allowed here", "of", ZONE)),
        ("zone bread with salt: heap, public", ("syntax", "`with` isn't allowed here", "with", HOLDS_WITH)),
        ("event a b c d, mvoe", ("syntax", "`mvoe` isn't allowed here", "mvoe", "did you mean `move`?")),
        ("define a: not", ("syntax", "the line ends too early", "t", NOT)),
        ("define a: =", ("syntax", "`=` isn't allowed here", "=", VALUE)),
        ("players 1 too 2", ("syntax", "`too` isn't allowed here", "too", "did you mean `to`?")),
        ("won %", ("syntax", "`%` isn't allowed here", "%", WON)),
    ],
)  # fmt: skip
def test_what_is_said_of_a_line(text: str, told: tuple[str, str, str, str]) -> None:
    ((code, message, line, words, help_),) = wrong(text)
    assert line == 1
    assert (code, message, words) == told[:3]
    assert help_ == told[3]


def test_signs_are_spelled_as_they_are_written() -> None:
    ((*_, help_),) = wrong("define a: (b")
    assert "`)`" in help_
    assert "\\" not in help_


def test_a_first_word_that_nobody_knows() -> None:
    ((*_, help_),) = wrong("event a\n  qqqqq\n")
    assert help_.startswith("if this is an event, say `do qqqqq`; statements begin with `move`, `turn`, `lay`,")
    ((*_, help_),) = wrong("qqq")
    assert help_.startswith("declarations begin with `kind`, `cards`, `card`,")


def test_words_of_the_author_in_a_form() -> None:
    ((*_, help_),) = wrong("event a\n  qqqqq coins to coins + 2\n")
    assert help_ == "say `set coins to coins + 2`"
    ((*_, help_),) = wrong("kind bird\n  waits in sky, then gone, asking sign\n")
    assert help_ == "say `active in sky, then gone, asking sign`"
    ((*_, help_),) = wrong("event a\n  shuffle\n")
    assert help_ == "complete it: `shuffle ZONE`"
    ((*_, help_),) = wrong("event race\nnumber throws in race: 0 to 3\n")
    assert help_ == "say `number throws during race: 0 to 3`"
    ((*_, help_),) = wrong("number throws in race: 0 to 3\n")
    assert help_ == (
        "if it lasts as long as an event, say `number throws during race: 0 to 3`; a name that contains `in` stands in "
        "backticks: `throws in race`"
    )


MISSING = "an indented block is missing here"
NO_BLOCK = "this line is indented, but the line above it can't have a block"
ODD = "this line lines up with none above it"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("before a\nevent b\n", (MISSING, 1, "indent the lines that belong to this one by two spaces")),
        ("event b\n  if c\n  do d\n", (MISSING, 2, "indent the lines that belong to this one by two spaces")),
        ("zone a: pile, public\n    b\n", (NO_BLOCK, 2, ALIKE)),
        ("event a\n    shuffle b\n  shuffle b\n", (ODD, 3, ALIKE)),
        ("event a\n  if b\n      shuffle b\n    shuffle b\n", (ODD, 4, ALIKE)),
        ("event a\n  shuffle b\n\tshuffle b\n", (NO_BLOCK, 3, ALIKE)),
    ],
)
def test_indentation(text: str, told: tuple[str, int, str]) -> None:
    ((code, message, line, _, help_),) = wrong(text)
    assert (code, message, line, help_) == ("indentation", *told)


@pytest.mark.parametrize(
    "text",
    [
        "event a\n  if b and\n      c or   # as well\n\n     d\n    do e\n  do f\n",
        "zone a: pile,\n  public\n",
        "event a\n\tif b and\n\t\t\tc\n\t\tdo e\n",
        "define a: b or\n  c",
    ],
)
def test_a_line_that_goes_on(text: str) -> None:
    pieces, problems = parsed(text)
    assert (len(pieces), problems) == (1, [])


@pytest.mark.parametrize("text", ["define a: b and\n", "event a\n  if b or  # c\n  do d\n", "zone a: pile,\n"])
def test_a_line_that_goes_on_nowhere(text: str) -> None:
    (_, message, _, _, help_), *_ = wrong(text)
    assert (message, help_) == (
        "the line ends too early",
        "indent the next line, in which it continues, deeper than this one",
    )


@pytest.mark.parametrize(
    "char", ["\0", "\x1b", "\x9b", "\x85", "\xa0", "\u200b", "\u2028", "\u202e", "\ufeff", "\ud800"]
)
def test_characters_that_are_no_text(char: str) -> None:
    ((code, message, line, words, help_),) = wrong(f'won "a{char}b"\n')
    assert (code, line, words) == ("not-text", 1, char)
    assert f"(code {ord(char):#x})" in message
    assert help_


def test_a_blank_from_a_web_page() -> None:
    ((_, message, _, words, help_),) = wrong("zone\xa0a: pile, public\nzone\xa0b: pile, public\n")
    assert (message, words) == ("this is a no-break space, not an ordinary one (code 0xa0)", "\xa0")
    assert help_ == "replace it with an ordinary space, and any others in the file: text from web pages often has them"
    ((_, message, *_),) = wrong("zone\u2003a: pile, public\n")
    assert message == "this is an unusual space (em space), not an ordinary one (code 0x2003)"
    ((_, message, _, _, help_),) = wrong("\ufeffzone a: pile, public\n")
    assert (message, help_) == ("this is a byte order mark (code 0xfeff)", "delete it, wherever it appears")


def test_bytes_that_are_no_text() -> None:
    assert wrong('won "\ufffd"\n')[0][:2] == ("not-text", "this isn't UTF-8")


def test_letters_of_all_scripts_are_text() -> None:
    assert wrong('won "Ünïcödé — 夢の迷宮 👩‍👧"\n') == []


def test_too_large() -> None:
    assert wrong("#" * (LONGEST_FILE + 1))[0][0] == "too-large"
    assert wrong("# a\n#" + "b" * LONGEST_LINE)[0][:3] == (
        "too-large",
        f"a line holds at most {LONGEST_LINE:,} characters",
        2,
    )
    code, message, _, words, _ = wrong("define a: 12345678\n")[0]
    assert (code, message, words) == ("too-large", f"a number has at most {MOST_DIGITS} digits", "12345678")
    assert wrong('# 12345678 ((((((((((((((((((((((((((((((((((((((((((((((((\nwon "12345678"\n') == []


def test_too_deep() -> None:
    assert wrong("define a: " + "(" * 50 + "1" + ")" * 50)[0][0] == "too-deep"
    deep = "".join(" " * (2 * n) + "if a\n" for n in range(1, 60))
    assert [(code, message) for code, message, *_ in wrong(f"event a\n{deep}")] == [
        ("too-deep", "this is indented by more than 80 spaces")
    ]
    assert wrong("# " + "(" * 50) == []


def test_letters_with_marks() -> None:
    text = "zone मेज़: heap, public\nzone façade: heap, public\nevent चलो (पत्ता)\n  move पत्ता to मेज़\n"
    use = "add to turn\n  option दिखाओ <card in hand>\n    do चलो(card)\nafter चलो\n  move मेज़ to façade\nlose when "
    every = f'{text}{use}number of card in façade is 3 or number of card in मेज़ is 2, "x"\n'
    for form in ("NFC", "NFD"):
        program = compiled(unicodedata.normalize(form, every))
        names = [place.name for place in program.places[-2:]]
        assert names == [unicodedata.normalize("NFC", name) for name in ("मेज़", "façade")]
    half = unicodedata.normalize("NFD", text) + unicodedata.normalize("NFC", every.removeprefix(text))
    assert problems(half) == []


def test_letters_that_look_like_others() -> None:
    (problem,) = problems("after main\n  move deck to sроt\n")  # noqa: RUF001
    told = "`р` is a cyrillic small letter er here, and a latin small letter p there"  # noqa: RUF001
    assert problem.help == f"`spot` only looks the same: {told}"


def test_a_line_that_was_misread_makes_no_problem_of_the_indentation_below() -> None:
    text = "after rest\n  if points is 1\n      and player is player\n    set points to 1\n  set points to 2\n"
    assert [code for code, *_ in wrong(text)] == ["syntax"]
