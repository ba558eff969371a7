"""The rows of the table, explained."""

from __future__ import annotations

from interpreter import Game
from repl.saves.recipe import Recipe
from repl.saves.replay import deal
from repl.saves.workshop import Engine
from repl.session import legend
from repl.session.commands import COMMANDS
from repl.session.events import Listing
from repl.session.session import Session
from reverie.table import table
from tests.support.tiny import compiled

TABLE = """\
zone pit: heap, public
number luck: 0 to 6
after play
  set luck to luck + 1
lose when luck is 6, "Enough."
table
  show "Hand": hand
  show "Pit": pit
  show "Spot": spot, apart luck as "the lucky ones"
  show "Deck": deck, size
  show "Last": spot, top card
  show "Luck": luck
  show "Far": 6 - luck
help "Luck" "It runs out."
help "Hand" "It holds three cards. No more."
"""


def test_each_row_is_explained() -> None:
    program = compiled(TABLE)
    told = list(legend.lines(program, table(Game(program, 1).view("A"))))
    assert told == [
        "Hand: It holds three cards (`rules hand`)",
        "Spot: the cards in `spot`, from the left; those behind “the lucky ones” are set apart by the rules",
        "Deck: how many cards lie in `deck`",
        "Last: how many cards lie in `spot`, and the top card",
        "Luck: `luck`, from 0 to 6",
        "  see `rules luck`",
        "Far: computed by the rules",
        *legend.SIGNS,
    ]


def test_help_table_goes_through_this_very_table() -> None:
    engine = Engine()
    session = Session(
        deal(Recipe("onirim", ("incubus", "dreamcatchers"), seed=3), engine), engine, COMMANDS, saving=False
    )
    (listing,) = session.feed("help table")
    assert isinstance(listing, Listing)
    assert "Incubus: `incubus figure`: here or box" in listing.lines
    assert "Catchers: `catchers`, from 0 to 4" in listing.lines
    (listing,) = Session(deal(Recipe("urbion", seed=3), engine), engine, COMMANDS, saving=False).feed("help table")
    assert isinstance(listing, Listing)
    assert any(line.startswith("City 1 to City 4: the cards in `city 1`") for line in listing.lines)
    assert "  missing: computed by the rules" in listing.lines


def test_a_zone_or_a_number_is_explained_by_the_rows_that_show_it() -> None:
    program = compiled(TABLE)
    assert list(legend.about(program, "spot"))[1:] == ["Last: how many cards lie in `spot`, and the top card"]
    assert list(legend.about(program, "luck")) == ["Luck: `luck`, from 0 to 6"]
    assert list(legend.about(program, "far")) == []
