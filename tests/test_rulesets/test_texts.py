"""What the rules of Urbion say to a player: how a turn is played, in words that the game shows."""

from __future__ import annotations

from functools import cache

import pytest

import dsl
from dsl.text.diagnostics import Problems
from interpreter import Game
from interpreter.scenarios.position import position
from repl.saves.recipe import Recipe
from repl.saves.replay import deal
from repl.saves.workshop import Engine
from repl.session import rulebook
from repl.session.commands import COMMANDS
from repl.session.events import Listing, Said
from repl.session.session import Session

MODULES = ("books", "chromatic", "gardens", "postcards", "squares", "temples", "void")


@cache
def whole(players: int) -> dsl.Program:
    """The game of all modules, linked once: not when this file is collected, which each process does."""
    return dsl.load("urbion", MODULES, players)


@pytest.mark.parametrize(
    ("words", "title"),
    [
        ("turn", "Your turn"),
        ("hand", "The hand"),
        ("lay", "Laying a dream"),
        ("limit", "Laying a dream"),
        ("discard", "Discarding a dream"),
        ("swap", "A swap"),
        ("census", "A census"),
        ("winning", "Winning and losing"),
    ],
)
def test_a_text_says_how_a_turn_is_played(words: str, title: str) -> None:
    assert title in [entry.title for entry in rulebook.matching(dsl.load("urbion"), words)]


def test_what_is_for_two_players_is_told_to_two() -> None:
    for word in ("team", "polarity", "polarities"):
        assert not [entry for entry in whole(1).help if word in f"{entry.title} {entry.text}".casefold()]
    for title in ("The team", "Polarity", "Changing polarities", "Hands and talk", "Metas and polarity"):
        assert title in [entry.title for entry in whole(2).help]


@pytest.mark.parametrize("words", ["phase", "put by", "variant"])
def test_texts_use_words_that_the_game_shows(words: str) -> None:
    assert not [entry.title for entry in (*whole(1).help, *whole(2).help) if words in entry.text.casefold()]


def test_the_first_question_about_books_says_what_they_cost_and_the_table_which_are_open() -> None:
    game = Game(dsl.load("urbion", ["books"]), seed=3)
    decision = game.decision
    assert decision is not None
    assert "costs four dreams" in decision.question
    (books,) = [item for item in game.view("A").items if item.label == "Books"]
    assert books.cards == ()


def test_what_is_set_aside_lies_in_one_zone() -> None:
    asides = [item.label for item in whole(1).items if item.zones and whole(1).places[item.zones[0]].name == "aside"]
    assert asides == ["Aside"]
    assert "put by" not in [place.name for place in whole(1).places]


def test_a_city_without_dreams_has_no_sum() -> None:
    lines = {item.label: item for item in _waiting().view("A").items}
    beside = {each.label: each.text for each in lines["City 1"].beside if each.label in ("sum", "missing")}
    assert beside == {"sum": "", "missing": ""}
    beside = {each.label: each.text for each in lines["City 3"].beside if each.label in ("sum", "missing")}
    assert beside == {"sum": "4", "missing": "-4"}


def test_what_is_asked_and_what_lies_on_dreams_is_told_of() -> None:
    session = _sit()
    assert told(session) == ["Books"]
    session.feed("stop")
    while session.game.decision and session.game.decision.prompt != "turn":
        session.feed("1")
    riders = {name for card in _laid(session) for name in card.split(" + ")[1:]}
    assert riders
    titles = told(session)
    assert titles[0] == "Your turn"
    assert {name.rstrip(" 1234") for name in riders} <= set(titles)


def test_the_word_for_a_module_finds_all_its_texts() -> None:
    titles = [entry.title for entry in rulebook.matching(whole(1), "void")]
    assert titles == ["The void", "The void in a census", "The last void card"]


def test_the_greeting_tells_a_game_for_two() -> None:
    session = Session(deal(Recipe("urbion", players=2, seed=3), Engine()), Engine(), COMMANDS, saving=False)
    (said, *_) = session.greeting()
    assert isinstance(said, Said)
    assert said.text.startswith("Urbion for 2 players, seed 3.")


def told(session: Session) -> list[str]:
    (listing,) = session.feed("rules")
    assert isinstance(listing, Listing)
    return [line.partition(" [")[0] for line in listing.lines if not line.startswith("  ")]


def _sit() -> Session:
    return Session(deal(Recipe("urbion", ("books", "postcards"), seed=3), Engine()), Engine(), COMMANDS, saving=False)


def _laid(session: Session) -> list[str]:
    return [card for zone in session.game.view("A").zones if zone.family == "laid" for card in zone.cards or ()]


def _waiting() -> Game:
    """A position in which a city has lost its dreams."""
    file = dsl.ruleset_folder("urbion") / "scenarios" / "base.rules"
    scenario = next(each for each in dsl.scenarios(file) if each.id == "urbion-b8-emptied-city-waits")
    program = dsl.load("urbion")
    game = Game.from_position(program, position(program, scenario, Problems(), 0))
    for answer in ("discard earth incubus", "empty city 1"):
        game.choose(answer)
    return game
