"""The cards at an end of a zone, or of several zones in a group, on the table."""

from __future__ import annotations

from interpreter.game.game import Game
from reverie.table import table
from tests.support.tiny import compiled, problems

ENDS = """\
game ends "Ends"
kind piece
  size: number
cards piece in heap
  | card      | size           |
  | no {size} | each of 1 to 9 |
zone heap: pile, public
zone row: line, public
zone waste: pile, public
group ends: leftmost 1 of row, top 2 of waste
prompt turn: "What do you do?", must be answered
event setup
  repeat while any card in heap
    draw from heap to waste
  repeat 4 times
    draw from waste to row
turn: main
event main
  ask turn
    option wait
    option clear
      move waste to row
win only when number of card in row is 9
table
  show "Waste": top 3 of waste, beside rightmost 2 of row as "row"
  show "Ends": ends, by size
  show "All": row
"""


def test_only_the_cards_at_the_end_are_shown_in_the_order_of_the_zone() -> None:
    game = Game(compiled(ENDS), seed=1)
    waste, ends, row = table(game.view("A"))
    whole = row.text.split(", ")
    lying = next(zone.cards for zone in game.view("A").zones if zone.name == "waste") or ()
    assert len(whole) == 4
    assert waste.text == f"{', '.join(lying[:3])} | row: {', '.join(whole[2:])}"
    shown = [piece.text for piece in ends.pieces if piece.text != ", "]
    assert shown == [f"{card} {card[-1]}" for card in (whole[0], *lying[:2])]


def test_the_order_of_a_hidden_pile_is_never_shown() -> None:
    (found,) = problems('table\n  show "Deck": top 3 of deck\n')
    assert found.code == "hidden-order"


def test_one_card_and_the_size_of_an_end_are_no_lines() -> None:
    (one,) = problems('table\n  show "Spot": leftmost of spot\n')
    assert (one.message, one.help) == ("a line shows cards of zones, and this is one card", "say `leftmost 1 of spot`")
    (size,) = problems('table\n  show "Spot": leftmost 2 of spot, size\n')
    assert (size.message, size.help) == ("only some cards of these zones are shown", "leave `size` out")
