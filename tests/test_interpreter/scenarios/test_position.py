from __future__ import annotations

import pytest

from dsl.program.blocks import Jump
from dsl.program.program import Program
from dsl.text.diagnostics import Problem, Problems
from interpreter.scenarios.position import position
from interpreter.state.layout import FRAME, Flat, layout_of
from interpreter.state.wording import shown_card
from tests.support.builder import Builder
from tests.support.labyrinth import labyrinth
from tests.support.scenarios import scenario

EITHER = "a scenario says either by `given` or by `deal` where its game begins"

INCLUDES = "name its cards; `the rest`, as the last of them, keeps the others that begin there"
LAST = "`the rest` stands last, in a pile or heap where the game begins"
IN_ANY_ORDER = "given\n  deck in any order: glass, the rest\n  box: sun"
IN_PARENTHESES = "a fact stands in parentheses: `glass (turned 2)`"
ZERO = "a fact that is 0 isn't written: leave the parentheses out"
LEAVE_OUT = "leave out `the rest`"


def table(players: int = 2, box: bool = True) -> Program:
    """Cards that begin in three zones, and a game that goes nowhere."""
    b = Builder(players=players)
    deck, stock = b.zone("deck", "pile", "hidden"), b.zone("stock", "pile", "hidden")
    for player, owner in enumerate("AB"[:players]):
        b.zone(f"{owner} hand" if players > 1 else "hand", "heap", "private", owner=player, limit=2)
    if box:
        b.zone("box", "heap")
    b.card("sun", 3, deck)
    b.card("moon", 2, deck)
    b.card("spy", 2, stock)
    b.card("spy", 1, deck)
    b.fact("turned", "turned", b.card("glass", 1, deck), 1, maximum=2)
    b.number("used", initial=1, maximum=5)
    main = b.declare()
    first, turn = b.block(2)
    b.waiting(main, "game", [(first, [], Jump(turn)), (turn, [], Jump(turn))], locals=2, lists=[1])
    return b.program(main, turn)


def laid(program: Program, lines: str) -> Flat:
    """The state that these lines lay out."""
    problems = Problems()
    state = position(program, scenario(lines), problems)
    assert problems.found == []
    return state


def wrong(program: Program, lines: str) -> list[Problem]:
    problems = Problems()
    position(program, scenario(lines), problems)
    assert {problem.code for problem in problems.found} == {"scenario-position"}
    return problems.found


def cards(program: Program, state: Flat, zone: str) -> list[str]:
    """The cards of a zone as they lie there, from the bottom or from the left."""
    number = next(number for number, place in enumerate(program.places) if place.name == zone)
    return [shown_card(program, state, card) for card in state[layout_of(program).zones + number]]


def number(program: Program, state: Flat, name: str) -> int:
    numbers = [counter.name for counter in program.counters]
    return int(state[layout_of(program).numbers + numbers.index(name)])


def test_a_position_stands_at_the_start_of_a_turn() -> None:
    program = table()
    state = laid(program, "given\n  player B\n  deck: sun\n  used: 3")
    assert state[FRAME] == (program.turns, None)
    assert number(program, state, "player") == 1
    assert number(program, state, "used") == 3
    assert number(program, state, "dealt") == 0


def test_numbers_that_are_not_named_have_their_first_value() -> None:
    assert number(table(), laid(table(), "given\n  deck: sun"), "used") == 1


def test_piles_are_listed_from_the_top_and_the_rest_is_in_the_box() -> None:
    program = table()
    state = laid(program, "given\n  deck: sun, moon, spy\n  B hand: spy, moon")
    assert cards(program, state, "deck") == ["spy", "moon", "sun"]
    assert cards(program, state, "B hand") == ["moon", "spy"]
    assert cards(program, state, "A hand") == []
    assert cards(program, state, "stock") == []
    assert cards(program, state, "box") == ["sun", "sun", "spy", "glass"]


def test_lines_are_listed_from_the_left_and_each_card_with_facts_is_used_once() -> None:
    program = labyrinth()
    goals = ["red goal (down)", "blue goal", "red goal"]
    state = laid(program, f"given\n  goals: {', '.join(goals)}")
    assert cards(program, state, "goals") == goals
    assert len(set(state[layout_of(program).zones + 8])) == 3


def test_a_mark_can_say_how_often() -> None:
    program = table()
    assert cards(program, laid(program, "given\n  deck: glass (turned 2)"), "deck") == ["glass (turned 2)"]
    assert cards(program, laid(program, "given\n  deck: glass"), "deck") == ["glass"]


def test_a_deal_begins_with_setup_and_masks_the_first_shuffle() -> None:
    program = table()
    state = laid(program, "deal\n  deck: sun, moon, sun")
    assert state[FRAME] == (program.procedures[program.main].entry, None)
    assert number(program, state, "dealt") == 1 << 0
    assert cards(program, state, "deck") == ["sun", "moon", "sun"]
    assert cards(program, state, "stock") == ["spy", "spy"]
    assert cards(program, state, "box") == ["sun", "moon", "spy", "glass"]


def test_a_zone_that_gave_cards_to_a_deal_keeps_none_back() -> None:
    program = table()
    state = laid(program, "deal\n  deck: spy, spy")
    assert cards(program, state, "deck") == ["spy", "spy"]
    assert cards(program, state, "stock") == []
    assert cards(program, state, "box").count("spy") == 1


def test_a_game_without_a_box_must_have_every_card_named() -> None:
    (problem,) = wrong(table(box=False), "given\n  deck: sun, moon, sun, moon, sun, glass, spy")
    assert "2 spy" in problem.message


@pytest.mark.parametrize(
    ("lines", "message", "help"),
    [
        ("given\n  dekc: sun", "no zone and no number is called `dekc`", "did you mean `deck`?"),
        ("given\n  hand: sun", "no zone and no number is called `hand`", "every player has one: `A hand`, `B hand`"),
        ("given\n  deck: snu", "no card is called `snu`", "did you mean `sun`?"),
        ("given\n  deck: moon, moon, moon", "there is no `moon` left: this game has 2", ""),
        ("given\n  deck: sun (down)", "`sun` can't be `down`", "what it can be: nothing"),
        ("given\n  deck: glass (turned 3)", "`glass` can't be `turned 3`", "what it can be: `turned 1`, `turned 2`"),
        ("given\n  deck: glass (turned 0)", "`glass` can't be `turned 0`", ZERO),
        ("given\n  deck: glass with turned 2", "no card is called `glass with turned 2`", IN_PARENTHESES),
        ("given\n  A hand: sun, sun, moon", "`A hand` holds at most 2 cards", ""),
        ("given\n  deck: 3", "`deck` holds cards and is no number", "name the cards, or write `nothing`"),
        ("given\n  used: sun", "`used` is a number and holds no cards", "say the number: `used: 0`"),
        ("given\n  used: 6", "`used` goes from 0 to 5", ""),
        ("given\n  dealt: 1", "no zone and no number is called `dealt`", ""),
        ("given\n  deck: sun\n  deck: moon", "`deck` is there twice", ""),
        ("given\n  deck includes: sun", "where a game begins, all that `deck` holds has to be said", INCLUDES),
        ("given\n  deck: the rest, sun", "no card is called `the rest`", LAST),
        ("given\n  A hand: sun, the rest", "no card is left of those that begin the game in `A hand`", LEAVE_OUT),
        ("given\n  player C", "there is no player `C` in this game", "the players of this game are `A`, `B`"),
        ("deal\n  player B\n  deck: sun", "after a deal the game itself says whose turn it is", ""),
        ("deal\n  deck: snu", "no card is called `snu`", "did you mean `sun`?"),
        ("given\n  deck: sun\ndeal\n  deck: sun", EITHER, ""),
        ("then\n  deck: sun", EITHER, ""),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_a_problem(lines: str, message: str, help: str) -> None:
    (problem,) = wrong(table(), lines)
    assert (problem.message, problem.help) == (message, help)


@pytest.mark.parametrize(
    ("lines", "deck", "loose", "box"),
    [
        ("given\n  deck in any order: moon, sun, moon", ["sun", "moon", "moon"], 3, 6),
        ("given\n  deck: moon, the rest\n  A hand: sun", [*["sun"] * 2, "moon", "spy", "glass", "moon"], 5, 2),
        (IN_ANY_ORDER, ["sun", "sun", "moon", "moon", "spy", "glass"], 6, 3),
        ("given\n  deck: the rest\n  stock: spy", [*["sun"] * 3, *["moon"] * 2, "spy", "glass"], 7, 1),
        ("deal\n  deck: moon, sun, the rest", [*["sun"] * 2, "moon", "spy", "glass", "sun", "moon"], 5, 0),
    ],
)  # fmt: skip
def test_cards_in_unknown_order(lines: str, deck: list[str], loose: int, box: int) -> None:
    program = table()
    state = laid(program, lines)
    assert [card.split(" (")[0] for card in cards(program, state, "deck")] == deck
    assert state[layout_of(program).unordered] == loose
    assert len(cards(program, state, "box")) == box


def test_problems_point_at_the_words() -> None:
    problems = wrong(table(), "given\n  deck: sun, mooon\n  shared: sun")
    assert [problem.span.text for problem in problems if problem.span] == ["mooon", "shared: sun"]
