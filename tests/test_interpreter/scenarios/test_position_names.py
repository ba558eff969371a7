"""Names in a scenario that its game hasn't: what an author is told who means something that is there."""

from __future__ import annotations

from textwrap import dedent

import pytest

from dsl.model.scenario import Scenario
from dsl.program.program import Program
from dsl.text.diagnostics import CompileError, Problem
from interpreter.scenarios.names import check_names
from interpreter.scenarios.scenario import check, run
from tests.support.scenarios import scenario
from tests.support.tiny import compiled

SHELVES = """\
places shelf: 1 to 3
zone laid per shelf: heap, public, named shelf
number lent per shelf: 0 to 9
after play
  if lent of shelf 2 is 0
    set lent of shelf 2 to 1
  move every card in laid of shelf 1 to spot
when players is 2
  zone loft: heap, public
  after play
    move every card in loft to spot
"""
LAMPS = """\
module lamps "Lamps" for tiny
kind lamp
cards lamp in oil
  | card    | count |
  | lantern | 2     |
zone oil per player: heap, public
prompt glow: "What glows?", open to abilities
after play
  move every card in oil to spot
  ask glow
    option it
      shuffle deck
    option nothing else
      shuffle deck
"""
BOX = 'zone box: heap, public\nlose when number of card in box is at least 4, "Full."\n'
ABSENT = "it is declared in the module `lamps`, which isn't in play: write `with lamps` below the scenario's first line"


def helps(lines: str, program: Program | None = None) -> list[str]:
    """What is said of each mistake in a scenario."""
    found = run(program or compiled(BOX + SHELVES, LAMPS), scenario(dedent(lines)))
    return [problem.help for problem in found]


@pytest.mark.parametrize(
    ("entry", "help_"),
    [
        ("laid 2: nothing", "did you mean `shelf 2`?"),
        ("shelf 2 laid: nothing", "say `shelf 2: …`"),
        ("2 of laid: nothing", "say `shelf 2: …`"),
        ("laid: nothing", "what the rules call `laid` is `shelf 1`, `shelf 2`, `shelf 3` here"),
        ("oil: nothing", ABSENT),
        ("A oil: nothing", ABSENT),
        ("spot: lantern", ABSENT),
        ("loft: nothing", "it is declared in a section `when players is 2`"),
        ("spot: none", "a zone without cards holds `nothing`"),
        ("sopt: nothing", "did you mean `spot`?"),
    ],
)  # fmt: skip
def test_a_name_of_a_position(entry: str, help_: str) -> None:
    assert helps(f"given\n  {entry}") == [help_]


def test_a_name_that_is_compared() -> None:
    assert helps("given\n  deck: red one\nthen\n  oil: nothing\n  spot: lantern") == [ABSENT, ABSENT]


def test_a_prompt_of_another_module() -> None:
    assert helps("given\n  deck: red one\nplay\n  at glow\n    answer it") == [ABSENT]


BROKEN = BOX + 'invariant "no red card lies on the spot": not any piece in spot where colour is red\n'


def test_a_position_that_breaks_an_invariant() -> None:
    (problem,) = run(compiled(BROKEN), scenario("given\n  deck: red one, blue one\n  spot: red one"))
    assert problem.code == "scenario-position"
    assert problem.message == "the position laid out breaks what must always hold: no red card lies on the spot"
    assert problem.span
    assert problem.span.text == "given"
    assert [label.span.text.startswith("invariant") for label in problem.related] == [True]


def test_rules_that_break_an_invariant() -> None:
    lines = "given\n  deck: red one, blue one\n  hand: red one\nplay\n  at turn\n    answer play red one"
    (problem,) = run(compiled(BROKEN), scenario(lines))
    assert problem.code == "scenario-fault"


@pytest.mark.parametrize(
    ("lines", "message", "words"),
    [
        ("with stars, square", "no module is called `square`", "square"),
        ("options hue: red, size: big", "this game has no option `size`", "size"),
        ("players 2", "no module is called `players`", 'scenario one "One thing follows"'),
    ],
)
def test_where_a_game_is_asked_for(lines: str, message: str, words: str) -> None:
    def load(_: Scenario) -> Program:
        raise CompileError([Problem("unknown-module", message, None)])

    (problem,) = check(scenario(lines + "\ngiven\n  deck: nothing"), load)
    assert problem.span
    assert problem.span.text == words


SAYS = "a scenario says numbers, `yes` or `no`, and words"
DEFINED = """
zone box: heap, public
define supply: number of card in deck
define worth(card): if card is red one then 1 else 2
define first: leftmost of spot
before setup
  if supply is less than 9 and first is not none and worth of first is 2
    shuffle deck
"""


@pytest.mark.parametrize(
    ("lines", "help"),
    [
        ("given\n  supply: 3", "`supply` is a definition: its value can be said in `then`"),
        ("then\n  supply includes: red one", "`supply` is a definition, which is said as `supply: …`"),
        ("then\n  suply: 3", "did you mean `supply`?"),
        ("then\n  worth: 3", f"`worth` is a definition, but it needs arguments: {SAYS}"),
        ("then\n  first: red one", f"`first` is a definition, but it is a card: {SAYS}"),
    ],
)
def test_what_can_be_said_of_definitions(lines: str, help: str) -> None:
    begin = "" if lines.startswith("given") else "given\n  deck: red one\n  hand: blue one\n"
    program = compiled(DEFINED)
    one = scenario(begin + lines)
    (played,), (named,) = run(program, one), check_names(one, lambda _: program)
    assert (played.help, named.help) == (help, help)
