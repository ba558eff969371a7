"""What counts as seen when answers are taken back: by whom it was seen, and that it can't be unseen."""

from __future__ import annotations

from interpreter import Game
from repl.saves.timeline import Timeline
from tests.support.tiny import compiled

DRAWING = """\
game draw "Draw"
players 2
kind stone
cards stone in bag
  | card  | count |
  | black | 9     |
  | white | 9     |
zone bag: pile, hidden
zone hand per player: heap, private
prompt turn: "What?", must be answered
event setup
  shuffle bag
  repeat 3 times
    move some black in bag to hand of A
    move some black in bag to hand of B
turn: main
event main
  ask turn
    option draw
      draw from bag to hand
    option swap <stone in hand>
      exchange stone and top of bag
    option wait
win only when number of stone in bag is 0
"""


def test_what_only_one_player_saw_was_seen() -> None:
    for before in ([], ["wait"]):
        timeline = Timeline(Game(compiled(DRAWING, players=2), 3))
        timeline.give([*before, "swap black", "wait"])
        timeline.undo(1)
        assert not timeline.assisted
        timeline.undo(1)
        assert timeline.assisted


def test_what_was_seen_once_stays_seen() -> None:
    timeline = Timeline(Game(compiled(DRAWING, players=2), 1))
    for answer in ("draw", "wait"):
        timeline.give([answer])
        timeline.undo(1)
        assert timeline.assisted
