"""Rules that run wild end the game with a sentence, in both executors alike."""

from __future__ import annotations

from time import process_time

import pytest

from dsl.program.blocks import MOST_ANSWERS, CallAndWait, Choose, Fork, Jump, Last, Parameter, Return, Source
from dsl.program.expressions import Binary as Operation
from dsl.program.expressions import Cards, Element, Int, Local, Number, Size
from dsl.program.instructions import Branch, Call, Draw, End, ForEach, Instruction, SetLocal, SetNumber, While
from dsl.program.program import Program
from interpreter.analysis.faults import Outcome
from interpreter.game.game import Game
from tests.support.builder import YES, Builder, cards_in, way
from tests.support.limits import LIMITS, limited
from tests.support.lockstep import compare
from tests.support.tiny import compiled


def stopping(b: Builder, body: list[Instruction], origin: int, last: Last | None = None) -> Program:
    """A game that asks, then runs a body, then asks again."""
    main = b.declare()
    x = b.block(3)
    choice = Choose(b.prompt("go on"), Int(0), (way("yes", block=x[1]), way("no", block=x[1])), x[2], True, 0, origin)
    b.waiting(main, "game", [(x[0], [], choice), (x[1], body, last or Jump(x[0])), (x[2], [], Return())], locals=2)
    return b.program(main, x[0])


def fault(program: Program) -> Outcome:
    """How both executors end a game after its first answer."""
    fast, plain = Game(program, 0), Game(program, 0, reference=True)
    before = fast.state.flat
    for game in (fast, plain):
        game.choose("yes")
    compare(fast, plain)
    assert fast.outcome
    assert fast.outcome.status == "fault"
    assert fast.decision is None
    assert fast.state.flat[3:] == before[3:], "the state is the one of the last decision"
    return fast.outcome


def test_a_loop_without_end() -> None:
    b = Builder()
    b.zone("line", "line")
    rule = b.origin("for ever")
    outcome = fault(stopping(b, [While(YES, (SetLocal(0, Int(1), 0),), rule)], 0))
    assert "a loop ran more than 10,000 rounds" in outcome.sentence
    assert (outcome.rule, outcome.place) == ("for ever", "hand.rules:2")


def counted(local: int, times: int, body: tuple[Instruction, ...], origin: int) -> tuple[Instruction, ...]:
    """A loop that counts its rounds."""
    step = SetLocal(local, Operation("+", Local(local), Int(1)), origin)
    again = Operation("<", Local(local), Int(times))
    return SetLocal(local, Int(0), origin), While(again, (step, *body), origin)


@pytest.mark.parametrize(("outer", "runs_wild"), [(12, False), (13, True)])
def test_loops_in_loops_share_what_a_step_may_take(outer: int, runs_wild: bool) -> None:
    b = Builder()
    b.zone("line", "line")
    outside, inside, over = b.origin("outside"), b.origin("inside"), b.ending("won", "Done.")
    each = ForEach(1, Cards(bytes(10)), (SetNumber(Int(0), Int(0), inside),), inside)
    body = [*counted(0, outer, counted(1, 1000, (), inside) + (each,) * 700, outside), End(over, outside)]
    program = stopping(b, body, 0)
    fast, plain = (Game(program, 0, reference=reference) for reference in (False, True))
    for game in (fast, plain):
        game.choose("yes")
    compare(fast, plain)
    assert fast.outcome
    assert (fast.outcome.status, fast.outcome.rule) == (("fault", "inside") if runs_wild else ("won", "Done."))


def test_every_decision_gives_loops_a_new_start() -> None:
    b = Builder()
    b.zone("line", "line")
    program = stopping(b, [instruction for _ in range(9) for instruction in counted(0, 9000, (), 0)], 0)
    for reference in (False, True):
        game = Game(program, 0, reference=reference)
        for _ in range(3):
            game.choose("yes")
        assert game.outcome is None


def test_steps_without_end_name_the_circle() -> None:
    b = Builder()
    b.zone("line", "line")
    ping, pong = b.declare(), b.declare()
    x = b.block(5)
    b.waiting(ping, "ping", [(x[0], [], CallAndWait(pong, (), x[1], 0)), (x[1], [], Jump(x[0]))])
    b.waiting(
        pong,
        "pong",
        [
            (x[2], [], Fork(Number(Int(0)), x[3], x[4], 0)),
            (x[3], [], Choose(0, Int(0), (way("a", block=x[4]),), x[4], False, 0, 0)),
            (x[4], [], Return()),
        ],
    )
    main = b.declare()
    y = b.block(3)
    choice = Choose(b.prompt("go on"), Int(0), (way("yes", block=y[1]), way("no", block=y[2])), y[2], True, 0, 0)
    b.waiting(main, "game", [(y[0], [], choice), (y[1], [], CallAndWait(ping, (), y[0], 0)), (y[2], [], Return())])
    outcome = fault(b.program(main, y[0]))
    assert "without coming to a decision" in outcome.sentence
    assert "“ping”" in outcome.sentence
    assert "“pong”" in outcome.sentence
    assert "“game”" not in outcome.sentence


def test_forced_answers_without_end() -> None:
    b = Builder()
    b.zone("line", "line")
    inner = b.declare()
    x = b.block(1)
    only = Choose(b.prompt("only"), Int(0), (way("this", block=x[0]),), x[0], True, 0, 0)
    b.waiting(inner, "spin", [(x[0], [], only)])
    program = stopping(b, [], 0, CallAndWait(inner, (), 2, 0))
    assert "“spin”" in fault(program).sentence


def test_rules_that_go_deeper_and_deeper() -> None:
    b = Builder()
    b.zone("line", "line")
    dive = b.declare()
    x = b.block(2)
    b.waiting(dive, "dive", [(x[0], [], CallAndWait(dive, (), x[1], b.origin("deeper"))), (x[1], [], Return())])
    outcome = fault(stopping(b, [], 0, CallAndWait(dive, (), 3, b.origin("jump"))))
    assert "more than 300 deep; see “deeper” (" in outcome.sentence
    assert outcome.rule == "deeper"


RING = "".join(
    f"event e{number}\n  if any card in deck\n    shuffle deck\n    do e{(number + 1) % 30}\n" for number in range(30)
)


@pytest.mark.parametrize(
    ("rules", "named"),
    [
        (f"after setup\n  do e0\n{RING}", "see “e0” (1.rules:7), “e1” (1.rules:11)"),
        (
            "before play if any card in deck   [H-A1]\n  shuffle deck\n  do play(card)\n",
            "see “before play” (1.rules:4).",
        ),
        (
            "instead of play if any card in deck   [H-A1]\n  shuffle deck\n  if any card in deck\n    do play(card)\n",
            "see “instead of play” (1.rules:5).",
        ),
        (
            "event read\n  if any card in deck\n    shuffle deck\n    do read\nafter play\n  do read\n",
            "see “read” (1.rules:5).",
        ),
        (
            'prompt on: "On?"\nevent a\n  do b\nevent b\n  ask on\n    option on\n      do a\nafter play\n  do a\n',
            "see “a” (1.rules:4), “b” (1.rules:8).",
        ),
    ],
)
def test_a_ring_of_events_is_stopped_at_once_and_named_from_its_first(rules: str, named: str) -> None:
    program = compiled("", f'module ring "Ring" for tiny\n{rules}', modules=("ring",))
    fast, plain = Game(program, 1), Game(program, 1, reference=True)
    begun = process_time()
    for game in (fast, plain):
        while game.decision:
            game.choose(0)
    assert process_time() - begun < 1
    compare(fast, plain)
    assert plain.outcome
    assert "started one another more than 300 deep" in plain.outcome.sentence
    assert named in plain.outcome.sentence
    assert len(plain.outcome.sentence) < 300
    assert len(plain.trace) < 1_000


def test_what_goes_deep_and_comes_back_is_no_fault() -> None:
    rules = """\
number left: 0 to 999
event sink
  if left is more than 0
    set left to left - 1
    do sink
after play
  set left to DEPTH
  do sink
"""
    for depth, sentence in (("290", "The game is won."), ("300", "Rules fault")):
        text = 'module deep "Deep" for tiny\n' + rules.replace("DEPTH", depth)
        program = compiled("", text, modules=("deep",))
        games = [Game(program, 1, reference=reference) for reference in (False, True)]
        for game in games:
            while game.decision:
                game.choose(0)
            assert game.outcome
            assert game.outcome.sentence.startswith(sentence)
        compare(*games)


def test_too_many_frames_at_a_decision() -> None:
    b = Builder()
    b.zone("line", "line")
    main = b.declare()
    x = b.block(3)
    choice = Choose(b.prompt("go on"), Int(0), (way("yes", block=x[1]), way("no", block=x[2])), x[2], True, 0, 0)
    b.waiting(main, "game", [(x[0], [], choice), (x[1], [], CallAndWait(main, (), x[2], 0)), (x[2], [], Return())])
    games = [Game(b.program(main, x[0]), 0, reference=reference) for reference in (False, True)]
    for game in games:
        while game.decision:
            game.choose("yes")
        assert game.outcome
        assert "more than 300 deep" in game.outcome.sentence
    assert games[0].state == games[1].state
    assert games[0].history == games[1].history


def test_rules_that_come_to_their_end() -> None:
    b = Builder()
    b.zone("line", "line")
    assert "without saying who has won" in fault(stopping(b, [], 0, Return())).sentence


def test_plain_rules_that_call_themselves() -> None:
    b = Builder()
    b.zone("line", "line")
    again = b.declare()
    rule = b.origin("again and again")
    b.plain(again, "again", [Call(again, (), rule)])
    outcome = fault(stopping(b, [Call(again, (), rule)], 0))
    assert "a rule can't be carried out (it never ends)" in outcome.sentence


@pytest.mark.parametrize("wrong", [Local(1), Size(Local(0)), Operation("+", Local(1), Element(cards_in(0), Int(0)))])
def test_nonsense_is_reported_at_its_line(wrong: Size) -> None:
    b = Builder()
    pile = b.zone("pile", "pile")
    b.card("card", 2, pile)
    rule = b.origin("nonsense")
    b.origin("more")
    body: list[Instruction] = [SetLocal(1, cards_in(0), 0), SetNumber(Int(0), wrong, rule), SetLocal(1, Int(0), 0)]
    program = stopping(b, body, 0)
    fast, plain = Game(program, 0), Game(program, 0, reference=True)
    for game in (fast, plain):
        game.choose(0)
        assert game.outcome
        assert (game.outcome.status, game.outcome.rule, game.outcome.place) == ("fault", "nonsense", "hand.rules:2")
    assert fast.state == plain.state


def test_a_zone_that_overflows() -> None:
    b = Builder()
    pile, narrow = b.zone("pile", "pile"), b.zone("narrow", "heap", limit=1)
    b.card("card", 2, pile)
    rule = b.origin("too much")
    draw = Draw(0, Int(pile), Int(narrow), rule)
    outcome = fault(stopping(b, [draw, draw], 0))
    assert "`narrow` holds more than 1 card" in outcome.sentence
    assert outcome.place == "hand.rules:2"


def test_an_end_is_no_fault() -> None:
    b = Builder()
    b.zone("line", "line")
    won = b.ending("won", "Yes.")
    game = Game(stopping(b, [Branch(YES, (End(won, 0),), (), 0)], 0), 0)
    game.choose("yes")
    assert game.outcome == Outcome("won", "Yes.", "Yes.", "base", ("R-1",), "hand.rules:2")


@pytest.mark.parametrize("name", ["rounds of a loop", "steps", "steps and returns", "depth"])
def test_a_limit_may_be_reached_but_not_passed(name: str) -> None:
    most, _ = LIMITS[name]
    for number in (most, most + 1):
        games = [Game(limited(name, number), 0, reference=reference) for reference in (False, True)]
        assert games[0].state == games[1].state
        assert games[0].history == games[1].history
        for game in games:
            assert (game.outcome is not None and game.outcome.status == "fault") == (number > most)


@pytest.mark.parametrize("more", [0, 1])
def test_so_many_answers_may_be_offered_but_no_more(more: int) -> None:
    b = Builder()
    sizes = MOST_ANSWERS // 200, 200
    zones = [b.zone(f"line {size}", "line") for size in sizes]
    for zone, size in zip(zones, sizes, strict=True):
        b.card(f"card {size}", size, zone)
    places = [
        Parameter(2 * at, 2 * at + 1, (Source(cards_in(zone), Int(zone)),), YES, by_position=True)
        for at, zone in enumerate(zones)
    ]
    main, asked = b.declare(), b.prompt("which")
    x = b.block(2)
    ways = (way("take ", 0, " and ", 1, block=x[1], parameters=places), *[way("none", block=x[1])] * more)
    b.waiting(main, "game", [(x[0], [], Choose(asked, Int(0), ways, x[1], True, 0, 0)), (x[1], [], Return())], locals=4)
    for reference in (False, True):
        game = Game(b.program(main, x[0]), 0, reference=reference)
        assert game.option_count == (0 if more else MOST_ANSWERS)
        assert bool(game.outcome) == bool(more)
