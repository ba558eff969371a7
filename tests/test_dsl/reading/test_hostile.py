"""Broken, hostile and enormous rules: nothing but problems comes of them, soon, and a game at worst ends in a fault."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from string import ascii_lowercase

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.lark import from_lark

import dsl
from dsl.reading import library
from dsl.reading.parser import made as lark_parser
from dsl.reading.read import read
from dsl.text import files
from dsl.text.diagnostics import Problems
from dsl.text.render import report
from interpreter import Game
from tests.support.tiny import LINES, TINY, compiled, problems
from tests.support.usually import usually_without

PATIENCE = 5.0
"""Seconds of processor time that a text may take."""

ONIRIM = {path.name: path.read_text("utf-8") for path in sorted(dsl.ruleset_folder("onirim").glob("*.rules"))}
MODULES = tuple(sorted(dsl.modules_of("onirim")))

PIECES = re.compile(r"\w+|[^\S\n]+|\n|[^\w\s]")
CUTS: tuple[Callable[[str], list[str]], ...] = (
    PIECES.findall,
    lambda text: text.splitlines(keepends=True),
    list,
)

VOCABULARY = sorted({piece for text in ONIRIM.values() for piece in PIECES.findall(text) if piece.strip()})


@contextmanager
def soon() -> Iterator[None]:
    begin = time.process_time()
    yield
    assert time.process_time() - begin < PATIENCE


def codes(*texts: str, modules: Sequence[str] = ()) -> set[str]:
    """The codes of what is wrong with these rules, which is found soon and can be shown."""
    with soon():
        found = problems(*texts, modules=tuple(modules))
        assert len(report(found)) < 100_000
    return {problem.code for problem in found}


def wrong_with(act: Callable[[], object]) -> Sequence[dsl.Problem]:
    """The problems that an act raises; anything else that it raises is a failure."""
    try:
        act()
    except dsl.CompileError as error:
        return error.problems
    return ()


def names(count: int) -> list[str]:
    """Names that are alike: `n a a a`, `n a a b`, …"""
    return [f"n{''.join(ascii_lowercase[i // 26**k % 26] for k in range(3))}" for i in range(count)]


def nested(opening: str, levels: int, inner: str, step: int = 1) -> str:
    """A line within itself; `#` in it is another letter each time."""
    lines = [" " * (2 + step * i) + opening.replace("#", f"v{names(levels)[i]}") for i in range(levels)]
    return "\n".join([*lines, " " * (2 + step * levels) + inner]) + "\n"


CALLED = "before main\n  do storm\n"

DEEP = {
    "brackets": "define a: " + "(" * 900 + "1" + ")" * 900 + "\n",
    "negations": "lose when " + "not " * 450 + 'no card in deck, "x"\n',
    "of": "define a: " + "colour of " * 180 + "red one\n",
    "selections": "lose when " + "any card in deck where " * 80 + 'yes, "x"\n',
    "quantifiers": "lose when " + "for every colour as c, " * 80 + 'no card in deck, "x"\n',
    "if": "event storm\n" + nested("if any card in deck", 77, "shuffle deck") + CALLED,
    "else": "event storm\n  if any card in deck\n    shuffle deck\n"
    + "  else if any card in deck\n    shuffle deck\n" * 1500
    + CALLED,
    "for each": "event storm\n" + nested("for each #: card in deck", 30, "shuffle deck") + CALLED,
    "repeat": "event storm\n" + nested("repeat 2 times", 30, "shuffle deck") + CALLED,
    "indented": "event storm\n" + nested("if any card in deck", 300, "shuffle deck") + CALLED,
}

ENORMOUS = {
    "one line": "#" * 10_000_000,
    "comments": "# nothing\n" * 1_000_000,
    "digits": "number n: 0 to " + "9" * 1_000_000 + "\n",
    "some digits": "number n: 0 to " + "9" * 1_500 + "\n",
    "a name": f"zone {'a' * 10_000}: pile, public\n",
    "a longish name": f"before main\n  do {'a' * 1_900}\n",
    "numbers": "".join(f"number {name}: 0 to 4\n" for name in names(5_000)),
    "the same number": "number n: 0 to 4\n" * 8_000,
    "prompts": "".join(f'prompt {name}: "?"\n' for name in names(5_000)),
    "zones": "".join(f"zone {name}: pile, public\n" for name in names(300)),
    "unknown events": "before main\n" + "".join(f"  do {name}\n" for name in names(5_000)),
    "unknown events like others": "".join(f"event {name}\n" for name in names(2_000))
    + "before main\n"
    + "".join(f"  do {name}x\n" for name in names(2_000)),
    "enum": f"enum big: {', '.join(names(60))}\n" + "".join(f"add {name} to big\n" for name in names(5_000)[60:]),
    "cards": "cards piece in deck\n  | card | count |\n" + "".join(f"  | {name} | 1 |\n" for name in names(5_000)),
    "copies": "card bulk is piece, 999999 in deck\n",
    "single cards": "kind mood\n  merry: yes or no\ncard bulk is mood, 999999 in deck\n",
    "hooks": "before main\n  shuffle deck\n" * 5_000,
    "option": 'option pace: 1 to 999999\nlose when pace is 3, "x"\n',
    "fact": "kind mood\n  merry: fact 0 to 999999\ncard joy is mood, 2 in deck\n",
    "mistakes": "event storm\n" + "  mvoe every card in hand to deck\n" * 5_000,
}

DOUBLED = {
    "definitions": 'lose when naaa is 2, "x"\n'
    + "".join(f"define {one}: {two} + {two}\n" for one, two in zip(names(40), names(41)[1:], strict=True))
    + f"define {names(41)[40]}: number of card in deck\n",
    "groups": "".join(f"group {one}: {two}, {two}\n" for one, two in zip(names(30), names(31)[1:], strict=True))
    + f"group {names(31)[30]}: deck\nbefore main\n  move every card in naaa to hand\n",
    "events": "".join(
        f"event {one}\n  do {two}\n  do {two}\n" for one, two in zip(names(50), names(51)[1:], strict=True)
    )
    + f"event {names(51)[50]}\n  shuffle deck\nbefore main\n  do naaa\n",
    "replacements": "event storm\n  shuffle deck\n" + "instead of storm\n  proceed\n  proceed\n" * 30 + CALLED,
    "quantifiers": f"enum big: {', '.join(names(60))}\n"
    'lose when for every big as a, any b: big where for every big as c, a is b or b is c, "x"\n',
}

CIRCLES = {
    "a definition": "define a: a\n",
    "definitions": "define a: b + 1\ndefine b: c\ndefine c: a\n",
    "a group": "group a: a\nbefore main\n  move every card in a to hand\n",
    "groups": "group a: b\ngroup b: a\nbefore main\n  move every card in a to hand\n",
    "a kind": "kind a is a\n",
    "kinds": "kind a is b\nkind b is c\nkind c is a\n",
    "a class": "class a: a where yes\n",
    "classes": "class a: b where yes\nclass b: a where yes\n",
    "an added option": "add to turn\n  option more\n    ask turn\n",
}

RUNAWAYS = {
    "an event": "event storm\n  if any card in deck\n    shuffle deck\n    do storm\n" + CALLED,
    "events": "event storm\n  do rain\nevent rain\n  if any card in deck\n    shuffle deck\n    do storm\n" + CALLED,
    "a hook": "event storm\nafter storm if any card in deck\n  shuffle deck\n  do storm\n" + CALLED,
    "setup": "after setup if any card in deck\n  do setup\n",
    "a loop": "event storm\n  repeat while any card in deck\n    shuffle deck\n" + CALLED,
    "a long loop": "event storm\n  repeat 999999 times\n    shuffle deck\n" + CALLED,
    "loops in loops": "event storm\n"
    + "".join(" " * (2 + 2 * i) + "repeat 9999 times\n" for i in range(5))
    + " " * 12 + "shuffle deck\n" + CALLED,
    "loops in events": "event storm\n  repeat 9999 times\n    do rain\n"
    "event rain\n  repeat 9999 times\n    do hail\nevent hail\n  repeat 9999 times\n    shuffle deck\n" + CALLED,
    "loops over cards in loops": "event storm\n  repeat 9999 times\n"
    + "".join(" " * (4 + i) + f"for each {name}: card in deck\n" for i, name in enumerate(names(11)))
    + " " * 15 + "shuffle deck\n" + CALLED,
    "a long loop in a loop that asks": "event storm\n  repeat 9999 times\n    ask turn\n      option wait\n"
    "        repeat 9999 times\n          shuffle deck\n" + CALLED,
    "a long loop in an event without end": "event storm\n  repeat 9999 times\n    shuffle deck\n"
    "  if any card in deck\n    do storm\n" + CALLED,
    "a question": "event storm\n  ask turn\n    option again\n      shuffle deck\n      ask again\n" + CALLED,
    "a game that asks nothing": """\
game quiet "Quiet"
zone row: line, public
card pebble is piece, 1 in row
kind piece
event setup
event main
  move every card in row to row
turn: main
win only when no card in row
""",
    "players": "players 1 to 2\nevent storm\n  repeat while any card in deck\n    shuffle deck\n"
    "    next player\n" + CALLED,
}  # fmt: skip


@pytest.mark.parametrize("name", usually_without(["if"], DEEP))
def test_deep(name: str) -> None:
    found = codes(DEEP[name])
    assert found
    assert found <= {"too-deep", "too-large", "overgrown"}


@pytest.mark.parametrize(
    "name",
    usually_without(
        ["unknown events like others", "unknown events", "cards", "comments", "numbers", "one line"], ENORMOUS
    ),
)
def test_enormous(name: str) -> None:
    assert codes(ENORMOUS[name])


@pytest.mark.parametrize("text", DOUBLED.values(), ids=DOUBLED)
def test_doubled(text: str) -> None:
    assert codes(text) == {"overgrown"}


@pytest.mark.parametrize("text", CIRCLES.values(), ids=CIRCLES)
def test_circles_are_told_once(text: str) -> None:
    with soon():
        (problem,) = problems(text)
    assert problem.code == "circular"
    assert problem.span
    assert problem.span.line > LINES


@pytest.mark.parametrize("name", RUNAWAYS)
@pytest.mark.parametrize("reference", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_rules_that_run_away_end_in_a_fault(name: str, reference: bool) -> None:
    program = compiled(RUNAWAYS[name])
    begin = time.process_time()
    game = Game(program, seed=1, reference=reference)
    assert time.process_time() - begin < 5 * PATIENCE
    assert game.outcome
    assert game.outcome.status == "fault"
    assert "0.rules:" in game.outcome.sentence


@pytest.mark.parametrize(
    "text",
    [
        "event storm\n" + nested("if any card in deck", 38, "shuffle deck") + CALLED,
        "event storm\n" + nested("if any card in deck", 18, "ask turn", 2)
        + " " * 40 + "option wait\n" + CALLED,
        "event storm\n" + nested("for each #: card in hand", 12, "shuffle deck") + CALLED,
        "event storm\n" + nested("repeat 1 times", 12, "shuffle deck") + CALLED,
        "event storm\n" + nested("repeat 1 times", 11, "ask turn", 2) + " " * 26 + "option wait\n" + CALLED,
        "lose when " + "not " * 98 + 'no card in deck, "x"\n',
        "lose when " + "number of card in deck + " * 40 + '1 is 2, "x"\n',
        "define a: " + "if any card in deck then " * 55 + "1" + " else 0" * 55 + '\nlose when a is 0, "x"\n',
        "lose when " + "any card in deck where " * 3 + 'no card in hand, "x"\n',
        "define a: " + "(" * 39 + "1" + ")" * 39 + '\nlose when a is 2, "x"\n',
    ],
)  # fmt: skip
def test_what_is_just_allowed_can_be_played(text: str) -> None:
    with soon():
        program = compiled(text)
    for reference in (False, True):
        game = Game(program, seed=1, reference=reference)
        for _ in range(10):
            if game.decision:
                game.choose(0)
        assert game.outcome is None or game.outcome.status != "fault"


@pytest.mark.parametrize("product", ["n * n", "(n + 1) * (0 - n)", "if n is 0 then n else n * n * n", "many * n"])
def test_numbers_stay_small(product: str) -> None:
    text = f"before main\n  let n: 3\n  repeat 9000 times\n    set n to {product}\n  set wind to n\n"
    text += 'number wind: 0 to 9\nlose when wind is 5, "x"\ndefine many: number of card in deck + 1000\n'
    for reference in (False, True):
        with soon():
            game = Game(compiled(text), seed=1, reference=reference)
        assert game.decision


@pytest.mark.slow
def test_long_chains() -> None:
    many = names(3_000)
    chain = list(pairwise(many))
    last = (
        f"event {many[-1]}(card)\n  move card to deck\nbefore main\n  for each card in hand\n    do {many[0]}(card)\n"
    )
    for pairs in (chain, chain[::-1]):
        begin = time.process_time()
        text = "".join(f"event {one}(card)\n  do {two}(card)\n" for one, two in pairs)
        assert problems(text + last) == []
        assert time.process_time() - begin < 5 * PATIENCE


RAW = {
    "nothing": (b"", {"no-game"}),
    "comments": (b"# nothing\n# at all", {"no-game"}),
    "NUL": (TINY.encode() + b"\0", {"not-text"}),
    "junk": (bytes(range(256)) * 8, {"not-text"}),
    "Latin 1": (TINY.encode() + 'won "été"\n'.encode("latin-1"), {"not-text"}),
    "a lone surrogate": (TINY.encode() + b'won "\xed\xa0\x80"\n', {"not-text"}),
    "UTF-16": (TINY.encode("utf-16"), {"not-text"}),
    "an escape": (TINY.encode() + b'won "\x1b[2J"\n', {"not-text"}),
    "another escape": (TINY.encode() + 'won "\x9b2J"\n'.encode(), {"not-text"}),
    "writing turned round": (TINY.encode() + 'won "\u202e"\n'.encode(), {"not-text"}),
    "byte order mark": (b"\xef\xbb\xbf" + TINY.encode(), set[str]()),
    "CRLF": (TINY.replace("\n", "\r\n").encode(), set[str]()),
    "CR": (TINY.replace("\n", "\r").encode(), set[str]()),
    "tabs": (TINY.replace("  ", "\t").encode(), set[str]()),
    "no last newline": (TINY.rstrip().encode(), set[str]()),
    "too much": (TINY.encode() + b"#" * 5_000_000, {"too-large"}),
    "backslashes": (TINY.encode() + rb'won "\n\x41\u0041\\"' + b"\n", set[str]()),
}


@pytest.mark.parametrize(("data", "expected"), RAW.values(), ids=RAW)
def test_bytes(data: bytes, expected: set[str], tmp_path: Path) -> None:
    tmp_path.joinpath("base.rules").write_bytes(data)
    with soon():
        found = wrong_with(lambda: dsl.load(tmp_path))
    assert {problem.code for problem in found} == expected
    assert report(found).replace("\n", "").isprintable()


def test_backslashes_stay_what_they_are() -> None:
    program = compiled('won "\\n\\x41"\n')
    assert "\\n\\x41" in [ending.sentence for ending in program.endings]


def test_only_files_are_read(tmp_path: Path) -> None:
    (tmp_path / "folder.rules").mkdir()
    for path in (tmp_path / "folder.rules", tmp_path / "missing.rules", Path("/dev/null/x.rules")):
        with pytest.raises(dsl.CompileError) as raised:
            dsl.load("onirim", [path])
        assert [problem.code for problem in raised.value.problems] == ["unreadable"]


def test_what_a_file_says_opens_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tmp_path.joinpath("base.rules").write_text(TINY + "requires `../../secret`\n", "utf-8")
    opened: list[Path] = []
    read = files.read_whole

    def noted(path: Path, most: int) -> bytes:
        opened.append(path)
        return read(path, most)

    monkeypatch.setattr(library, "read_whole", noted)
    with pytest.raises(dsl.CompileError):
        dsl.load(tmp_path)
    assert opened == [tmp_path / "base.rules"]


def test_three_mistakes_are_three_problems() -> None:
    text = 'lose when no crad in deck, "x"\nafter mian\n  shuffle deck\nevent storm\n  ask trun\n' + CALLED
    assert [problem.code for problem in problems(text)] == ["unknown-kind", "unknown-event", "unknown-prompt"]


@pytest.mark.parametrize(
    ("right", "wrong", "code"),
    [
        ("zone hand:", "zone hnad:", "unknown-zone"),
        ("zone spot:", "zone spto:", "unknown-zone"),
        ("kind piece", "kind peice", "unknown-kind"),
        ("enum colour:", "enum color:", "unknown-enum"),
        ("event play", "event paly", "unknown-event"),
        ("prompt turn:", "prompt trun:", "unknown-prompt"),
        ("| blue one | blue ", "| blue one | bleu ", "unknown-value"),
        ("do play", "do paly", "unknown-event"),
    ],
)
def test_one_slip_is_one_problem_with_a_guess(right: str, wrong: str, code: str) -> None:
    (problem,) = problems(TINY.replace(right, wrong, 1))
    assert problem.code == code
    assert problem.help.startswith("did you mean `")
    assert problem.help.removeprefix("did you mean `").removesuffix("`?") in (right + wrong)


def test_a_name_that_is_unknown_in_many_places_is_one_problem() -> None:
    (problem,) = problems("before main\n" + "  move every card in hnad to deck\n" * 10)
    assert problem.code == "unknown-zone"
    assert [label.text for label in problem.related] == ["and here"] * 3


def anything_but_a_crash(sources: Sequence[dsl.SourceFile], modules: Sequence[str], players: int) -> None:
    report(wrong_with(lambda: dsl.compile_ruleset(sources, dsl.Wanted(tuple(modules), players, {}))))


@given(st.text(max_size=300))
def test_any_text(text: str) -> None:
    anything_but_a_crash([dsl.SourceFile("any.rules", text)], (), 1)
    anything_but_a_crash([dsl.SourceFile("any.rules", TINY + text)], (), 1)


@given(st.lists(st.sampled_from([*VOCABULARY, " ", " ", "\n", "\n  ", "\n    "]), max_size=60))
def test_any_words(words: list[str]) -> None:
    anything_but_a_crash([dsl.SourceFile("any.rules", TINY + " ".join(words))], (), 1)


@st.composite
def mutated(draw: st.DrawFn) -> tuple[str, str]:
    """A rules file of Onirim, with a few lines, words or characters left out, doubled, swapped or replaced."""
    name = draw(st.sampled_from(sorted(ONIRIM)))
    text = ONIRIM[name]
    for _ in range(draw(st.integers(1, 4))):
        pieces = draw(st.sampled_from(CUTS))(text) or [""]
        at, other = draw(st.integers(0, len(pieces) - 1)), draw(st.integers(0, len(pieces) - 1))
        match draw(st.sampled_from(["delete", "copy", "swap", "insert", "replace"])):
            case "delete":
                del pieces[at]
            case "copy":
                pieces.insert(other, pieces[at])
            case "swap":
                pieces[at], pieces[other] = pieces[other], pieces[at]
            case "insert":
                pieces.insert(at, f" {draw(st.sampled_from(VOCABULARY))} ")
            case _:
                pieces[at] = draw(st.sampled_from(VOCABULARY))
        text = "".join(pieces)
    return name, text


@given(mutated(), st.sets(st.sampled_from(MODULES)), st.integers(1, 2))
def test_mutated_rules(change: tuple[str, str], modules: set[str], players: int) -> None:
    name, text = change
    sources = [dsl.SourceFile(each, text if each == name else whole) for each, whole in ONIRIM.items()]
    anything_but_a_crash(sources, sorted(modules), players)


DECLARED = {"_INDENT": st.just("  "), "_DEDENT": st.just(""), "FACE": st.just("face up")}


@pytest.mark.slow
@given(st.deferred(lambda: from_lark(lark_parser(), start="start", explicit=DECLARED)))
def test_near_misses(text: str) -> None:
    found = Problems()
    read(dsl.SourceFile("near.rules", text), found)
    anything_but_a_crash([dsl.SourceFile("near.rules", TINY + text)], (), 1)
