"""What a player may know of values: what lies open, what was taken from where nobody sees it, and what came of that."""

from __future__ import annotations

from interpreter import Game
from interpreter.choices.knowing import Knowledge, hidden_locals
from interpreter.state.layout import FRAME
from tests.support.tiny import compiled

RULES = """
prompt pick: "Which?"
zone purse per player: heap, private
after play
  let deep: number of card in deck where colour is red
  let high: number of card in spot
  do pass(deep, high)
event pass(deep: number, high: number)
  draw from deck to purse as lost
  draw from deck to spot as found
  ask pick
    option deeper, if deep is more than 5
    option higher, if high is more than 5
    option lost, if lost is piece and colour of lost is red
    option found, if colour of found is none
    option size, if number of card in deck is more than 3
    option one
    option two
"""
SEATS = "players 1 to 2\n"


def after_play(players: int = 1) -> Game:
    game = Game(compiled(SEATS + RULES, players=players), 1)
    first = game.decision
    assert first
    game.choose(next(option.id for option in first.options if option.id.startswith("play")))
    second = game.decision
    assert second
    assert second.prompt == "pick"
    return game


def values(game: Game, words: str) -> tuple[str, ...]:
    found = game.why_not(words)
    return tuple(value for failure in found.failures for value in failure.values) or (found.status,)


def test_numbers_that_were_counted_where_nobody_looks_stay_hidden() -> None:
    assert values(after_play(), "deeper") == ("depends on something you can't see",)


def test_numbers_that_were_counted_in_the_open_are_told() -> None:
    (value,) = values(after_play(), "higher")
    assert value.startswith("high is ")


def test_how_many_cards_lie_anywhere_is_known() -> None:
    assert values(after_play(), "size")[0].startswith("number of card in deck is ")


def test_a_card_that_went_where_its_owner_sees_it_is_known_to_nobody_else() -> None:
    assert hidden_locals(after_play(1).program) != hidden_locals(after_play(2).program)


def test_who_sees_what() -> None:
    game = after_play(2)
    program, flat = game.program, list(game.state.flat)
    number = {place.name: zone for zone, place in enumerate(program.places)}
    mine, theirs = Knowledge(program, flat, 0), Knowledge(program, flat, 1)
    assert number["A purse"] in mine.seen
    assert number["A purse"] not in theirs.seen
    assert number["deck"] not in mine.seen | theirs.seen
    assert number["spot"] in mine.seen & theirs.seen
    assert flat[FRAME] is not None
