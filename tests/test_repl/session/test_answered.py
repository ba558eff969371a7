"""What was answered, with what it was asked about."""

from __future__ import annotations

import attrs

from interpreter import Game
from repl.saves.timeline import Timeline
from repl.session.account import Account
from tests.support.tiny import compiled

RULES = """
places nest: 1 to 2
prompt why: "Why?"
after play
  for each n: nest
    ask why about n and colour of card
      option this
      option that, if n is 2
"""


def test_answers_stand_with_what_they_were_asked_about_where_that_may_be_known() -> None:
    program = compiled(RULES, players=1)
    timeline = Timeline(Game(program, 3, reference=True))
    assert timeline.game.decision
    play = timeline.game.decision.options[0].id
    timeline.give([play, "that"])
    colour = play.split()[1]
    assert Account(program, timeline, "A").answers(1) == (play, f"nest 1, {colour}: this (the only answer)")
    assert Account(program, timeline, "A").answers(2) == (f"nest 2, {colour}: that",)
    assert "that" in Account(program, timeline, "A").news(1)
    closed = attrs.evolve(program, players=2, open_hands=False)
    assert Account(closed, timeline, "B").answers(2) == ("A: that",)
    assert Account(closed, timeline, "A").answers(2) == (f"A: nest 2, {colour}: that",)
