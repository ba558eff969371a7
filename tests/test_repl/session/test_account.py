"""What is told of a game whose trace is far too long to be read."""

from __future__ import annotations

from interpreter import Game, View, ZoneView
from repl.saves.timeline import Timeline
from repl.session.account import MOST_NEWS, MOST_SHOWN, Account, changes
from tests.support.tiny import compiled

RULES = """\
game wheel "Wheel"
players 1 to 2
kind seed
cards seed in sack
  | card | count |
  | oat  | 5     |
zone sack: pile, hidden
zone row: line, public
number turned: 0 to 9
prompt turn: "What do you do?", must be answered
event setup
  shuffle sack
turn: main
event main
  ask turn
    option sow
      move top of sack to row
    option spin
      repeat 60 times
        repeat 100 times
          set turned to turned + 1
          set turned to 0
    option stir
      repeat 999 times
        move top of sack to row
        move rightmost of row to sack
        shuffle sack
    option shake
      repeat 999 times
        move top of sack to row
        move rightmost of row to sack
    option dig
      do dig
    option break
      set turned to 9
  next player
event dig
  if any seed in sack
    shuffle sack
    do dig
win only when no seed in sack
lose when turned is 9, "It came off."
"""


def test_of_very_much_the_beginning_and_the_end_are_told() -> None:
    timeline = Timeline(Game(compiled(RULES), 1, reference=True))
    timeline.give(("spin",))
    told = Account(timeline.game.program, timeline, "A").reasons(1)
    events = len(timeline.game.trace)
    assert events > 20 * MOST_SHOWN
    assert len(told) == 2 * MOST_SHOWN + 1
    assert f"({events - len(timeline.after(0).trace) - 2 * MOST_SHOWN:,} more)" in told[MOST_SHOWN]
    assert "spin" in told[0]


def test_of_little_all_is_told() -> None:
    timeline = Timeline(Game(compiled(RULES), 1, reference=True))
    timeline.give(("sow",))
    told = Account(timeline.game.program, timeline, "A").reasons(1)
    assert len(told) == len(timeline.game.trace) - len(timeline.after(0).trace)


def test_of_much_news_the_beginning_and_the_end_are_told() -> None:
    timeline = Timeline(Game(compiled(RULES), 1, reference=True))
    timeline.give(("stir",))
    told = Account(timeline.game.program, timeline, "A").news(0)
    assert told[MOST_NEWS].endswith("more) …")
    assert len(told) == 2 * MOST_NEWS + 1


def test_of_a_long_route_the_beginning_and_the_end_are_told() -> None:
    timeline = Timeline(Game(compiled(RULES), 1, reference=True))
    timeline.give(("shake",))
    told = Account(timeline.game.program, timeline, "A").news(0)
    assert told == ("shake", "oat: sack → row → sack → row → … → row → sack → row → sack")


def test_rules_that_start_themselves_again_are_told_within_bounds() -> None:
    timeline = Timeline(Game(compiled(RULES), 1, reference=True))
    timeline.give(("dig",))
    told = Account(timeline.game.program, timeline, "A").reasons(1)
    assert 590 <= len(told) < 610
    assert max(map(len, told)) < 100


def test_one_hidden_card_is_one_card() -> None:
    def view(size: int) -> View:
        return View("A", "A", (ZoneView("A hand", "hand", "A", None, size),), (), (), None)

    assert changes(view(1), view(3)) == ("A hand: 1 card, now 3",)
    assert changes(view(3), view(1)) == ("A hand: 3 cards, now 1",)


def test_many_cards_on_one_route_are_counted() -> None:
    many = RULES.replace("| 5     |", "| 30    |").replace(
        "      move top of sack to row", "      move every seed in sack to row"
    )
    timeline = Timeline(Game(compiled(many), 1, reference=True))
    timeline.give(("sow",))
    assert "30 × oat: sack → row" in Account(timeline.game.program, timeline, "A").news(0)


SALE = """\
game sale "Sale"
kind seed
  worth: number
cards seed in sack
  | card | worth |
  | oat  | 3     |
  | rye  | 5     |
zone sack: heap, public
zone sold: heap, public
prompt turn: "What do you do?"
event setup
turn: main
event main
  ask turn
    option sell <seed in sack> for {worth of seed}
      move seed to sold
    option rest
win only when no seed in sack
"""


def test_answers_are_told_with_the_values_in_their_words() -> None:
    timeline = Timeline(Game(compiled(SALE), 1, reference=True))
    timeline.give(("sell rye for",))
    account = Account(timeline.game.program, timeline, "A")
    assert account.answers(1) == ("sell rye for 5",)
    assert account.news(0) == ("sell rye for 5", "rye: sack → sold")
