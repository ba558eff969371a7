"""Values on the table: numbers, and members of an enumeration in words."""

from __future__ import annotations

import pytest

import dsl
from interpreter import Game

GAME = """
game shelf "Shelf"
enum colour: red, blue, green
kind stone
  colours: set of colour
cards stone in row
  | card   | colours     | count |
  | plain  |             | 1     |
  | sky    | blue        | 1     |
  | meadow | blue, green | 1     |
zone row: line, public
zone box: heap, public
prompt turn: "Which one?"
event setup
turn: main
event main
  ask turn
    option leave <stone in row>
      move every card in row where card is not stone to box
  lose "The end."
win only when no card in row
table
  show "Colours": common colours of row
  show "Stones": 10 * number of stone in row
"""


@pytest.mark.parametrize(("stone", "colours"), [("plain", "none"), ("sky", "blue"), ("meadow", "blue, green")])
def test_members_are_shown_in_words(stone: str, colours: str) -> None:
    game = Game(dsl.compile_ruleset([dsl.SourceFile("shelf", GAME)], dsl.Wanted()), 0)

    game.choose(f"leave {stone}")

    assert [item.text for item in game.view("A").items] == [colours, "10"]
