"""What is noticed when rules are played a few times: faults, and notes about what never or always happened."""

from __future__ import annotations

import re

import pytest

import dsl
from interpreter.simulation.noticing import noticed
from interpreter.simulation.rehearsal import GAMES, rehearsed

JARS = """\
game jars "Jars"
players 1 to 2
enum colour: red, blue
kind bead
  colour: colour
kind lid
cards bead in bag
  | card | colour | count |
  | ruby | red    | 8     |
  | opal | blue   | 8     |
card cork is lid, 2 in box
zone bag: pile, hidden
zone hand per player: heap, public
zone jar: heap, public
zone box: heap, public
number day: 0 to 12
number taken: 0 to 2
marker wanted: none, colour
flag tired per player
prompt turn: "What do you do?", must be answered
prompt rest: "Do you rest?"
event setup
  shuffle bag
  for each p: player
    draw 2 from bag to hand of p
turn: main
event main
  set wanted to none
  ask turn
    option put <bead in hand>
      set wanted to colour of bead
      do put(bead)
    option wait
      set tired
  do end the day
event put(bead)
  move bead to jar
event end the day
  if tired
    set tired to no
  set day to day + 1
  if any card in bag
    draw from bag to hand
game over when day is 12, "Evening."
score per player: number of bead in hand
winner: highest score, then shared
"""


def notes(*changes: tuple[str, str], players: tuple[int, ...] = (1, 2)) -> tuple[dsl.Problem, ...]:
    """What is noticed about the game of jars with some changes of its text."""
    text = JARS
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    sources = [dsl.SourceFile("base.rules", text)]
    programs = [dsl.compile_ruleset(sources, dsl.Wanted((), number, {}, "parts")) for number in players]
    return noticed(map(rehearsed, programs), lambda span: span.file.name == "base.rules")


def only(*changes: tuple[str, str]) -> tuple[str, str, str]:
    """The code, the underlined words and the message of the one note."""
    (note,) = notes(*changes)
    return note.code, note.span.text if note.span else "", note.message


def test_rules_in_which_nothing_is_odd() -> None:
    assert notes() == ()


def test_a_zone_that_holds_too_much_breaks_the_rules_down() -> None:
    (problem,) = notes(("zone jar: heap, public", "zone jar: heap, public, limit 3"))
    assert (problem.code, problem.note) == ("breaks-down", False)
    assert problem.span is not None
    assert problem.span.text == "move bead to jar"
    assert "`jar` holds more than 3 cards" in problem.message
    assert "`if room in ZONE is more than 0`" in problem.help


def test_the_rule_that_broke_an_invariant_is_named() -> None:
    """The rule of the file that is looked at, though another one of the base game acts later."""
    base = f'{JARS}before end the day\n  set wanted to none\nnever any bead in box: "no bead is put away"\n'
    module = 'module lids "Lids" for jars\nafter put\n  draw from bag to box\n'
    sources = [dsl.SourceFile("base.rules", base), dsl.SourceFile("lids.rules", module)]
    program = dsl.compile_ruleset(sources, dsl.Wanted(("lids",), 1, {}, "parts"))

    def named(file: str) -> tuple[str, str]:
        (problem,) = noticed([rehearsed(program)], lambda span: span.file.name == file)
        ((label),) = problem.related
        assert (problem.code, problem.span is not None and problem.span.file.name) == ("breaks-down", "base.rules")
        assert "; then `box` holds " in problem.message
        return label.span.text, label.text

    assert named("lids.rules") == ("after put", "the last rule of these files that acted")
    assert named("base.rules") == ("before end the day", "the last rule that acted")


def test_rules_of_a_module_that_only_change_definitions_are_shown_beside_a_fault_of_others() -> None:
    """None of them acts; but by what they allow, a rule of the base game does what it can't."""
    base = JARS.replace("zone jar: heap, public", "zone jar: heap, public, limit 2")
    base = base.replace("option put <bead in hand>", "option put <bead in hand where fits of bead>")
    assert base.count("limit 2") == base.count("fits of bead") == 1
    module = 'module lids "Lids" for jars\nwiden fits(bead) when number of bead in jar is at least 2\n'
    sources = [
        dsl.SourceFile("base.rules", f"{base}define fits(bead): number of bead in jar is less than 2\n"),
        dsl.SourceFile("lids.rules", module),
    ]
    program = dsl.compile_ruleset(sources, dsl.Wanted(("lids",), 1, {}, "parts"))
    problem = noticed([rehearsed(program)], lambda span: span.file.name == "lids.rules")[0]
    told = "this adds cases in which `fits` holds; `narrow` leaves some out"
    assert [label.text for label in problem.related][1:] == [told]


def test_a_rule_that_acted_before_the_last_answer_may_have_broken_an_invariant() -> None:
    late = "before end the day if any bead in box and day is at least 2\n  draw from bag to box\n"
    base = f'{JARS}{late}never number of bead in box is at least 2: "one bead is put away at most"\n'
    module = 'module lids "Lids" for jars\nafter put if day is 0\n  draw from bag to box\n'
    sources = [dsl.SourceFile("base.rules", base), dsl.SourceFile("lids.rules", module)]
    program = dsl.compile_ruleset(sources, dsl.Wanted(("lids",), 1, {}, "parts"))
    (problem,) = noticed([rehearsed(program)], lambda span: span.file.name == "lids.rules")
    named = [(label.span.text, label.text) for label in problem.related]
    assert named == [("after put if day is 0", "the last rule of these files that acted, before the last answer")]


def test_a_game_that_goes_on_when_nothing_can_be_chosen_breaks_down() -> None:
    (problem,) = notes(
        (", must be answered", ""), ("    option wait\n      set tired\n", ""), ("  set day to day + 1\n", "")
    )
    assert problem.code == "breaks-down"
    assert "end the game when nothing can be chosen any more" in problem.help
    (asked,) = [label for label in problem.related if label.span.text.startswith("ask turn")]
    assert re.fullmatch("the last question: passed over [0-9,]+ times since, without an option", asked.text)


def test_a_question_without_an_option_breaks_the_rules_down() -> None:
    (problem,) = notes(("    option wait\n      set tired\n", ""), ("    draw from bag to hand\n", "    set tired\n"))
    assert problem.code == "breaks-down"
    assert "nothing that can be done at the prompt `turn`" in problem.message


def test_rules_that_run_on_without_asking_break_down() -> None:
    """A counter isn't set anew, so that from the second turn on nobody is asked, and the day doesn't pass."""
    asking = "  repeat while taken is less than 2\n    set taken to taken + 1\n    set day to day + 1\n    ask rest\n"
    options = "      option wait\n        set tired\n      option wink\n"
    changes = [("  ask turn\n", f"{asking}{options}  ask turn\n"), ("  set day to day + 1\n  if any", "  if any")]
    ending = ("    option put <bead in hand>\n", "    option put <bead in hand where day is less than 1>\n")
    (problem,) = notes(*changes, ending)
    assert problem.code == "breaks-down"
    assert "nobody was asked anything after turn" in problem.help
    assert [(label.span.text, label.text) for label in problem.related] == [
        ("ask rest", "the last question"),
        ("option wait", "this rule acts again and again"),
    ]


def test_cards_that_never_lie_where_an_option_takes_them() -> None:
    code, words, message = only(
        ("    option wait", "    option close <lid in hand>\n      move lid to box\n    option wait")
    )
    assert (code, words) == ("rehearsal", "option close <lid in hand>")
    assert "this was never offered: no `lid` was there" in message


def test_cards_that_never_lie_where_an_option_with_a_condition_takes_them() -> None:
    where = "<lid in hand where day is more than 1>, if day is less than 9"
    code, words, _ = only(("    option wait", f"    option close {where}\n      move lid to box\n    option wait"))
    assert (code, words) == ("rehearsal", f"option close {where}")


def test_an_option_for_cards_that_come_seldom_is_as_it_should_be() -> None:
    where = "<bead in hand where number of bead in jar is at least 14>"
    assert not notes(("    option wait", f"    option close {where}\n      move bead to box\n    option wait"))


def test_a_marker_that_is_set_just_before_it_is_tested() -> None:
    code, words, message = only(("  move bead to jar\n", "  if wanted is none\n    set tired\n  move bead to jar\n"))
    assert (code, words) == ("rehearsal", "wanted is none")
    assert "this never held" in message
    assert "though `wanted` wasn't always the same" in message


def test_a_marker_that_is_cleared_before_cards_are_compared_with_it() -> None:
    change = ("  do end the day\nevent put", "  set wanted to none\n  do end the day\nevent put")
    tested = "  if any bead in hand where wanted is colour of bead\n    set tired\n  set day to day + 1\n"
    code, words, _ = only(change, ("  set day to day + 1\n", tested))
    assert (code, words) == ("rehearsal", "wanted is colour of bead")


def test_a_flag_of_the_acting_player_where_another_one_is_meant() -> None:
    other = "    option nudge <p: player where p is not player and not tired>\n      set wanted to red\n"
    clearing = ("  set wanted to none\n", "  set wanted to none\n  set tired to no\n")
    evening = ("  if tired\n    set tired to no\n", "")
    found = notes(("    option wait\n", f"{other}    option wait\n"), clearing, evening, players=(2,))
    assert [(each.span.text if each.span else "") for each in found] == ["not tired"]
    assert "of the right player (`tired of …`)" in found[0].help


def test_a_flag_that_differs_where_it_is_tested_is_as_it_should_be() -> None:
    other = "    option nudge <p: player where p is not player and not tired of p>\n      set wanted to red\n"
    change = ("  if tired\n    set tired to no\n", "  if tired and day is more than 3\n    set tired to no\n")
    assert not notes(("    option wait\n", f"{other}    option wait\n"), change, players=(2,))


def test_a_printed_value_that_no_card_of_a_place_has() -> None:
    shelf = "zone shelf: heap, public\ncard jade is bead, 2 in shelf\nzone jar"
    asked = "any bead in shelf where colour of bead is red"
    found = notes(
        ("zone jar", shelf), ("  set day to day + 1\n", f"  if {asked}\n    move shelf to box\n  set day to day + 1\n")
    )
    assert [(each.code, each.span.text if each.span else "") for each in found] == [
        ("rehearsal", "colour of bead is red")
    ]


def test_a_game_that_asks_in_its_first_turn_only() -> None:
    """The flag that ends the questions is never cleared."""
    code, words, message = only(
        ("  if tired\n    set tired to no\n", ""),
        (
            "  set wanted to none\n  ask turn\n",
            "  set wanted to none\n  repeat while not tired\n    do asked\n  do end the day\nevent asked\n  ask turn\n",
        ),
        ("      do put(bead)\n", "      do put(bead)\n      set tired\n"),
        ("  do end the day\nevent put", "event put"),
    )
    assert (code, words) == ("rehearsal", "")
    assert "nobody had a choice after turn 1" in message


@pytest.mark.parametrize("number", [1, 2])
def test_the_games_are_always_the_same_and_few(number: int) -> None:
    sources = [dsl.SourceFile("base.rules", JARS)]
    program = dsl.compile_ruleset(sources, dsl.Wanted((), number, {}, "parts"))
    one, other = rehearsed(program), rehearsed(program)
    assert (one.games, one.decisions, one.tested) == (other.games, other.decisions, other.tested)
    assert 0 < one.games <= GAMES


REST = "      ask rest\n        option nap\n        option doze\n          set wanted to none\n"


def test_a_flag_of_an_event_that_is_over_is_explained() -> None:
    sun = (
        "flag sunny during main\nevent night\nbefore night if not sunny\n  set taken to 2\n"
        'table\n  show "Taken": taken\n  show "Sun": sunny\n'
    )
    changes = (
        ("turn: main\n", f"{sun}turn: main, night\n"),
        ("      set tired\n", f"      set tired\n      set sunny\n{REST}"),
    )
    told = [note.help for note in notes(*changes) if note.span and note.span.text == "not sunny"]
    assert told == ["`sunny` lasts during `main` only, and is as at its beginning here: test it `after main if …`"]
