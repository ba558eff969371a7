"""What one player may be told of what the other did behind closed hands."""

from __future__ import annotations

import pytest

from interpreter import Event, Game, View, ZoneView
from repl.saves.recipe import Recipe
from repl.session.account import changes
from repl.session.knowledge import Witness, hides_hands
from tests.support.patience import bench, entry
from tests.support.tiny import compiled

CLOSED = bench(open_hands=False).link(Recipe("patience", players=2))
OPEN = bench().link(Recipe("patience", players=2))


def trace(*entries: tuple[str, str] | tuple[str, str, int]) -> list[Event]:
    """A trace of entries (name, text, depth); without a depth it is 0."""
    return [entry(at, name, text, sum(depth)) for at, (name, text, *depth) in enumerate(entries)]


def test_hands_are_closed_only_if_somebody_else_might_look() -> None:
    assert hides_hands(CLOSED)
    assert not hides_hands(OPEN)
    assert not hides_hands(bench(open_hands=False).link(Recipe("patience")))


@pytest.mark.parametrize(
    ("words", "following", "known"),
    [
        ("play red one", [("move", "red one: A hand → row")], True),
        ("take red one", [("move", "red one: row → A hand")], True),
        ("next red one", [("move", "red one: looked → deck")], False),
        ("next red one", [("move", "red one: looked → deck"), ("draw", "red one: deck → row")], False),
        ("keep red one", [], False),
        ("keep red one", [("move", "red two: A hand → row")], False),
        ("swap red one with blue two", [("exchange", "red one (A hand) ↔ blue two (row)")], True),
        ("swap red one with blue two", [("exchange", "red one (A hand) ↔ blue two (deck)")], False),
        ("peek", [("move", "red one, red two: deck → looked")], True),
    ],
)
def test_an_answer_is_known_if_its_cards_were_seen_to_move(
    words: str, following: list[tuple[str, str]], known: bool
) -> None:
    assert Witness(CLOSED, "B", over=False).knows_answer(words, "A", trace(*following)) is known
    assert Witness(CLOSED, "A", over=False).knows_answer(words, "A", trace(*following))
    assert Witness(CLOSED, "B", over=True).knows_answer(words, "A", trace(*following))
    assert Witness(OPEN, "B", over=False).knows_answer(words, "A", trace(*following))


@pytest.mark.parametrize(
    ("viewer", "entry", "following", "told"),
    [
        ("B", ("move", "red one: A hand → row"), [], "red one: A hand → row"),
        ("B", ("draw", "red one: deck → A hand"), [], "a card: deck → A hand"),
        ("A", ("draw", "red one: deck → A hand"), [], "red one: deck → A hand"),
        ("B", ("move", "red one, red two: deck → looked"), [], "a card, a card: deck → looked"),
        ("B", ("meet", "meet red one"), [("move", "red one: deck → row", 1)], "meet red one"),
        ("B", ("meet", "meet red one"), [("move", "red one: deck → row", 0)], "meet a card"),
        ("B", ("answer", "next red one"), [("move", "red one: looked → deck")], "next a card"),
        ("B", ("number", "round: 1 → 2"), [], "round: 1 → 2"),
    ],
)
def test_names_that_the_viewer_cannot_know_are_left_out(
    viewer: str, entry: tuple[str, str], following: list[tuple[str, str]], told: str
) -> None:
    event, *rest = trace(entry, *following)
    assert Witness(CLOSED, viewer, over=False).shown(event, rest) == told


def test_the_order_of_cards_is_no_news_where_they_are_only_looked_at() -> None:
    views = [
        View("A", "A", (ZoneView("row", "row", "", cards, 2), ZoneView("seen", "seen", "", cards, 2)), (), (), None)
        for cards in (("ace", "king"), ("king", "ace"))
    ]
    assert changes(views[0], views[1]) == ("row changes its order", "seen changes its order")
    assert changes(views[0], views[1], {"seen"}) == ("row changes its order",)


LADEN = """\
game laden "Laden"
players 2
kind job
kind tile
  rides on job, then spare
cards job in pool
  | card |
  | dig |
  | sow |
cards tile in spare
  | card |
  | bell |
zone pool: heap, public
zone hidden away per player: heap, private
zone promised per player: heap, public
zone spare: heap, public
prompt job: "Which?"
event setup
turn: pick
event pick
  ask job
    option take <job in pool>
      do promise(job)
    option keep <job in pool>
      move job to hidden away
      lay some tile in spare onto job
event promise(job)
  move job to promised
win only when no job in pool
"""


@pytest.mark.parametrize("moment", ["before", "after"])
def test_an_answer_is_known_although_something_is_laid_on_its_card(moment: str) -> None:
    program = compiled(LADEN + f"{moment} promise\n  lay some tile in spare onto job\n", players=2)
    game = Game(program, 1, reference=True)
    game.choose("take dig")
    witness = Witness(program, "B", over=False)
    assert witness.knows_answer("take dig", "A", game.trace)
    laid = next(event for event in game.trace if event.name == "fact")
    assert witness.shown(laid, ()) == "bell lies on dig"


def test_what_is_laid_on_a_card_that_is_hidden_stays_so() -> None:
    program = compiled(LADEN, players=2)
    game = Game(program, 1, reference=True)
    game.choose("keep dig")
    laid = next(event for event in game.trace if event.name == "fact")
    assert Witness(program, "B", over=False).shown(laid, ()) == "a card lies on a card"
    assert Witness(program, "A", over=False).shown(laid, ()) == "bell lies on dig"
