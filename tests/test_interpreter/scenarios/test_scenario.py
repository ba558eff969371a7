from __future__ import annotations

from textwrap import dedent
from typing import Any

import attrs
import pytest

from dsl.model.scenario import Scenario
from dsl.program.blocks import Choose, Jump
from dsl.program.expressions import Int
from dsl.program.program import Program
from dsl.text.diagnostics import CompileError, Problem
from interpreter.game.game import Game
from interpreter.scenarios.scenario import Difference, check, examine, run
from interpreter.state.layout import Flat
from interpreter.state.state import State, StateError
from tests.support.builder import Builder, from_zone, way
from tests.support.labyrinth import labyrinth
from tests.support.scenarios import scenario
from tests.support.tiny import compiled

SEARCH = """
    given
      deck: red sun, green door, red sun
      hand: green key, blue sun, blue moon, brown sun, brown moon
      row: green sun, green moon
      goals: red goal, green goal
    play
      at turn
        answer play green key
"""
TAKEN = (
    SEARCH
    + """
      at door search
        offers take green door, only shuffle, decline
        offers some decline
        offers no take red door
        answer take green door
"""
)
QUIET = """
    given
      deck: red door, red moon
      hand: red sun, red sun, blue moon, green key, brown moon
      row: brown sun
"""
DEAL = """
    deal
      deck: nightmare, red sun, red door, red moon, blue sun, blue moon, green sun, green moon
      goals: blue goal, red goal
"""


DOWN = "a fact stands in parentheses: `green goal (down)`"
A_FACT = "`down` is a fact: it stands in parentheses behind its card, `… (down)`"


def found(lines: str, then: str = "", program: Program | None = None) -> list[Problem]:
    """What is wrong with the scenario of these lines."""
    end = "then\n" + "\n".join("  " + line for line in dedent(then).strip().splitlines()) if then else ""
    return list(run(program or labyrinth(), scenario(dedent(lines).strip("\n") + "\n" + end)))


def only(problems: list[Problem]) -> tuple[str, str, str, str]:
    """Code, message, hint and underlined words of the one problem."""
    (problem,) = problems
    assert problem.span
    return problem.code, problem.message, problem.help, problem.span.text


def test_a_scenario_that_holds_has_no_problems() -> None:
    end = """
        doors: green door
        row: green sun, green moon, green key
        goals: red goal, green goal (down)
        hand: red sun, blue sun, blue moon, brown moon, brown sun
        deck: red sun
        discard: nothing
        box includes: nightmare, nightmare, red goal
        used: 3
        asked turn
        status playing
    """
    assert found(TAKEN, end) == []


def test_a_deal_is_played_from_setup_on() -> None:
    end = """
        hand: red sun, red moon, blue sun, blue moon, green sun
        deck in any order: nightmare, red door, green moon
        goals: blue goal, red goal
    """
    assert found(DEAL, end) == []


def test_the_last_step_may_only_look() -> None:
    lines = (
        SEARCH
        + """
      at door search
        offers decline, only shuffle, take green door
    """
    )
    assert found(lines, "row: green sun, green moon, green key\nasked door search") == []


def test_another_prompt_stands() -> None:
    code, message, hint, words = only(found(QUIET + "    play\n      at nightmare\n        answer reveal five"))
    assert (code, message) == ("scenario-prompt", "`turn` is asked, not `nightmare`")
    assert hint.startswith("`turn` offers `play blue moon`, ")
    assert words.startswith("at nightmare")


def test_a_prompt_that_is_misspelt() -> None:
    _, message, hint, _ = only(found(QUIET + "    play\n      at trun\n        answer reveal five"))
    assert (message, hint) == ("`turn` is asked, not `trun`", "did you mean `turn`?")


def test_a_prompt_that_no_game_has() -> None:
    _, _, hint, _ = only(found(QUIET + "    play\n      at bedtime story\n        answer sleep"))
    assert hint == "no prompt of this game is called `bedtime story`"


FOLLOWING = """
players 2
prompt follow: "Which one follows?"
zone tray per player: heap, public
zone box: heap, public
instead of main
  ask turn
    option lead
      for each p: player
        ask follow, decided by p
          option lay <piece in tray of p>
            move piece to hand
lose when number of card in hand is 4, "All are laid."
"""


@pytest.mark.parametrize(
    ("step", "hint"),
    [
        ("at follow, decided by A", "the only option `lay red one` was taken without asking: leave this step out"),
        ("at turn, decided by A", "the only option `lead` was taken without asking: `lay red one` wasn't offered"),
        ("at follow, decided by C", ""),
    ],
)
def test_a_step_of_another_player_that_the_game_took_by_itself(step: str, hint: str) -> None:
    """A's single answer is taken; B is asked."""
    lines = f"""
        players 2
        given
          A tray: red one
          B tray: blue one, red one
        play
          {step}
            answer lay red one
    """
    problem = only(found(lines, program=compiled(FOLLOWING, players=2)))
    assert (problem[0], problem[2]) == ("scenario-prompt", hint)


HELD = """
number held: 0 to 1
zone box: heap, public
instead of main
  ask turn
    option hold, if held is 0
      set held to 1
    option wait, if held is 0
      set held to 1
    option halt, if held is 1
      lose "Held."
"""


@pytest.mark.parametrize(
    ("lines", "hint"),
    [
        ("answer hold", "`hold` wasn't offered"),
        ("offers hold, wait", "no other was offered"),
        ("answer halt", "the game ended without another question"),
    ],
)
def test_a_step_for_what_was_not_offered_is_not_to_be_left_out(lines: str, hint: str) -> None:
    steps = f"given\n  box: nothing\nplay\n  at turn\n    answer hold\n  at turn\n    {lines}\n"
    problem, *_ = found(steps.replace("  box: nothing", "  held: 0"), program=compiled(HELD))
    assert problem.help.startswith("the only option `halt` was taken without asking")
    assert problem.help.endswith(hint)
    marked = [label.text for label in problem.related if "if `held is 0`" in label.text]
    assert bool(marked) is (lines != "answer halt")


def test_a_step_that_the_game_took_by_itself() -> None:
    lines = """
        given
          deck: blue sun, red sun
          hand: red key, red moon, blue moon, green moon, brown moon
        play
          at turn
            answer discard red key
          at look discard
            answer discard blue sun
          at look order
            answer next red sun
    """
    code, message, hint, _ = only(found(lines))
    assert (code, message) == ("scenario-prompt", "`turn` is asked, not `look order`")
    assert hint == "the only option `next red sun` was taken without asking: leave this step out"


def test_a_step_after_the_end_of_the_game() -> None:
    lines = """
        given
          hand: red sun, blue moon
        play
          at turn
            answer play red sun
          at turn
            answer play blue moon
    """
    _, message, hint, _ = only(found(lines))
    assert (message, hint) == ("nothing is asked: the game is lost (The dream is over.), not `turn`", "")


def test_options_differ() -> None:
    lines = (
        QUIET
        + """
    play
      at turn
        offers play blue moon, play red sun, play green key, play brown moon, discard red sun, discard blue moon
        answer play blue moon
    """
    )
    code, message, _, words = only(found(lines))
    assert code == "scenario-offers"
    assert message == "`turn` doesn't offer `play red sun`; it also offers `discard green key`, `discard brown moon`"
    assert words.startswith("offers play blue moon")


def test_some_options_are_missing_and_one_is_misspelt() -> None:
    lines = QUIET + "    play\n      at turn\n        offers some play blue mon\n        answer play blue moon"
    _, message, hint, _ = only(found(lines))
    assert (message, hint) == ("`turn` doesn't offer `play blue mon`", "did you mean `play blue moon`?")


def test_an_option_that_should_not_be_there() -> None:
    lines = (
        QUIET + "    play\n      at turn\n        offers no play blue moon, play red sun\n        answer play blue moon"
    )
    assert only(found(lines))[1] == "`turn` offers `play blue moon`"


def test_an_answer_that_is_not_offered() -> None:
    code, message, hint, words = only(found(QUIET + "    play\n      at turn\n        answer play blue mon"))
    assert (code, message) == ("scenario-answer", "`turn` doesn't offer `play blue mon`")
    assert (hint, words) == ("did you mean `play blue moon`?", "answer play blue mon")


def test_an_answer_like_no_other() -> None:
    hint = only(found(SEARCH + "      at door search\n        answer sleep"))[2]
    assert hint == "it offers `take green door`, `only shuffle`, `decline`"


@pytest.mark.parametrize(
    ("then", "message", "hint"),
    [
        ("row: green moon, green sun, green key", "`row` holds green sun, green moon, green key, in this order", ""),
        ("doors: nothing", "`doors` holds green door", ""),
        ("doors: green door, green doro", "`doors` holds green door", "did you mean `green door`?"),
        ("doors: tulip", "`doors` holds green door", "no card of this game is called `tulip`"),
        ("goals: red goal, green goal", "`goals` holds red goal, green goal (down)", ""),
        ("goals: red goal, green goal down", "`goals` holds red goal, green goal (down)", DOWN),
        ("goals: red goal, down green goal", "`goals` holds red goal, green goal (down)", DOWN),
        ("goals: red goal, green goal that is down", "`goals` holds red goal, green goal (down)", DOWN),
        ("goals: red goal, green goal, down", "`goals` holds red goal, green goal (down)", A_FACT),
        ("box includes: green goal, red door, red door, red door", "not all of these cards lie in `box`", ""),
        ("used: 2", "`used` is 3, not 2", ""),
        ("used: red sun", "`used` is a number and holds no cards", "say the number: `used: 3`"),
        ("doors: 1", "`doors` holds cards and is no number", ""),
        ("dors: nothing", "no zone and no number is called `dors`", "did you mean `doors`?"),
        ("status won", "the game is being played, not `won`", ""),
    ],
)
def test_another_end(then: str, message: str, hint: str) -> None:
    code, said, told, words = only(found(TAKEN, then))
    assert (code, said, told, words) == ("scenario-end", message, hint, then)


def test_what_is_missing_and_what_is_there_too() -> None:
    (problem,) = found(TAKEN, "hand: blue sun, blue moon, brown sun, red sun, red sun")
    assert problem.label == "missing: red sun; not named: brown moon"
    (problem,) = found(TAKEN, "box includes: red door, red door, red door")
    assert problem.label == "missing: red door"


def test_another_prompt_stands_in_the_end() -> None:
    code, message, hint, words = only(found(SEARCH, "asked turn"))
    assert (code, message) == ("scenario-end", "`door search` is asked in the end, not `turn`")
    assert (hint, words) == ("`door search` offers `take green door`, `only shuffle`, `decline`", "asked turn")


def test_everything_that_differs_in_the_end_is_told() -> None:
    assert len(found(SEARCH, "doors: red door\nused: 7\nasked turn\nstatus lost")) == 4


@pytest.mark.parametrize("deck", ["nightmare, red door, green moon", "green moon, red door, nightmare"])
def test_the_order_after_a_shuffle_is_nobodys_to_know(deck: str) -> None:
    code, message, hint, _ = only(found(DEAL, f"deck: {deck}"))
    assert (code, message) == ("scenario-end", "nobody knows in which order the last 3 cards of `deck` lie")
    assert hint == "write `deck in any order`, or end before it is shuffled"


def test_both_executors_play(monkeypatch: pytest.MonkeyPatch) -> None:
    played = []
    begin = Game.from_position

    def noted(program: Program, s: Flat, reference: bool = False, check: bool = False) -> Game:
        played.append(reference)
        return begin(program, s, reference, check)

    monkeypatch.setattr(Game, "from_position", noted)
    assert found(TAKEN, "status playing") == []
    assert played == [False, True]


def test_the_rules_break_down() -> None:
    b = Builder()
    hand, box = b.zone("hand", "heap"), b.zone("box", "heap")
    b.card("sun", 2, box)
    main = b.declare()
    turn, loop = b.block(2)
    ways = (way("go on", block=loop), way("play ", 0, block=loop, parameters=[from_zone(hand, 0)]))
    b.waiting(
        main,
        "game",
        [
            (turn, [], Choose(b.prompt("turn"), Int(0), ways, turn, True, 0, 0)),
            (loop, [], Jump(loop)),
        ],
        locals=2,
    )
    lines = "given\n  hand: sun\nplay\n  at turn\n    answer go on"
    code, message, _, words = only(list(run(b.program(main, turn), scenario(lines))))
    assert code == "scenario-fault"
    assert "without coming to a decision" in message
    assert words.startswith("at turn")


def test_a_game_that_is_another_one_when_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    read = State.from_json

    def changed(program: Program, data: Any) -> State:
        state = read(program, data)
        return attrs.evolve(state, flat=(state.flat[0] + 1, *state.flat[1:]))

    monkeypatch.setattr(State, "from_json", changed)
    assert only(found(QUIET, "status playing"))[0] == "scenario-saved"


def test_a_game_that_cannot_be_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: Any) -> State:
        raise StateError("no")

    monkeypatch.setattr(State, "from_json", refused)
    assert only(found(QUIET, "status playing"))[:2] == ("scenario-saved", "the game can't be saved here: no")


def test_what_does_not_fit_in_the_position_is_all_that_is_told() -> None:
    assert only(found("given\n  dekc: red sun", "status won"))[0] == "scenario-position"


def test_check_links_the_game() -> None:
    assert check(scenario(dedent(TAKEN).strip("\n")), lambda _: labyrinth()) == ()


def test_differences_stand_beside_the_trace_of_the_last_step() -> None:
    end = "then\n  row: green moon\n  doors: nothing\n  box includes: owl\n  used: 7\n  asked door search"
    told = examine(scenario(dedent(TAKEN).strip("\n") + "\n" + end), lambda _: labyrinth())
    named = {each.name: each for each in told.differences}
    assert named.pop("row") == Difference("row", ("green moon",), ("green sun", "green moon", "green key"))
    assert named.pop("doors") == Difference("doors", (), ("green door",), "any order")
    assert (named["box"].expected, named.pop("box").how) == (("owl",), "includes")
    assert named == {
        "used": Difference("used", ("7",), ("3",)),
        "asked": Difference("asked", ("door search",), ("turn",)),
    }
    assert told.last_step[0].name == "answer"
    assert "take green door" in told.last_step[0].text
    assert len(told.problems) == 5


def test_a_scenario_that_holds_or_is_not_played_has_no_trace() -> None:
    one = scenario(dedent(TAKEN).strip("\n"))
    assert examine(one, lambda _: labyrinth()).last_step == ()
    assert examine(one, refusing("excludes")).last_step == ()


def test_before_the_first_answer_the_trace_is_that_of_the_beginning() -> None:
    told = examine(scenario(dedent(QUIET).strip("\n") + "\nthen\n  status won"), lambda _: labyrinth())
    assert told.last_step
    assert all(event.name != "answer" for event in told.last_step)


REFUSED = "with snow\nthen\n  refused"


def refusing(*codes: str) -> Any:
    def load(_: Scenario) -> Program:
        raise CompileError(Problem(code, "not so", None) for code in codes)

    return load


def test_a_game_that_is_refused() -> None:
    assert check(scenario(REFUSED), refusing("excludes", "no-such-game")) == ()


def test_a_game_that_is_refused_for_a_slip() -> None:
    wanted = scenario(REFUSED)
    assert check(wanted, refusing("unknown-module")) == (Problem("unknown-module", "not so", wanted.span),)


def test_an_option_with_a_wrong_value_is_shown_in_the_scenario() -> None:
    wanted = scenario("options pace: fst\nthen\n  status won")
    declared = scenario(REFUSED).span

    def load(_: Scenario) -> Program:
        message = "`fst` is no value of the option `pace`"
        raise CompileError([Problem("no-such-game", message, declared, label="its values: `slow`, `fast`")])

    (problem,) = check(wanted, load)
    assert problem.span is not None
    assert problem.span.text == "pace"
    assert [(label.span, label.text) for label in problem.related] == [(declared, "its values: `slow`, `fast`")]


def test_a_game_that_is_not_refused() -> None:
    code, message, _, words = only(list(check(scenario(REFUSED), lambda _: labyrinth())))
    assert (code, words) == ("scenario-refused", "refused")
    assert message == "this game can be put together, although it should be refused"


def test_a_game_that_cannot_be_linked() -> None:
    wanted = scenario(dedent(QUIET).strip("\n"))
    assert check(wanted, refusing("excludes")) == (Problem("excludes", "not so", wanted.span),)


GUESTS = """
kind guest
card owl is guest, 3 in {store}
card imp is guest, 2 in {store}
card red two is guest, 1 in deck
zone {store}: {shape}
zone shown: pile, public
zone box: heap, public
before setup
  {first}
  repeat 2 times
    {drawn}
after setup
  {later}
on play of guest
  move guest to box
"""
IN_STORE = "store in any order: owl, owl, imp, imp"
DRAWN = "draw from store to deck as guest"
GUEST_PLAYED = """
    deal
      deck: blue one, owl, red one, red one
    play
      at turn
        answer stop
    then
      hand: blue one
      deck: owl, red one, red one
      {there}
"""


@pytest.mark.parametrize(
    ("shape", "first", "drawn", "later", "there"),
    [
        ("pile, hidden", "shuffle store", DRAWN, "shuffle shown", IN_STORE),
        ("line, public", "shuffle shown", "move leftmost of store to deck", "shuffle shown", IN_STORE),
        ("heap, public", "shuffle shown", "move some guest in store to deck", "shuffle shown", IN_STORE),
        ("pile, hidden", "shuffle store", DRAWN, "move every card in store to shown", "shown: owl, owl, imp, imp"),
        ("pile, hidden", "shuffle store", DRAWN, "shuffle shown", "box: blue one, red two"),
    ],
)  # fmt: skip
def test_cards_of_other_zones_that_were_not_dealt_go_back_there(
    shape: str, first: str, drawn: str, later: str, there: str
) -> None:
    """Setup adds none to the zone that was dealt; after that they lie where they lie in a game that is played."""
    program = compiled(GUESTS.format(store="store", shape=shape, first=first, drawn=drawn, later=later))

    assert run(program, scenario(dedent(GUEST_PLAYED.format(there=there)).strip("\n"))) == ()


SHARES = """
game shares "Shares"
players 1 to 3
kind coin
cards coin in bank
  | card   | count |
  | penny  | 9     |
  | crown  | 3     |
zone bank: heap, public
zone purse per player: pile, hidden
zone hand per player: heap, private
zone box: heap, public
prompt turn: "Which one?"
event setup
  for each p: player
    repeat 3 times
      move some penny in bank to purse of p
    shuffle purse of p
    draw 2 from purse of p to hand of p
turn: main
event main
  ask turn
    option stop
      lose "Stopped."
    option wait
      move every card in purse to bank
win only when no card in purse
"""
SHARED_OUT = """
    players 3
    deal
      A purse: crown, penny, penny
      C purse: penny, crown, crown
    then
      A hand: crown, penny
      C hand: penny, crown
      {there}
"""


@pytest.mark.parametrize("there", ["A purse: penny", "B purse: nothing", "C purse: crown", "bank: {coins}"])
def test_a_zone_that_gave_cards_to_two_zones_waits_for_the_second_shuffle(there: str) -> None:
    """What returned after the first, setup would add to the second."""
    cards = SHARED_OUT.format(there=there.format(coins=", ".join(["penny"] * 6)))
    assert run(compiled(SHARES.strip("\n"), players=3), scenario(dedent(cards).strip("\n"))) == ()


UNSHUFFLED = """
game stack "Stack"
kind stone
cards stone in quarry
  | card    | count |
  | granite | 1     |
  | marble  | 1     |
zone quarry: pile, hidden
zone bed: heap, public
zone box: heap, public
prompt turn: "Which one?"
event setup
  {setup}
turn: main
event main
  ask turn
    option take
      draw from quarry to bed
    option stop
      lose "Stopped."
win only when no card in quarry
"""
STACK = """
    deal
      quarry: {cards}
    then
      asked turn
"""


def test_a_deal_says_how_zones_lie_after_a_shuffle_that_never_comes() -> None:
    rules = UNSHUFFLED.strip("\n")
    forgotten = compiled(rules.format(setup="move every card in bed to quarry"))
    code, message, help_, where = only(found(STACK.format(cards="granite, marble"), program=forgotten))
    assert (code, where) == ("scenario-end", "quarry: granite, marble")
    assert message == "`quarry` is never shuffled, although `deal` says in which order it lies then"
    assert help_ == "say `shuffle quarry` in the rules"
    assert found(STACK.format(cards="marble"), program=forgotten) == []
    assert found(STACK.format(cards="granite, marble"), program=compiled(rules.format(setup="shuffle quarry"))) == []
