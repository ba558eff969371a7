"""What is told of dice and of members that are picked: what fell, to those who may know it."""

from __future__ import annotations

from interpreter import Game
from repl.saves.timeline import Timeline
from repl.session.account import Account
from tests.support.tiny import compiled

RULES = """\
game lots "Lots"
players 1 to 2
kind seed
cards seed in sack
  | card | count |
  | oat  | 3     |
zone sack: pile, hidden
zone hand per player: heap, private
number cast: 0 to 9
prompt turn: "What do you do?", must be answered
event setup
  draw from sack to hand
turn: main
event main
  ask turn
    option roll
      roll 2 to 4 as pips
      set cast to pips
      pick player at random as whoever
      set cast to cast + (if whoever is player then 1 else 0)
    option seek
      pick player at random where any seed in hand of player as holder
      if holder is not none
        draw from sack to hand of holder
    option lose
      pick seed in hand at random as lost
      move lost to bottom of sack
win only when no seed in sack or cast is 9
"""


def news(players: int, answer: str, viewer: str) -> list[str]:
    timeline = Timeline(Game(compiled(RULES, players=players), 4, reference=True))
    timeline.give((answer,))
    return [*Account(timeline.game.program, timeline, viewer).news(0)]


def test_what_falls_is_told_to_everybody() -> None:
    for players, viewer in ((1, "A"), (2, "A"), (2, "B")):
        told = news(players, "roll", viewer)
        assert any(line.startswith("roll 2 to 4: ") for line in told)
        assert any(line.startswith("pick: ") for line in told)


def test_what_depends_on_hidden_cards_is_not_told() -> None:
    assert "pick: A" in news(1, "seek", "A")
    for viewer in ("A", "B"):
        assert not any("pick" in line for line in news(2, "seek", viewer))


def test_a_card_that_is_picked_is_told_to_those_who_see_it() -> None:
    assert "pick: oat" in news(2, "lose", "A")
    assert not any("pick" in line or "oat" in line for line in news(2, "lose", "B"))


def test_reasons_name_what_is_not_known_without_its_value() -> None:
    timeline = Timeline(Game(compiled(RULES, players=2), 4, reference=True))
    timeline.give(("seek",))
    reasons = Account(timeline.game.program, timeline, "B").reasons(1)
    assert any("pick" in line for line in reasons)
    assert not any("pick: A" in line for line in reasons)
