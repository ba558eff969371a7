"""What a player may know of values: what lies open, what was taken from where nobody sees it, and what came of that."""

from __future__ import annotations

from collections import Counter

import pytest

import dsl
from dsl.program.blocks import Jump
from dsl.program.expressions import Exists, Fact, Int, Local, Zone
from interpreter import Game
from interpreter.choices.hidden import hidden_locals
from interpreter.choices.knowing import Knowledge
from interpreter.state.layout import FRAME, blank
from tests.support.builder import Builder
from tests.support.plans import SECRETS
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


@pytest.fixture(scope="module")
def secrets() -> dsl.Program:
    return dsl.load(SECRETS, players=2)


def offered(game: Game) -> dict[str, str]:
    """The options, in words, by their beginnings."""
    assert game.decision
    return {option.words.split()[0]: option.words for option in game.decision.options}


def hand(game: Game, player: str) -> list[str]:
    (found,) = [zone for zone in game.view(player).zones if zone.name == f"{player} hand"]
    return list(found.cards or ())


@pytest.mark.parametrize("seed", range(3))
def test_a_player_knows_what_a_variable_has_of_his_own_hand(secrets: dsl.Program, seed: int) -> None:
    game = Game(secrets, seed)
    cards = hand(game, "A")
    reds, best = sum("red" in card for card in cards), max(int(card[-1]) for card in cards)
    assert offered(game)["count"] == f"count {reds} and {best} and ?"
    assert offered(game)["draw"] == f"draw beside {best}"
    game.choose(offered(game)["count"])
    assert game.decision
    assert f"say nothing of {best}" in [option.words for option in game.decision.options]
    traced = Game(secrets, seed, reference=True)
    traced.choose(offered(traced)["count"])
    assert [event.text for event in traced.trace if event.name == "answer"] == ["turn: count ? and ? and ?"]


def test_a_card_that_was_drawn_into_the_own_hand_is_known(secrets: dsl.Program) -> None:
    game = Game(secrets, 1)
    before = hand(game, "A")
    game.choose(offered(game)["draw"])
    (drawn,) = Counter(hand(game, "A")) - Counter(before)
    assert game.decision
    assert f"say {drawn[-1]}" in [option.words for option in game.decision.options] or drawn[-1] == "3"


def test_another_player_knows_nothing_of_it(secrets: dsl.Program) -> None:
    game = Game(secrets, 1)
    game.choose(offered(game)["guess"])
    assert game.decision
    assert game.decision.player == "B"
    own = sum("red" in card for card in hand(game, "B"))
    assert [option.words for option in game.decision.options] == ["guess ?", f"guess own {own}"]


def test_a_variable_is_forgotten_when_the_turn_passes(secrets: dsl.Program) -> None:
    game = Game(secrets, 1)
    game.choose(offered(game)["remember"])
    assert game.decision
    assert game.decision.player == "B"
    assert game.decision.options[0].words == "was ? and ?"
    game.choose("recall")
    assert game.decision.player == "B"
    assert game.decision.options[0].words == "recall ?"


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


SUNK = """\
game well "Well"
players 1 to 2
kind coin
  worth: number
  wet: yes or no
cards coin in purse
  | card  | worth | count |
  | penny | 1     | 2     |
  | crown | 5     | 1     |
zone purse: pile, public
zone well: heap, hidden
prompt turn: "What?"
event setup
turn: main
event main
  let sunk: top of purse
  set wet of sunk to yes
  move sunk to well
  ask turn
    option boast, if worth of sunk is more than number of card in purse + 9
    option dry, if not wet of sunk
    option wait
    option leave
win only when number of coin in purse is 0
"""


def test_what_became_of_a_card_that_nobody_sees_any_more_is_not_told() -> None:
    game = Game(compiled(SUNK, players=2), 1)
    assert values(game, "boast")[0] == "worth of crown is 5"
    assert values(game, "dry") == ("depends on something you can't see",)


def table() -> tuple[dsl.Program, Knowledge, int, int]:
    """A game with an open line of two cards and a hidden pile; what its player knows, and the two zones."""
    b = Builder(open_hands=False)
    pile, line = b.zone("pile", "pile", "hidden"), b.zone("line", "line")
    b.card("sun", 1, pile)
    b.card("moon", 1, line)
    b.card("star", 1, line)
    b.fact("worn", "worn", 0, 3)
    main, (turn,) = b.declare(), b.block(1)
    b.waiting(main, "game", [(turn, [], Jump(turn))], locals=2)
    program = b.program(main, turn)
    return program, Knowledge(program, blank(program, 1), 0), pile, line


@pytest.mark.parametrize(("card", "known"), [(-1, True), (0, False), (1, True), (2, True)])
def test_the_facts_of_a_card_are_known_where_it_is_seen(card: int, known: bool) -> None:
    _, knowledge, _, _ = table()
    assert knowledge.knows(Fact(0, Int(card)), [0, 0], frozenset()) == known


def test_what_is_read_of_the_cards_of_a_list_is_known_if_the_list_is_seen_however_deep_it_stands() -> None:
    """Locals that are bound by lists hold no card yet: 0 is one that lies hidden."""
    _, knowledge, pile, line = table()
    worn = Exists(Zone(Int(line)), 0, Exists(Zone(Int(line)), 1, Fact(0, Local(0))))
    assert knowledge.knows(worn, [0, 0], frozenset())
    hidden = Exists(Zone(Int(line)), 0, Exists(Zone(Int(pile)), 1, Fact(0, Local(0))))
    assert not knowledge.knows(hidden, [0, 0], frozenset())
    elsewhere = Exists(Zone(Int(line)), 0, Exists(Zone(Int(line)), 1, Exists(Zone(Local(0)), 2, Fact(0, Local(1)))))
    assert not knowledge.knows(elsewhere, [line, 0, 0], frozenset()), "the zone depends on the card"
