"""What a player observes: named features of what he sees, from his own side."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import attrs

import reverie
from dsl.program.program import Program
from interpreter.game.game import Game
from interpreter.players.answers import numbering_of
from interpreter.players.observation import observer_of
from interpreter.players.sides import turned_words
from interpreter.state.layout import FRAME
from tests.support.plans import SWARM
from tests.support.tiny import compiled

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"

BARTER = """\
game barter "Barter"
players 3
enum colour: red, blue
kind piece
  colour: colour
cards piece in deck
  | card     | colour | count |
  | red one  | red    | 6     |
  | blue one | blue   | 6     |
zone deck: pile, hidden
zone hand per player: heap, private
zone row per player: line, public
number points per player: 0 to 9
marker starter: none, player
prompt turn: "What do you do?"
prompt gift: "Who gets it?"
event setup
  shuffle deck
  for each p: player
    draw 2 from deck to hand of p
  set points of B to 4
  set starter to C
turn: main
event main
  ask turn
    option play <card in hand>
      move card to row
    option take <card in row of all players>
      do give(card)
  turn passes to one before player
event give(card)
  ask gift
    option give to <p: player>
      move card to hand of p
table
  show "Deck": number of card in deck
  show "First": starter
  for each player
    show "Points of {player}": points of player
win only when no card in hand of all players
won "Nothing is left."
"""


def observed(game: Game, player: int) -> dict[str, int]:
    """The features that aren't 0, by name."""
    observer = observer_of(game.program)
    asked = game.decision is not None and game.decision.player == "ABC"[player]
    found = observer.observed(game.program, list(game.state.flat), player, asked)
    return {observer.features[at].name: value for at, value in found.items() if value}


def numbered(game: Game) -> dict[str, str]:
    """For the name of each answer's number, the words of the option."""
    assert game.decision
    numbering, player = numbering_of(game.program), "ABC".index(game.decision.player)
    found = numbering.numbered(game.program, game.state.flat[FRAME][0], game.picks, player)
    return {numbering.name(number): game.decision.options[at].id for number, at in found.items()}


def barter() -> Game:
    return Game(compiled(BARTER, players=3), 5)


def told(program: Program) -> Sequence[str]:
    return [feature.name for feature in observer_of(program).features]


def test_players_observe_from_their_own_side() -> None:
    game = barter()
    own = {view.name: view.cards for view in game.view("B").zones}["B hand"]
    assert own
    seen = observed(game, 1)
    assert (seen["seat: B"], seen["turn: C"]) == (1, 1)
    assert (seen["A points"], seen["starter: B"], seen["First: B"]) == (4, 1, 1)
    assert seen["A hand: cards"] == seen["B hand: cards"] == 2
    assert {name: count for name, count in seen.items() if name.startswith("A hand: ") and name[8:] != "cards"} == {
        f"A hand: {card}": own.count(card) for card in set(own)
    }
    assert not any(name.startswith("asked") for name in seen)
    assert observed(game, 0)["asked: turn"] == 1


def test_there_is_no_feature_for_what_a_player_never_sees() -> None:
    names = told(barter().program)
    assert "A hand: red one" in names
    assert {"B hand: red one", "deck: red one"}.isdisjoint(names)


def test_the_end_of_a_line_counts() -> None:
    game = barter()
    for _ in range(6):
        assert game.decision
        game.choose(next(option.id for option in game.decision.options if option.id.startswith("play")))
    row = {view.name: view.cards for view in game.view("A").zones}["A row"]
    assert row
    seen = observed(game, 0)
    assert seen[f"A row, last: {row[1]}"] == seen[f"A row, last but one: {row[0]}"] == 1


def test_answers_count_from_the_own_side() -> None:
    game = barter()
    game.choose(0)
    assert game.decision
    game.choose(next(option.id for option in game.decision.options if option.id.startswith("take")))
    assert game.decision.player == "C"
    turned = {"A": "B", "B": "C", "C": "A"}
    assert numbered(game) == {f"gift: give to {turned[each]}": f"give to {each}" for each in "ABC"}
    game.choose("give to C")
    named = {words: name for name, words in numbered(game).items() if words.startswith("take")}
    assert game.decision.player == "A"
    assert named == {words: f"turn: {words}" for words in named}
    game.choose(0)
    assert game.decision.player == "C"
    named = {words: name for name, words in numbered(game).items() if words.startswith("take")}
    assert named == {words: f"turn: {words[:-1]}{turned[words[-1]]}" for words in named}
    assert named


def test_words_turn_only_where_all_players_are_among_them() -> None:
    assert list(turned_words(("none", "A", "B", "C"), 3, 1)) == [0, 3, 1, 2]
    assert list(turned_words(("A", "C"), 3, 1)) == [0, 1]


def test_facts_and_riders_are_observed_where_their_cards_are_seen() -> None:
    program = reverie.load(SWARM)
    names = told(program)
    assert any(name.startswith("comb: … + ") for name in names)
    assert "comb: worker (honey)" in names
    game = Game(program, 3)
    while game.option_count and not any("+ " in name for name in observed(game, 0)):
        game.choose(game.option_count - 1)
    view = game.view("A")
    shown = [card for zone in view.zones for card in zone.cards or () if " + " in card]
    riders = sum(card.count(" + ") for card in shown)
    assert riders == sum(count for name, count in observed(game, 0).items() if "… + " in name)


def test_answers_that_differ_in_what_lies_on_cards_take_the_last_numbers() -> None:
    program = reverie.load(SWARM)
    numbering = numbering_of(program)
    assert numbering.name(numbering.others) == "another answer 1"
    assert numbering.size > numbering.others


def test_rules_with_few_answers_have_a_number_for_each() -> None:
    numbering = numbering_of(compiled(""))
    assert [numbering.name(each) for each in range(numbering.size)] == [
        "turn: play red one", "turn: play blue one", "turn: stop",
    ]  # fmt: skip


def test_values_on_the_table_are_cut_to_their_bounds() -> None:
    program = reverie.load(EXAMPLES / "klondike")
    features = {feature.name: feature for feature in observer_of(program).features}
    assert attrs.astuple(features["Redeals left"]) == ("Redeals left", 0, 99)
    assert features["Points"].least < 0


def test_answers_that_read_alike_have_one_number() -> None:
    """Zones that the words of an option don't name make no difference."""
    numbering = numbering_of(reverie.load(EXAMPLES / "market", ["rogues"], 3))
    named = [numbering.name(each) for each in range(numbering.size)]
    assert len(set(named)) == len(named)
    assert "market: buy penny for" in named
