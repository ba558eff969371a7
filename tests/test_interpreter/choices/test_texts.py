"""Values in questions, endings and the words of options: what they say, and what they don't say."""

from __future__ import annotations

import pytest

from dsl.program.program import Program
from interpreter import Game, IllegalAnswer
from repl.saves.timeline import Timeline
from tests.support.tiny import compiled

GAME = """\
game tiny "Tiny"
players 1 to 2
enum colour: red, blue
kind piece
  colour: colour
  worth: number
cards piece in deck
  | card     | colour | worth | count |
  | red one  | red    | 3     | 2     |
  | blue one | blue   | 5     | 4     |
zone deck: pile, hidden
zone hand per player: heap, private
places nest: 1 to 2
number score: 0 to 99, starts at 7
prompt turn: "Turn of {player}: more than {score + 1}?"
prompt sort per nest: "Which for {nest}, of {number of card in deck}, {number of red one in deck} red?"
event setup
  repeat 2 times
    draw from deck to hand of A as card
turn: main
event main
  let secret: number of red one in hand
  ask turn
    option sell <piece in hand> for {worth of piece}
      set score to score + worth of piece
    option show <piece by position in deck> of {worth of piece}
      set score to 0
    option tell {secret} and {any red one in hand}
      set score to secret
    option stop
      let lost: score * 2
      lose "Stopped at {lost}, {score} and {colour of (some piece in hand)}."
    option sort
      for each nest
        ask sort of nest
          option this
          option that
      shuffle deck
win only when score is 12
won "With {score} points, {player}."
out of reach when score is 8, "No more than {score}, {number of card in deck} and {number of red one in deck}."
"""


def played(program: Program, *answers: str, reference: bool = False) -> Game:
    game = Game(program, 1, reference=reference)
    for answer in answers:
        game.choose(answer)
    return game


def words(game: Game) -> list[str]:
    assert game.decision
    return [option.words for option in game.decision.options]


def question(game: Game) -> str:
    assert game.decision
    return game.decision.question


@pytest.mark.parametrize("reference", [False, True])
def test_values_are_put_into_questions_options_and_endings(reference: bool) -> None:
    program = compiled(GAME)
    game = played(program, reference=reference)
    assert question(game) == "Turn of A: more than 8?"
    sold = [option for option in words(game) if option.startswith("sell")]
    assert sold
    assert set(sold) <= {"sell red one for 3", "sell blue one for 5"}
    assert "show 1 of ?" in words(game)
    game.choose("sort")
    assert question(game) == "Which for nest 1, of 4, ? red?"
    stopped = played(program, "stop", reference=reference)
    assert stopped.outcome
    assert stopped.outcome.sentence.startswith("Stopped at 14, 7 and ")
    assert stopped.outcome.sentence.removesuffix(".").split()[-1] in ("red", "blue")


def test_an_ending_says_the_values_at_the_end() -> None:
    game = played(compiled(GAME.replace("| 3     | 2", "| 5     | 2")), "sell blue one for")
    assert game.outcome
    assert game.outcome.sentence == "With 12 points, A."


def test_a_sentence_for_all_says_nothing_that_is_hidden() -> None:
    game = played(compiled(GAME.replace("starts at 7", "starts at 8")))
    assert game.out_of_reach == "No more than 8, 4 and ?."


def test_the_player_who_is_asked_reads_what_he_sees_and_others_don_t() -> None:
    game = played(compiled(GAME, players=2))
    told = next(option for option in words(game) if option.startswith("tell"))
    assert told.split()[1] in "012"  # the variable comes from the hand of the player who acts
    assert told.split()[-1] in ("yes", "no")
    traced = played(compiled(GAME, players=2), told, reference=True)
    assert [event.text for event in traced.trace if event.name == "answer"][-1] == "turn: tell ? and ?"


def test_an_answer_is_given_by_its_words_or_by_its_id_which_is_kept() -> None:
    program = compiled(GAME)
    first = words(played(program))[0]
    name = first.rsplit(" ", 1)[0]
    for answer in (first, name):
        assert played(program, answer).history[-1].option == name
        timeline = Timeline(Game(program, 1))
        timeline.give([answer])
        assert timeline.moves[-1].answer == name
    with pytest.raises(IllegalAnswer):
        played(program, f"{name} 4")


def test_why_not_takes_words_with_their_values_and_without() -> None:
    rules = GAME.replace(
        "{worth of piece}\n      set score to s", "{worth of piece}, if score is 90\n      set score to s"
    )
    game = played(compiled(rules))
    for typed in ("sell red one for 3", "sell red one for", "sell red one"):
        found = game.why_not(typed)
        assert found.status == "not offered"
        assert found.option == "sell red one for …"
        assert found.failures
