"""A program learns from its own games, and what it learnt can be kept, read and given to changed rules."""

from __future__ import annotations

from functools import cache
from itertools import count

import pytest

import reverie
from dsl.program.program import Program
from interpreter.native.learning import Practice
from interpreter.players.named import KINDS, coding_of
from interpreter.players.policy import Policy, PolicyError
from interpreter.players.practice import net_of, practise
from tests.support.natively import compiler
from tests.support.tiny import compiled as tiny


@cache
def onirim(*modules: str) -> Program:
    return reverie.load("onirim", modules=modules)


@cache
def learnt() -> Policy:
    """A policy after some practice, by a clock that counts how often it is asked."""
    ticks = count()
    return practise(onirim(), lambda: float(next(ticks)), seconds=40)


def share_won(policy: Policy | None, playouts: int = 0, games: int = 1000) -> float:
    program = onirim()
    results = net_of(program, policy).play(7, games, playouts)
    return sum(program.endings[each.ending].status == "won" for each in results if each) / games


@pytest.fixture(autouse=True)
def _compiled() -> None:
    if compiler():
        pytest.skip(compiler())


def test_practice_helps() -> None:
    assert learnt().games > 1000
    assert share_won(None) < 0.01
    assert share_won(learnt()) > 0.02


def test_practice_goes_on_from_what_is_known() -> None:
    ticks, told = count(), list[Practice]()
    more = practise(
        onirim(), lambda: float(next(ticks)), seconds=20, known=learnt(), progress=lambda _, got: told.append(got)
    )
    assert more.games == learnt().games + sum(each.games for each in told)
    assert told[0].won / told[0].games > 0.02


def test_a_policy_comes_back_from_its_file() -> None:
    text = learnt().to_text()
    again = Policy.from_text(text)
    assert again == learnt()
    assert again.to_text() == text
    assert share_won(again) == share_won(Policy.from_text(text))


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": 2}', '{"format": 1, "words": []}'])
def test_anything_else_is_no_policy(text: str) -> None:
    with pytest.raises(PolicyError):
        Policy.from_text(text)


def test_a_damaged_policy_is_told() -> None:
    text = learnt().to_text()
    for at in range(0, len(text), 5003):
        with pytest.raises(PolicyError):
            Policy.from_text(text[:at])


def test_features_have_words_and_come_back_from_them() -> None:
    coding, keys = coding_of(onirim()), learnt().keys(onirim())
    assert len(keys) == len(learnt().weights)
    assert {coding.words(key) for key in keys} == set(learnt().weights)
    assert {words[0] for words in learnt().weights} <= set(KINDS)


def test_what_other_rules_share_is_used() -> None:
    program = onirim("towers")
    known = learnt().keys(program)
    assert 0 < len(known) <= len(learnt().weights)
    assert all(coding_of(program).words(key) in learnt().weights for key in known)


SCALES = """
prompt scales: "Which weight?"
number left: 0 to 9, starts at 3
number tried: 0 to 9
after setup
  ask scales
    option less
      set left to left - 1
      set tried to tried + 1
      ask again
    option more
      set left to left + 1
      set tried to tried + 1
      ask again
    option stop
      lose "Nothing was weighed."
win also when left is 0
lose when tried is 9, "It took too long."
table
  show "Left": left
"""


def test_what_an_option_leads_to_is_learnt() -> None:
    ticks, program = count(), tiny(SCALES)
    policy = practise(program, lambda: float(next(ticks)), seconds=5)
    led = {words[0] for words in policy.weights}
    assert {"becomes", "rises", "effect", "next"} <= led
    results = net_of(program, policy).play(9, 100)
    assert sum(program.endings[each.ending].status == "won" for each in results if each) > 80


MARKS = """
prompt next: "Which one?"
number right: 0 to 4
kind mark
  colour: colour
  done: yes or no shown "done"
zone marks: line, public
zone pieces: heap, public
zone used: heap, public
cards piece in pieces
  | card        | colour         | count |
  | {colour} bit | each of colour | 4     |
cards mark in marks
  | card          | colour         | count |
  | {colour} mark | each of colour | 2     |
define due: some mark in marks where not done
before setup
  shuffle marks
after setup
  ask next
    option take <piece in pieces>
      if colour of piece is not colour of due
        lose "It was another one's turn."
      set done of due to yes
      move piece to used
      set right to right + 1
      ask again
win also when right is 4
"""


def test_the_first_card_that_no_fact_marks_counts() -> None:
    ticks, program = count(), tiny(MARKS)
    policy = practise(program, lambda: float(next(ticks)), seconds=5)
    assert {"first", "like first"} <= {words[0] for words in policy.weights}
    results = net_of(program, policy).play(9, 100)
    assert sum(program.endings[each.ending].status == "won" for each in results if each) > 90


LAPS = """
prompt way: "Which way?"
zone here: heap, public
zone there: heap, public
after setup
  draw from deck to here
  ask way
    option on, if any card in here
      move here to there
      ask again
    option back, if any card in there
      move there to here
      ask again
    option sit
      lose "It led nowhere."
table
  show "Cards": number of card in there
"""


def test_a_player_who_goes_round_ends_the_game() -> None:
    program = tiny(LAPS)
    net = net_of(program)
    net.practise(0, 400, 0.03, 0.01, 1.0)
    net.settle()
    results = net.play(0, 50)
    assert all(each and each.decisions < 100 for each in results)


FERRY = """
prompt ferry: "What crosses?"
zone shore: heap, public
zone isle: heap, public
cards piece in shore
  | card  | colour | count |
  | wolf  | red    | 1     |
  | goat  | red    | 1     |
  | hay   | red    | 1     |
  | lamp  | red    | 1     |
  | rope  | blue   | 1     |
  | sail  | blue   | 1     |
  | oar   | blue   | 1     |
  | chart | blue   | 1     |
after setup
  ask ferry
    option over <card in shore>
      move card to isle
      ask again
    option back <card in isle>
      move card to shore
      ask again
    option rest
      lose "It led nowhere."
table
  show "Cards": number of card in isle
"""


def test_a_player_who_comes_no_nearer_ends_the_game() -> None:
    program = tiny(FERRY)
    net = net_of(program)
    net.write([(key, -9.0) for key in keys_of(program, "ferry: rest")], 1)
    assert {each.decisions for each in net.play(0, 20) if each} == {101}


def keys_of(program: Program, option: str) -> list[int]:
    """The key of the feature that is an option alone."""
    key = coding_of(program).key(("option", option))
    assert key is not None
    return [key]


DOORS = """
prompt door: "Which door?"
number opened: 0 to 3
after setup
  ask door
    option left
      lose "Left."
    option middle
      set opened to 3
    option right
      set opened to 1
win also when opened is 3
lose when opened is 1, "Right."
"""


def test_search_finds_the_way_that_wins() -> None:
    program = tiny(DOORS)
    results = net_of(program).play(0, 20, 30)
    assert [program.endings[each.ending].status for each in results if each] == ["won"] * 20
    assert len({each.ending for each in net_of(program).play(0, 20) if each}) > 1


def test_search_is_the_same_every_time() -> None:
    net = net_of(onirim(), learnt())
    assert net.play(3, 3, 20) == net.play(3, 3, 20) == net_of(onirim(), learnt()).play(3, 3, 20)
