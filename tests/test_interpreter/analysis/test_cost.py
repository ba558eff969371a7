"""A step of the game that is too much work is stopped, at the same point in both executors."""

from __future__ import annotations

import pytest

from dsl.program.instructions import ROUND_LIMIT
from interpreter.analysis.cost import costs_of
from interpreter.game.game import Game
from tests.support.lockstep import compare
from tests.support.tiny import LINES, compiled

LETTERS = "abcdefghijklmnopqrstuvwxyz"
MORE = f"{LETTERS}äåæçèéëñøöüœß"

HEAD = "cards piece in hand\n  | card | colour | count |\n"
MANY = HEAD + "".join(f"  | c{a} | red | 2 |\n" for a in LETTERS)

PROMPT = 'prompt which: "Which?"\nzone few: heap, public\n'

MUCH = f"the rules had more to do than in {ROUND_LIMIT:,} rounds of a loop"


def fault(text: str) -> tuple[str, int]:
    """What is said of the fault of rules that are added to a game, and at which of their lines."""
    program = compiled(text)
    fast, plain = Game(program, 1), Game(program, 1, reference=True)
    compare(fast, plain)
    assert fast.outcome is not None
    assert fast.outcome.status == "fault"
    return fast.outcome.sentence, int(fast.outcome.place.split(":")[1]) - LINES - text.count("\n", 0, text.index("*"))


def choosing(words: str) -> str:
    option = f"  ask which\n    option {words}\n      do play(some card in few)\n    option none\n"
    return f"{MANY}{PROMPT}#*\nbefore main\n  move deck to few\n{option}"


@pytest.mark.parametrize(
    "words",
    [
        "take <a: card in hand> <b: card in hand> <c: card in hand> <d: card in hand> <e: card in hand>",
        "take <a: card in hand> <b: card in hand> <c: card in hand> <d: card in hand where d is a and a is not b>",
        "take <a: some of few> <b: some of few> <c: some of few> <d: some of few> <e: some of few>",
    ],
)
def test_an_option_about_too_many_things(words: str) -> None:
    sentence, line = fault(choosing(words))
    assert MUCH in sentence
    assert line == 5


def test_more_answers_than_anybody_can_read() -> None:
    which = "    option take <a: card in hand> <b: card in hand> <c: card in hand>\n      do play(some card in few)\n"
    many = HEAD + "".join(f"  | c{a} | red | 1 |\n" for a in MORE[:33])
    sentence, _ = fault(f"{many}{PROMPT}#*\nbefore main\n  move deck to few\n  ask which\n{which}    option none\n")
    assert "there are more than 33,000 answers to the prompt `which`" in sentence


@pytest.mark.slow
def test_questions_about_cards_within_questions_about_cards() -> None:
    where = "any a: card in hand where any b: card in hand where any c: card in hand where a is b and b is c and c is x"
    loop = f"    repeat 9 times\n      if {where}\n        move deck to hand\n"
    sentence, line = fault(f"{MANY}#*\nbefore main\n  for each x: card in hand\n{loop}")
    assert MUCH in sentence
    assert line == 5


@pytest.mark.slow
def test_much_in_each_round_of_a_loop() -> None:
    much = "    set size to size + number of (card in hand where colour is red)\n" * 40
    size = "number size: 0 to 9\nafter main if size is 1\n  shuffle deck\n"
    sentence, line = fault(f"{MANY}{size}#*\nbefore main\n  repeat 5000 times\n{much}")
    assert MUCH in sentence
    assert line == 3


@pytest.mark.slow
def test_much_between_questions_that_answer_themselves() -> None:
    much = "        set size to size + number of (card in hand where colour is red)\n" * 90
    ask = f"#*\nbefore main\n  repeat 5000 times\n    ask which\n      option go on\n{much}"
    size = "number size: 0 to 9\nafter main if size is 1\n  shuffle deck\n"
    assert MUCH in fault(f"{MANY}{PROMPT}after main\n  move few to deck\n{size}{ask}")[0]


def test_what_is_little_costs_nothing() -> None:
    costs = costs_of(compiled(""))
    assert set(costs.blocks) == {0}
    program = compiled("before main\n  repeat 3 times\n    draw from deck to hand as card\n")
    assert not any(measured for _, measured in map(costs_of(program).of, program.procedures[0].body))


def test_zones_with_limits_are_short() -> None:
    ask = "before play\n  repeat 9 times\n    if any card in {} where colour of card is red\n      move deck to hand\n"
    zones = "zone small: heap, public, limit 2\nzone large: heap, public\nafter main\n  move large to small\n"
    rounds = []
    for zone in ("small", "large"):
        program = compiled(MANY + zones + ask.format(zone) * 30)
        body = next(each for each in program.procedures if each.event == "play").body
        rounds.append(costs_of(program).body(body))
    assert rounds[0] * 5 < rounds[1]
