"""The kinds of changes that are made to rules, each at one place of the text."""

from __future__ import annotations

import pytest

from dsl.reading.library import read_all
from dsl.text.source import SourceFile
from reverie.testing.mutants import Edit, Kinds, edits
from tests.support.market import MARKET
from tests.support.tiny import TINY

RULES = f"""{TINY}zone aside: heap, public, limit 3
zone box: heap, public
group shown: spot, hand
number left: 0 to 5, starts at 2
class red piece: piece where colour is red
class blue piece: piece where colour is blue
define full: number of card in aside is at least left and left is more than 2
define even: for every colour as c, any piece in hand where colour is c
event tidy(card)
  move card to aside
on play of red piece
  move top of deck to box
after main, before others
  if full or not even
    move every red piece in hand to aside
  else
    put hand under deck in any order, asking turn
before play if total of red piece is 2
  do tidy(card)
forbid tidy if during setup
when players is 2
  add to turn
    option wait
      ask again
"""
LINES = TINY.count("\n")


def made(rules: str = RULES) -> dict[str, Edit]:
    """The changes of the rules by what they are; each is made at one place only."""
    (model,) = read_all([SourceFile("base.rules", rules)])
    return {edit.change: edit for edit in edits(model, Kinds.of([model]))}


@pytest.mark.parametrize(
    ("change", "line", "text"),
    [
        ("`at most` for `at least`", 7, "define full: number of card in aside is at most left and left is more than 2"),
        (
            "`more than` for `at least`",
            7,
            "define full: number of card in aside is more than left and left is more than 2",
        ),
        (
            "`less than` for `more than`",
            7,
            "define full: number of card in aside is at least left and left is less than 2",
        ),
        ("`or` for `and`", 7, "define full: number of card in aside is at least left or left is more than 2"),
        ("3 for 2: `define full", 7, "define full: number of card in aside is at least left and left is more than 3"),
        ("4 for 3: `zone aside", 1, "zone aside: heap, public, limit 4"),
        ("without a limit", 1, "zone aside: heap, public"),
        ("3 for 2: `number left", 4, "number left: 0 to 5, starts at 3"),
        ("`any` for `every`", 8, "define even: any c: colour where any piece in hand where colour is c"),
        ("`blue` for `red`: `class", 5, "class red piece: piece where colour is blue"),
        ("not: `colour is red`", 5, "class red piece: piece where (not (colour is red))"),
        ("`blue piece` for `red piece`: `on play", 11, "on play of blue piece"),
        ("`bottom` for `top`", 12, "  move bottom of deck to box"),
        ("`hand` for `box`", 12, "  move top of deck to hand"),
        ("`before` for `after`: `after main", 13, "before main, before others"),
        ("`after` for `before` in the order: `before others`", 13, "after main, after others"),
        ("`not even` without `not`", 14, "  if full or even"),
        ("`and` for `or`", 14, "  if full and not even"),
        ("`some` for `every`", 15, "    move some red piece in hand to aside"),
        ("`blue piece` for `red piece`: `move", 15, "    move every blue piece in hand to aside"),
        ("`on top of` for `under`", 17, "    put hand on top of deck in any order, asking turn"),
        ("`after` for `before`: `before play", 18, "after play if total of red piece is 2"),
        ("`tidy` for `play`: `before play", 18, "before tidy if total of red piece is 2"),
        ("without `if total of red piece is 2`", 18, "before play"),
        ("`play` for `tidy`: `do tidy", 19, "  do play(card)"),
        ("`play` for `tidy`: `forbid", 20, "forbid play if during setup"),
        ("`main` for `setup`: `forbid", 20, "forbid tidy if during main"),
        ("not: `players is 2`", 21, "when (not (players is 2))"),
        ("without `do tidy(card)`", 19, "forbid tidy if during setup"),
        ("without `add to turn`", 22, ""),
    ],
)
def test_a_change_is_made_at_one_place(change: str, line: int, text: str) -> None:
    (edit,) = [edit for words, edit in made().items() if words.startswith(change)]
    changed = edit.of(SourceFile("base.rules", RULES)).text.split("\n")

    assert changed[LINES + line - 1] == text
    assert len(set(changed) - set(RULES.split("\n"))) <= 1


def test_steps_belong_to_the_innermost_rule() -> None:
    found = made()
    lines = {text: RULES.index(text) for text in ("before play if", "option play")}

    assert found["without `do tidy(card)`"].within == lines["before play if"]
    assert found["without `do play(card)`"].within == lines["option play"]
    assert found["without a limit: `zone aside: heap, public, limit 3`"].within is None
    assert found["without `if total of red piece is 2`"].within is None


def test_what_only_helps_or_shows_is_left_alone() -> None:
    shown = 'help "Playing" "Play 2 cards."\ninvariant "few": number of card in spot is at most 3\nwon "2 at last."\n'

    assert made(RULES + shown).keys() == made().keys()


def test_one_option_of_several_is_left_out() -> None:
    found = made()

    assert "without `option stop`" in found
    assert "without `option wait`" not in found


def test_a_card_counts_as_what_it_is() -> None:
    found = made(RULES + "after play\n  do take(some card in hand), counted as piece\n")

    assert "without `counted as piece`" in found


def test_a_question_for_another_player_is_asked_of_the_acting_one() -> None:
    found = made(RULES + "after play\n  ask turn, decided by (some player), starting over\n")

    assert "without `decided by some player`" in found


def test_a_question_for_all_at_once_is_asked_of_the_acting_player() -> None:
    found = made(RULES + "after play\n  ask turn, decided by every player at once\n    option wait\n")

    assert "without `decided by every player at once`" in found


def test_what_happens_once_happens_again() -> None:
    rules = "add to turn\n  option wait, if any card in hand, once a turn [T-A1]\n    shuffle deck\n"
    found = made(RULES + rules + "after play, once in play\n  shuffle deck\n")

    assert found["without `once a turn`"].text == ""
    assert "without `once in play`" in found


def test_a_number_is_raised_lowered_and_kept_otherwise() -> None:
    rules = "define worth: 2\nraise worth by 2 when any card in hand\nkeep worth at least 1\n"
    found = made(RULES + rules)

    assert "`lower` for `raise`: `raise worth by 2 when any card in hand`" in found
    assert "`at most` for `at least`: `keep worth at least 1`" in found
    assert "without `when any card in hand`" in found
    assert "3 for 2: `raise worth by 2 when any card in hand`" in found
    assert "without `keep worth at least 1`" in found


def test_cards_are_turned_the_other_way() -> None:
    found = made(RULES + "after tidy\n  draw from deck to spot face down\n  turn leftmost of spot face up\n")

    assert "`face up` for `face down`: `draw from deck to spot face down`" in found
    assert "`face down` for `face up`: `turn leftmost of spot face up`" in found


def test_what_decides_who_wins_is_turned_and_a_score_is_changed() -> None:
    changes = made(MARKET + "\n")
    text = {change: edit.of(SourceFile("base.rules", MARKET + "\n")).text for change, edit in changes.items()}
    turned = next(change for change in changes if "`lowest` for `highest`" in change)
    assert "winner: lowest score, then fewest rubys" in text[turned]
    other = next(change for change in changes if "`most` for `fewest`" in change)
    assert "winner: highest score, then most rubys" in text[other]
    assert "\ngame over when" not in text[next(each for each in changes if "without `game over when" in each)]
    assert any("not: `no card in market`" in change for change in changes)


def test_a_card_is_moved_alone_or_the_other_side_is_asked_for() -> None:
    move, condition = "move leftmost of spot and all after it to hand", "if any piece to the left of card"
    found = made(RULES + f"after tidy\n  {move}\n  {condition}\n    proceed\n")

    assert "without `and all after it`: `move leftmost of spot and all after it to hand`" in found
    assert "`right` for `left`: `if any piece to the left of card`" in found
