"""Cards that lie face down: how they are drawn, and what players are told of turning them."""

from __future__ import annotations

from interpreter import Game, ItemView, View
from repl.drivers.paint import cells_of
from repl.saves.timeline import Timeline
from repl.session import legend
from repl.session.account import Account
from reverie.table import table
from tests.support.tiny import compiled

RULES = """\
game beds "Beds"
kind bulb
  height: number
  may lie face down
cards bulb in row
  | card   | height |
  | tulip  | 1      |
  | crocus | 2      |
cards bulb in tray
  | card          | height          |
  | lily {height} | each of 3 to 24 |
zone row: pile, public
zone lawn: line, public
zone tray: pile, public
prompt turn: "What do you do?", must be answered
event setup
  turn row face down
turn: main
event main
  ask turn
    option draw
      draw 3 from row to lawn face up
    option move
      move row to lawn
      turn leftmost of lawn face up
    option cover
      turn tray face down
    option win
      move every bulb in tray to row
win only when no card in tray
table
  show "Lawn": lawn, by height
"""


def told(answer: str) -> tuple[str, ...]:
    timeline = Timeline(Game(compiled(RULES), 1, reference=True))
    timeline.give((answer,))
    return Account(timeline.game.program, timeline, "A").news(0)


def drawn(*items: ItemView) -> list[list[str]]:
    return [[cell.plain for cell in cells_of(row)] for row in table(View("A", "A", (), (), items, None))]


def test_a_card_that_is_turned_up_where_it_is_drawn_to_is_told_once() -> None:
    assert told("draw") == ("draw", "crocus, tulip: row → lawn")


def test_a_card_that_another_statement_turns_up_may_be_any() -> None:
    assert told("move") == ("move", "face-down card, face-down card: row → lawn", "turned face up: tulip (lawn)")


def test_of_many_cards_that_are_turned_the_number_is_told() -> None:
    assert told("cover") == ("cover", "turned face down: 22 cards (tray)")


def test_neighbours_that_lie_face_down_are_drawn_close_together_and_counted_in_words() -> None:
    down, king = "face down", "king"
    signs = ItemView(
        "Column", "", (down, down, king, down), drawn=("▒#", "▒#", "K", "▒#"), plain=(down, down, king, down)
    )
    words = ItemView("Row", "", (king, down, down, down, king))
    assert drawn(signs, words) == [["▒# ▒#, ", "K, ", "▒#"], ["king, ", "face down ×3, ", "king"]]
    (column,) = table(View("A", "A", (), (), (signs,), None))
    assert column.text == "face down ×2, king, face down"
    assert [piece.style for piece in column.pieces] == ["quiet", "quiet", "", "quiet", "quiet"]


def test_their_sign_is_explained() -> None:
    game = Game(compiled(RULES), 1)
    assert "▒# among signs: a card that lies face down" in [*legend.lines(game.program, table(game.view("A")))]
