"""Who is asked to sit at the terminal alone: only players who see what others don't."""

from __future__ import annotations

from random import Random

import pytest

import dsl
from repl.saves.recipe import Recipe
from repl.saves.replay import deal
from repl.saves.workshop import Engine
from repl.session.commands import COMMANDS
from repl.session.events import Event, HandOver, Happened, Table
from repl.session.knowledge import hides_hands
from repl.session.session import Session
from tests.support.tiny import compiled

OPEN = """\
game tray "Tray"
players 2
enum colour: red, blue
kind piece
  colour: colour
cards piece in deck
  | card       | colour | count |
  | red one    | red    | 3     |
  | red two    | red    | 3     |
  | red three  | red    | 3     |
  | blue one   | blue   | 3     |
  | blue two   | blue   | 3     |
  | blue three | blue   | 3     |
zone deck: pile, hidden
zone hand per player: heap, public
zone peek per player: heap, private
zone gone: heap, public
prompt turn: "What do you do?"
prompt keep: "Which do you keep?"
prompt found: "Which do you take?"
event setup
  shuffle deck
  repeat 4 times
    draw from deck to hand as card
    next player
event main
  draw from deck to peek as card
  move card to hand
  ask turn
    option discard <piece in hand>
      move piece to gone
    option look
      repeat 2 times
        draw from deck to peek as found
      ask keep
        option keep <piece in peek>
          move piece to hand
          move every piece in peek to gone
    option search
      ask found
        option take <piece in deck>
          move piece to hand
turn: main
win only when number of card in gone is 12
lose when no card in deck, "No card is left."
"""
"""A team plays openly; a card passes through a private zone at each turn, and stays there if somebody looks."""


class Open(Engine):
    """The game of an open team with a private zone."""

    def link(self, recipe: Recipe) -> dsl.Program:
        return compiled(OPEN, players=recipe.players or 2)


def sit(engine: Engine, recipe: Recipe) -> Session:
    return Session(deal(recipe, engine), engine, COMMANDS, saving=False)


def team() -> Session:
    return sit(Open(), Recipe("tray", (), 2, (), seed=3))


def asked_to_sit(events: list[Event]) -> list[str]:
    return [event.player for event in events if isinstance(event, HandOver)]


def test_nobody_hands_over_while_all_see_the_same() -> None:
    session = team()
    assert hides_hands(session.program)
    assert asked_to_sit(session.greeting()) == []
    for player in "ABAB":
        assert (session.game.decision and session.game.decision.player) == player
        events = session.feed("1")
        assert asked_to_sit(events) == []
        assert any(isinstance(event, Happened) for event in events)
    assert session.viewer == "A"


def test_who_sees_a_card_alone_sits_down_alone_first() -> None:
    session = team()
    session.feed("1")
    assert session.feed("look") == [HandOver("B")]
    assert session.waiting == "B"
    seated = session.feed("")
    assert [event.player for event in seated if isinstance(event, Table)] == ["B"]
    assert session.options[0].startswith("keep")
    assert asked_to_sit(session.feed("1")) == ["A"]


def test_who_sits_there_alone_goes_on_alone() -> None:
    session = team()
    session.feed("look")
    session.feed("")
    session.feed("1")
    session.feed("")
    assert asked_to_sit(session.feed("look")) == []
    assert session.options[0].startswith("keep")


PRIVATE = OPEN.replace("zone hand per player: heap, public", "zone hand per player: heap, private").replace(
    "      move piece to gone\n    option look",
    """\
      move piece to gone
      ask keep, decided by one after player
        option cover <other: piece in hand where colour of other is colour of piece>
          move other to gone
        option pass
    option look""",
)
"""Hands are closed, and a discarded piece can be covered by the other player."""


class Closed(Engine):
    """The game with closed hands."""

    def link(self, recipe: Recipe) -> dsl.Program:
        return compiled(PRIVATE, players=recipe.players or 2)


def test_who_decides_out_of_turn_sits_down_and_sees_his_own_hand() -> None:
    session = sit(Closed(), Recipe("tray", (), 2, (), seed=3))
    session.greeting()
    session.feed("")
    assert session.feed("discard blue two")[-1] == HandOver("B")
    seated = session.feed("")
    assert [event.player for event in seated if isinstance(event, Table)] == ["B"]
    assert session.game.view("B").turn == "B"
    hand = next(zone.cards for zone in session.game.view("B").zones if zone.name == "B hand")
    assert session.options == (*(f"cover {card}" for card in dict.fromkeys(hand or ()) if "blue" in card), "pass")
    assert session.feed("pass")[-1] != HandOver("A")
    assert session.viewer == "B"


def test_what_was_done_before_is_told_to_a_player_who_was_away() -> None:
    session = team()
    session.feed("look")
    session.feed("")
    first = session.feed("1")
    assert asked_to_sit(first) == ["B"]
    (told,) = (event for event in session.feed("") if isinstance(event, Happened))
    assert any("gone gains" in line for line in told.lines)
    events = session.feed("1")
    assert asked_to_sit(events) == []
    assert session.viewer == "A"
    assert any(isinstance(event, Happened) for event in events)


def test_a_question_about_hidden_cards_is_for_one_player() -> None:
    session = team()
    assert session.feed("search") == [HandOver("A")]
    session.feed("")
    assert session.options[0] == "take red one"
    assert asked_to_sit(session.feed("1")) == ["B"]


GAMES = [
    (Engine(), Recipe("onirim", (), 2, (("talk", "silent"),))),
    (Engine(), Recipe("onirim", ("glyphs",), 2, (("talk", "open"),))),
    (Engine(), Recipe("urbion", (), 2, (("talk", "silent"),))),
    (Open(), Recipe("tray", (), 2, ())),
]


@pytest.mark.parametrize(
    ("engine", "recipe", "seed"), [*((*each, 0) for each in GAMES), (*GAMES[-1], 1), (*GAMES[0], 2)]
)
def test_the_seat_is_handed_over_only_where_views_differ(engine: Engine, recipe: Recipe, seed: int) -> None:
    session, random = (
        sit(engine, Recipe(recipe.game, recipe.modules, recipe.players, recipe.options, seed)),
        Random(seed),
    )
    session.greeting()
    alike, alone = True, ""
    for _ in range(60):
        decision = session.game.decision
        if decision is None:
            break
        alike = alike and (session.game.seen_alike or not hides_hands(session.program))
        if alike:
            assert not session.waiting
            alone = alone if alone == decision.player else ""
        elif alone == decision.player:
            assert not session.waiting
        else:
            assert session.waiting == decision.player
            shown = session.feed("")
            assert [event.player for event in shown if isinstance(event, Table)] == [decision.player]
            alike, alone = session.game.seen_alike, decision.player
        session.feed(random.choice(session.options))
