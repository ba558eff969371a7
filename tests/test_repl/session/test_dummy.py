"""A dummy at the table: a person decides for it, and sees what it has."""

from __future__ import annotations

import pytest

import dsl
import interpreter
from repl.saves.recipe import Recipe
from repl.saves.replay import deal, header_of
from repl.saves.workshop import Engine
from repl.session.commands import COMMANDS
from repl.session.events import Asked, Event, HandOver, Table
from repl.session.session import Session
from tests.support.tiny import compiled

GAME = """\
game tricks "Tricks"
players 2
kind piece
  size: number
cards piece in bag
  | card | size | count |
  | one  | 1    | 6     |
  | two  | 2    | 6     |
dummy jarvis, played by captain
marker captain: player
zone bag: pile, hidden
zone hand per player: heap, private
zone row: line, public
prompt turn: "What do you play?"
event setup
  shuffle bag
  repeat players * 3 times
    draw from bag to hand as found
    next player
event main
  ask turn
    option play <piece in hand>
      move piece to row
      if size of piece is 2
        set captain to player
    option pass
turn: main
win only when number of piece in row is 9
table
  for each player
    show "{player}": hand of player
"""


class Tricks(Engine):
    """Two persons and a dummy."""

    def link(self, recipe: Recipe) -> dsl.Program:
        return compiled(GAME, players=recipe.players or 2)


@pytest.fixture
def session() -> Session:
    engine = Tricks()
    return Session(deal(Recipe("tricks", (), 2, (), seed=3), engine), engine, COMMANDS, saving=False)


def last(events: list[Event]) -> str:
    return next(event.text for event in reversed(events) if isinstance(event, Asked))


def test_the_person_who_plays_it_is_asked(session: Session) -> None:
    assert session.greeting()[-1] == HandOver("A")
    assert last(session.feed("")) == "Player A: What do you play?"
    assert session.feed("pass")[-1] == HandOver("B")
    session.feed("")
    assert session.feed("pass")[-1] == HandOver("A")
    assert last(session.feed("")) == "Player A for jarvis: What do you play?"
    (table,) = (event for event in session.feed("table") if isinstance(event, Table))
    assert [row.label for row in table.rows] == ["A", "B", "Jarvis"]
    assert session.options[0].startswith("play")
    assert session.feed("undo")[-1] == HandOver("B")


def test_persons_are_counted_and_dummies_have_seats() -> None:
    program = compiled(GAME, players=2)
    game = interpreter.Game(program, 3)
    assert (program.players, program.dummies) == (2, ("jarvis",))
    assert header_of(Recipe("tricks", (), 2, (), seed=3), program).players == 2
    for _ in range(2):
        game.choose("pass")
    assert game.decision
    assert (game.decision.player, game.decision.dummy, game.view("B").turn) == ("A", "jarvis", "jarvis")
    with pytest.raises(ValueError, match="no player `C`"):
        game.view("C")
    hands = {zone.name: zone.cards is not None for zone in game.view("B").zones if zone.family == "hand"}
    assert hands == {"A hand": False, "B hand": True, "jarvis hand": True}
