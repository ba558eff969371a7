"""Whole games and awkward shapes of program, played by both executors side by side."""

from __future__ import annotations

import pytest

from dsl.program.blocks import CallAndWait, Choose, Fork, Jump, Parameter, Return, Source
from dsl.program.expressions import Binary, Cards, Element, Filter, Int, Local, Number, Size, Zone
from dsl.program.instructions import (
    Branch,
    Call,
    End,
    Expose,
    ForEach,
    Instruction,
    Move,
    SetLocal,
    SetNumber,
    Shuffle,
    While,
)
from dsl.program.program import Program
from interpreter.game.game import Game
from interpreter.state.layout import FRAME
from tests.support.builder import YES, Builder, cards_in, equal, from_zone, way
from tests.support.labyrinth import labyrinth
from tests.support.lockstep import compare, lock_step, same_start
from tests.support.tiny import compiled


@pytest.mark.parametrize("seed", range(12))
def test_a_whole_game(seed: int) -> None:
    assert lock_step(labyrinth(), seed, written=seed < 2).outcome


def test_answers_go_to_either_executor_in_mid_game() -> None:
    game = Game(labyrinth(), 3)
    for turn in range(40):
        assert game.decision
        other = Game.from_state(labyrinth(), game.state, reference=turn % 2 == 0)
        answer = turn % len(game.decision.options)
        game.choose(answer)
        other.choose(answer)
        assert other.state == game.state
        assert other.decision == game.decision
        if game.outcome:
            break


def countdown() -> Program:
    """A waiting procedure that calls itself: `dive` asks at each depth, going down and coming up, and counts."""
    b = Builder()
    b.zone("pile", "pile")
    b.card("card", 1, 0)
    depth_reached = b.number("depth")
    main, dive = b.declare(), b.declare()
    over = b.ending("won", "Up again.")
    x = b.block(3)
    b.waiting(
        main,
        "game",
        [
            (x[0], [], CallAndWait(dive, (Int(1), Cards(b"\x00")), x[1], 0)),
            (x[1], [End(over, 0)], Jump(x[2])),
            (x[2], [], Return()),
        ],
    )
    y = b.block(6)
    down, up = b.prompt("down"), b.prompt("up")
    b.waiting(
        dive,
        "dive",
        [
            (
                y[0],
                [SetNumber(Int(depth_reached), Local(0), 0)],
                Choose(down, Int(0), (way("deeper", block=y[1]), way("back", block=y[2])), y[2], True, 0, 0),
            ),
            (
                y[1],
                [SetLocal(2, Binary("++", Local(1), Cards(b"\x00")), 0)],
                Fork(Binary("<", Local(0), Int(20)), y[3], y[2], 0),
            ),
            (y[2], [], Return()),
            (y[3], [], CallAndWait(dive, (Binary("+", Local(0), Int(1)), Local(2)), y[4], 0)),
            (
                y[4],
                [SetNumber(Int(depth_reached), Size(Local(2)), 0)],
                Choose(up, Int(0), (way("go up", block=y[2]), way("again", block=y[5])), y[2], True, 0, 0),
            ),
            (y[5], [], Jump(y[3])),
        ],
        arguments=2,
        locals=3,
        lists=(1, 2),
        event="dive",
    )
    return b.program(main, x[0])


@pytest.mark.parametrize("seed", range(6))
def test_a_waiting_procedure_that_calls_itself(seed: int) -> None:
    lock_step(countdown(), seed, most=300, written=True)


def test_frames_lie_upon_one_another() -> None:
    game = Game(countdown(), 0)
    game.choose("deeper")
    game.choose("deeper")
    frame = game.state.flat[FRAME]
    assert frame[2:] == (3, b"\0\0\0", b"")
    assert frame[1][2:] == (2, b"\0\0", b"\0\0\0")
    game.choose("back")
    assert game.decision
    assert game.decision.prompt == "up"
    assert dict(game.view("A").numbers) == {"depth": 3}


def pairs() -> Program:
    """Two nested parameters, drawn from several zones; the later one may not be the earlier one's equal."""
    b = Builder()
    hand, shared, away = b.zone("hand", "heap"), b.zone("shared", "line"), b.zone("away", "heap")
    for number, name in enumerate(("ant", "bee", "cat")):
        b.card(name, 2, hand, size=number)
    b.card("dog", 1, shared, size=3)
    b.card("elk", 1, shared, size=4)
    main = b.declare()
    x = b.block(3)
    mine = Source(cards_in(hand), Int(hand))
    ours = Source(cards_in(shared), Int(shared), "shared")
    give = Parameter(0, 1, (mine, ours), YES)
    take = Parameter(2, 3, (ours,), Binary("<", b.attribute("size", Local(0)), b.attribute("size", Local(2))))
    at = Parameter(0, 1, (mine, ours), Binary("==", Local(1), Int(shared)), by_position=True)
    swap = [Move(Local(0), Local(1), Int(away), "last", 0), Move(Local(2), Local(3), Local(1), "last", 0)]
    b.waiting(
        main,
        "game",
        [
            (
                x[0],
                [],
                Choose(
                    b.prompt("swap"),
                    Int(0),
                    (
                        way("swap ", 0, " with ", 1, block=x[1], parameters=[give, take]),
                        way("leave ", 0, block=x[2], parameters=[at]),
                        way("stop", block=x[2]),
                    ),
                    x[0],
                    True,
                    0,
                    0,
                ),
            ),
            (x[1], swap, Jump(x[0])),
            (x[2], [], Jump(x[0])),
        ],
        locals=4,
    )
    return b.program(main, x[0])


def test_nested_parameters() -> None:
    game = Game(pairs(), 0)
    assert game.decision
    names = [option.id for option in game.decision.options]
    assert names[:3] == ["swap ant with shared dog", "swap ant with shared elk", "swap bee with shared dog"]
    assert names[-3:] == ["leave shared 1", "leave shared 2", "stop"]
    assert "swap shared dog with shared elk" in names
    lock_step(pairs(), 4, most=30, written=True)


def offers(*options: str, quiet: int = 0, must: bool = False) -> Program:
    """A prompt with options that are offered only while a number says so, bit by bit; it is asked seven times."""
    b = Builder()
    b.zone("pile", "pile")
    b.card("card", 1, 0)
    mask, asked = b.number("mask", 1, maximum=7), b.number("asked")
    main = b.declare()
    x = b.block(4)
    over = b.ending("lost", "Asked out.")
    ways = [
        way(words, block=x[1], condition=Binary("&", Number(Int(mask)), Int(1 << at)), origin=0)
        for at, words in enumerate(options)
    ]
    b.waiting(
        main,
        "game",
        [
            (x[0], [], Choose(b.prompt("which"), Int(0), tuple(ways), x[2], must, quiet, 0)),
            (x[1], [SetNumber(Int(asked), Binary("+", Number(Int(asked)), Int(1)), 0)], Jump(x[2])),
            (
                x[2],
                [
                    Branch(equal(Number(Int(mask)), Int(7)), (End(over, 0),), (), 0),
                    SetNumber(Int(mask), Binary("+", Number(Int(mask)), Int(1)), 0),
                ],
                Jump(x[0]),
            ),
            (x[3], [], Return()),
        ],
    )
    return b.program(main, x[0])


def test_a_single_option_is_forced_and_recorded() -> None:
    game = lock_step(offers("one", "two", "three"), 0)
    assert [(answer.option, answer.forced) for answer in game.history if answer.forced] == [
        ("one", True),
        ("two", True),
        ("three", True),
    ]
    assert len(game.history) == 7


def test_options_that_read_alike_are_one() -> None:
    game = lock_step(offers("same", "same", "other"), 0)
    assert [answer.forced for answer in game.history] == [True, True, True, True, False, False, False]


def test_a_window_with_quiet_options_only_is_passed_over() -> None:
    game = lock_step(offers("use", "continue", "wait", quiet=2), 0)
    assert len(game.history) == 4


def test_nothing_to_do_where_something_must_be_done_is_a_fault() -> None:
    game = lock_step(offers("one", "one", must=True), 0)
    assert game.outcome
    assert game.outcome.status == "fault"
    assert "`which`" in game.outcome.sentence
    assert game.outcome.place == "hand.rules:1"


def test_an_ending_in_a_plain_procedure_ends_the_game_at_once() -> None:
    b = Builder()
    pile, line = b.zone("pile", "pile"), b.zone("line", "line")
    b.card("ace", 3, pile)
    main, outer, inner = b.declare(), b.declare(), b.declare()
    over = b.ending("won", "Done.")
    take = Move(Int(0), Int(pile), Int(line), "last", 0)
    b.plain(inner, "inner", [take, Branch(Size(cards_in(line)), (End(over, 0),), (), 0), take], event="inner")
    b.plain(outer, "outer", [ForEach(0, cards_in(pile), (Call(inner, (), 0),), 0), take], locals=1)
    (first,) = b.block(1)
    b.waiting(main, "game", [(first, [Call(outer, (), 0), take], Return())])
    game = lock_step(b.program(main, first), 0)
    assert game.outcome
    assert (game.outcome.status, game.outcome.sentence, game.outcome.rule) == ("won", "Done.", "Done.")
    assert game.view("A").zones[1].cards == ("ace",)
    assert game.decision is None


def test_cards_that_share_a_name_are_one_option() -> None:
    b = Builder()
    row = b.zone("row", "line")
    first = b.card("goal", 1, row, colour=1)
    b.card("goal", 1, row, colour=1)
    b.card("post", 1, row)
    b.fact("face down", "down", first, 2)
    main = b.declare()
    x = b.block(2)
    other = equal(Local(0), Local(0))
    b.waiting(
        main,
        "game",
        [
            (
                x[0],
                [],
                Choose(
                    b.prompt("turn"),
                    Int(0),
                    (
                        way("turn ", 0, block=x[1], parameters=[from_zone(row, 0)]),
                        way("look at ", 0, block=x[1], parameters=[from_zone(row, 0, other)]),
                    ),
                    x[0],
                    True,
                    0,
                    0,
                ),
            ),
            (x[1], [Shuffle(Int(row), 0)], Jump(x[0])),
        ],
        locals=2,
    )
    game = lock_step(b.program(main, x[0]), 0, most=5, written=True)
    assert game.decision
    assert [option.id for option in game.decision.options] == [
        "turn goal",
        "turn post",
        "look at goal",
        "look at post",
    ]


def test_constant_conditions_leave_only_their_branch() -> None:
    b = Builder()
    line, heap = b.zone("line", "line"), b.zone("heap", "heap")
    b.card("card", 3, line)
    main = b.declare()
    x = b.block(4)
    take = Move(Int(0), Int(line), Int(heap), "last", 0)
    body: list[Instruction] = [
        Branch(Binary("<", Int(1), Int(2)), (take,), (take, take), 0),
        Expose(Int(line), Int(2), 0),
    ]
    b.waiting(
        main,
        "game",
        [
            (x[0], body, Fork(YES, x[1], x[2], 0)),
            (
                x[1],
                [],
                Choose(b.prompt("stop"), Int(0), (way("a", block=x[3]), way("b", block=x[3])), x[3], True, 0, 0),
            ),
            (x[2], [take], Jump(x[1])),
            (x[3], [], Jump(x[1])),
        ],
    )
    s = same_start(b.program(main, x[0]))
    assert s.count(b"\0\0") == 1


def test_a_loop_with_a_condition() -> None:
    b = Builder()
    line, heap = b.zone("line", "line"), b.zone("heap", "heap")
    for size in range(6):
        b.card(f"card {size}", 1, line, size=size)
    main = b.declare()
    x = b.block(2)
    large = Binary(">", b.attribute("size", Element(cards_in(line), Int(-1))), Int(2))
    body: list[Instruction] = [
        While(large, (Move(Element(cards_in(line), Int(-1)), Int(line), Int(heap), "last", 0),), 0),
        SetLocal(0, Filter(cards_in(line), 1, Binary(">=", b.attribute("size", Local(1)), Int(1))), 0),
    ]
    b.waiting(
        main,
        "game",
        [
            (
                x[0],
                body,
                Choose(b.prompt("stop"), Int(0), (way("a", block=x[1]), way("b", block=x[1])), x[1], True, 0, 0),
            ),
            (x[1], [], Jump(x[0])),
        ],
        locals=2,
        lists=(0,),
    )
    s = same_start(b.program(main, x[0]))
    assert s[FRAME][2] == bytes([1, 2])


def test_games_of_two() -> None:
    b = Builder(players=2)
    first_hand = b.zone("A hand", "heap", "private", owner=0)
    b.zone("B hand", "heap", "private", owner=1)
    away = b.zone("away", "heap")
    for owner in range(2):
        b.card(f"ace {owner}", 1, owner)
        b.card(f"king {owner}", 1, owner)
    main = b.declare()
    x = b.block(2)
    own = Binary("+", Int(first_hand), Number(Int(b.player)))
    card = Parameter(0, 1, (Source(Zone(own), own),), YES)
    b.waiting(
        main,
        "game",
        [
            (
                x[0],
                [],
                Choose(
                    b.prompt("turn"),
                    Number(Int(b.player)),
                    (
                        way("play ", 0, block=x[1], parameters=[card]),
                        way("pass", block=x[1]),
                    ),
                    x[0],
                    True,
                    0,
                    0,
                ),
            ),
            (
                x[1],
                [
                    Move(Local(0), Local(1), Int(away), "last", 0),
                    SetNumber(Int(b.player), Binary("-", Int(1), Number(Int(b.player))), 0),
                ],
                Jump(x[0]),
            ),
        ],
        locals=2,
    )
    program = b.program(main, x[0])
    fast, plain = Game(program, 1), Game(program, 1, reference=True)
    for answer in ("play ace 0", "play king 1", "pass", "play ace 1"):
        compare(fast, plain)
        fast.choose(answer)
        plain.choose(answer)
    compare(fast, plain)
    assert [answer.player for answer in fast.history] == ["A", "B", "A", "B", "A"][: len(fast.history)]


STABLE = """\
game stable "Stable"
kind figure
kind horse is figure
kind rider is figure
  rides on horse, then field
card mare is horse, 3 in field
card lady is rider, 1 in field
zone field: heap, public
zone away: heap, public
prompt turn: "What do you do?"
event setup
  lay some lady in field onto some mare in field
turn: main
event main
  let favourite: some horse in field where no rider riding on horse
  ask turn
    option lead <horse in field where horse is not favourite>
      move horse to away
    option stay
    option leave
      lose "Left."
win only when no mare in field
"""


def test_of_equal_cards_the_one_is_offered_that_a_condition_leaves() -> None:
    program = compiled(STABLE)
    fast, plain = (Game(program, 1, reference=reference) for reference in (False, True))
    compare(fast, plain)
    assert fast.decision
    assert [option.id for option in fast.decision.options][:2] == ["lead mare + lady", "lead mare"]


TRADES = """\
game trades "Trades"
kind piece
  worth: number
cards piece in stock
  | card | worth | count |
  | pin  | 1     | 1     |
  | pot  | 2     | 1     |
  | pan  | 3     | 1     |
  | bowl | 4     | 1     |
zone stock: heap, public
zone shelf: heap, public
zone cellar: heap, public
zone attic: heap, public
group stored: shelf, cellar as "cellar"
number least: 0 to 9
define dear(piece): worth of piece is more than least
define other(piece): worth of piece is not least
prompt turn: "What do you do?"
event setup
  move some pin in stock to shelf
  move some pot in stock to {full}
turn: main
event main
  ask turn
    option trade <a: piece in stock> for <b: piece in stored where dear(b)> and <c: piece in attic where other(c)>
      move a to attic
    option keep <a: piece in stock> and <b: piece in stored where dear(b)> and <c: piece in attic>
      move a to attic
    option fill
      move some piece in stock to attic
      set least to least + 1
    option leave
      lose "Left."
win only when no piece in stock
"""


@pytest.mark.parametrize("full", ["shelf", "cellar"])
def test_a_list_that_is_empty_for_one_source_says_nothing_of_the_others(full: str) -> None:
    program = compiled(TRADES.format(full=full))
    for seed in range(4):
        assert lock_step(program, seed).outcome
