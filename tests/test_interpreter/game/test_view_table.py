"""What stands beside something on the table, and lines for each member of a domain, as a player sees them."""

from __future__ import annotations

from interpreter.game.game import Game
from interpreter.game.view import ItemView
from reverie.table import table
from tests.support.tiny import compiled

NESTS = """\
places nest: 1 to 3
zone eggs per nest: line, public, named nest
number warmth per nest: 0 to 9, starts at 4
after play
  move card to eggs of nest 2
table
  for each nest where nest is 1 or any card in eggs of nest
    show "{nest}": eggs of nest, beside warmth of nest as "warm", beside hand as "in hand:"
"""


def test_a_line_for_each_member_that_is_wanted() -> None:
    game = Game(compiled(NESTS), seed=1)
    in_hand = game.view("A").items[0].beside[1]
    held = in_hand.cards
    assert held
    assert in_hand.label == "in hand:"
    assert game.view("A").items == (ItemView("Nest 1", "", (), beside=(ItemView("warm", "4", None), in_hand)),)
    game.choose(f"play {held[0]}")
    assert [item.label for item in game.view("A").items] == ["Nest 1", "Nest 2"]


def test_what_stands_beside_is_told_in_the_same_row() -> None:
    game = Game(compiled(NESTS), seed=1)
    (held,) = game.view("A").items[0].beside[1].cards or ()
    (row,) = table(game.view("A"))
    assert row.text == f"– | warm: 4 | in hand: {held}"


MARKERS = """\
marker keeper: player
marker due: none, colour
add to turn
  option pass on
    set keeper to player
    set due to red
table
  show "Keeper": keeper, beside due as "due"
"""


def test_a_marker_is_shown_by_the_word_of_its_member() -> None:
    game = Game(compiled(MARKERS), seed=1)
    assert game.view("A").items == (ItemView("Keeper", "A", None, beside=(ItemView("due", "none", None),)),)
    assert dict(game.view("A").numbers)["keeper"] == "A"
    game.choose("pass on")
    assert game.view("A").items == (ItemView("Keeper", "A", None, beside=(ItemView("due", "red", None),)),)


PLAIN = """\
places nest: 1 to 3
zone eggs per nest: line, public, named nest
after play
  move card to eggs of nest 2
table
  for each nest where any piece in eggs of nest where colour is red or colour is blue
    show "{nest}": eggs of nest
"""


def test_a_line_may_need_less_than_what_is_said_of_its_member() -> None:
    game = Game(compiled(PLAIN), seed=1)
    assert game.view("A").items == ()
    game.choose(0)
    assert [item.label for item in game.view("A").items] == ["Nest 2"]


HANDS = """\
game hands "Hands"
players 2
kind piece
cards piece in deck
  | card | count |
  | red  | 2     |
  | blue | 2     |
zone deck: heap, public
zone hand per player: heap, private
prompt turn: "What do you do?"
event setup
  move some blue in deck to hand of A
turn: main
event main
  ask turn
    option give
      move some red in deck to hand of B
    option stop
      lose "Stopped."
win only when no card in deck
table
  show "Hands": hand of all players
"""


def test_each_entry_of_cards_that_may_be_counted_has_a_rank_hidden_ones_together() -> None:
    game = Game(compiled(HANDS, players=2), seed=1)
    red, blue = (
        next(card for card, face in enumerate(game.program.faces) if face.name == name) for name in ("red", "blue")
    )
    (item,) = game.view("A").items
    assert (item.cards, item.ranks) == (("blue",), (blue,))
    game.choose("give")
    (item,) = game.view("A").items
    assert (item.cards, item.ranks) == (("blue", "1 hidden"), (blue, len(game.program.faces)))
    (item,) = game.view("B").items
    assert (item.cards, item.ranks) == (("1 hidden", "red"), (len(game.program.faces), red))
