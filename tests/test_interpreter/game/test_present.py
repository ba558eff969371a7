"""What a decision tells beside its options: how to pass, how often a loop asks, which card lies at a place."""

from __future__ import annotations

import re

import pytest

import dsl
from dsl.program.program import Program
from interpreter import Decision, Game
from tests.support.tiny import compiled


@pytest.fixture(scope="module")
def book() -> Program:
    return dsl.load("onirim", modules=["book"])


def until(program: Program, prompt: str, *wanted: str) -> Decision:
    """The first decision at a prompt, of a game in which answers that begin as wanted are preferred."""
    game = Game(program, 11)
    for _ in range(400):
        decision = game.decision
        assert decision is not None
        if decision.prompt == prompt:
            return decision
        offered = [option.id for option in decision.options]
        game.choose(next((each for start in wanted for each in offered if each.startswith(start)), offered[0]))
    raise AssertionError(f"nothing is asked at {prompt}")


def test_a_window_says_which_option_passes_it(book: Program) -> None:
    window = until(book, "before draw")
    assert (window.passing, window.window) == ("continue", True)
    assert window.options[-1].id == "continue"
    assert until(book, "turn").passing == ""


def test_abilities_beside_one_other_answer_may_be_passed_over(book: Program) -> None:
    drawn = until(book, "door drawn", "discard", "continue")
    assert (drawn.passing, drawn.window) == ("limbo", False)
    assert {option.form for option in drawn.options[1:]} <= {"cast paradoxical prophecy", "cast parallel planning"}


def test_options_have_a_form_that_names_no_card(book: Program) -> None:
    turn = until(book, "turn")
    assert {option.form for option in turn.options} <= {"play …", "discard …"}
    assert [option.note for option in turn.options] == [""] * len(turn.options)


def test_a_loop_says_how_often_it_asks(book: Program) -> None:
    pay = until(book, "pay", "cast paradoxical prophecy")
    assert (pay.round, pay.rounds) == (1, 5)
    order = until(book, "paradox order", "cast paradoxical prophecy")
    assert (order.round, order.rounds) == (1, 4)
    turn = until(book, "turn")
    assert (turn.round, turn.rounds) == (0, 0)


def test_a_card_that_is_named_by_its_place_is_told(book: Program) -> None:
    goals = until(book, "planning first", "cast parallel planning")
    assert goals.options[0].id == "goal 1"
    assert all(option.note.endswith(("goal", "goal (down)")) for option in goals.options)


@pytest.mark.parametrize("reference", [False, True])
@pytest.mark.parametrize(("zone", "veiled"), [("line, hidden", ""), ("pile, hidden", ""), ("line, public", "any one")])
def test_a_card_that_is_named_by_its_place_is_told_to_nobody_who_cannot_see_it(
    zone: str, veiled: str, reference: bool
) -> None:
    rules = f"""
zone veil: {zone}
prompt which: "Which?"
after setup
  move top of deck to spot
  move top 2 of deck to veil
before main
  ask which
    option take <piece by position in veil>
      move piece to hand
    option swap <piece by position in veil> with <other: piece by position in spot>
      exchange piece and other
    option leave
"""
    decision = Game(compiled(rules), 1, reference=reference).decision
    assert decision
    told = {option.id: re.sub("red|blue", "any", option.note) for option in decision.options}
    assert told == {
        "take 1": veiled,
        "take 2": veiled,
        "swap 1 with 1": ", ".join(filter(None, (veiled, "any one"))),
        "swap 2 with 1": ", ".join(filter(None, (veiled, "any one"))),
        "leave": "",
    }


def test_what_is_only_shown_is_not_in_the_fingerprint(book: Program) -> None:
    assert "rounds" not in repr(book)
    assert "abilities" not in repr(book)
