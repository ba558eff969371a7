"""A game in which all spend coins at once: who has one coin has one option, and who has none is passed over."""

from __future__ import annotations

import dsl
from tests.support.tiny import compiled

PURSES = """\
game purses "Purses"
players 3
kind piece
cards piece in bag
  | card | count |
  | red  | 1     |
zone bag: heap, public
zone pot: heap, public
number coins per player: 0 to 9
prompt spending: "How many?"
event setup
  set coins of A to {}
  set coins of B to {}
  set coins of C to {}
turn: main
event main
  move every piece in bag to pot
  do spending
  do spending
event spending
  ask spending, decided by every player at once
    option one, if coins is at least 1
      set coins to coins - 1
    option two, if coins is at least 2
      set coins to coins - 2
win only when any piece in pot and coins of A + coins of B + coins of C is 0
"""


def purses(*coins: int) -> dsl.Program:
    """The game for three players with so many coins; it is played twice in each turn."""
    return compiled(PURSES.format(*coins), players=3)
