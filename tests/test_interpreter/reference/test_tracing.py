from __future__ import annotations

from pathlib import Path

import pytest

import dsl
from interpreter.game.game import Game
from tests.support.labyrinth import labyrinth
from tests.support.tiny import compiled


def test_a_trace_tells_what_happened_and_why() -> None:
    game = Game(labyrinth(), 7, reference=True)
    setup = game.trace[0]
    assert (setup.name, setup.text, setup.cause, setup.depth) == ("setup", "setup", None, 0)
    shuffle = game.trace[1]
    assert (shuffle.name, shuffle.text, shuffle.cause, shuffle.depth) == ("shuffle", "goals shuffled", 0, 1)
    assert shuffle.place.startswith("hand.rules:")
    take = next(event for event in game.trace if event.name == "take a hand")
    draw = next(event for event in game.trace if event.name == "draw")
    assert draw.cause == take.index
    assert draw.text.endswith(": deck → drawn")
    assert draw.depth == 2
    assert [event.index for event in game.trace] == list(range(len(game.trace)))


def test_answers_are_traced_in_the_event_that_asked() -> None:
    game = Game(labyrinth(), 7, reference=True)
    assert game.decision
    words = game.decision.options[0].id
    game.choose(0)
    answer = next(event for event in game.trace if event.name == "answer")
    assert answer.text == f"turn: {words}"
    assert answer.rule == "play"
    assert answer.cause is not None
    assert game.trace[answer.cause].name == "turn"


def test_events_name_their_cards() -> None:
    game = Game(labyrinth(), 7, reference=True)
    while game.decision:
        game.choose(0)
    assert "nightmare: nightmare" in {event.text for event in game.trace}
    assert game.trace[-1].name == "end"
    assert game.trace[-1].text == "lost: The dream is over."


def test_a_game_taken_up_in_the_middle_is_traced_from_there() -> None:
    game = Game(labyrinth(), 7)
    for _ in range(9):
        game.choose(0)
    later = Game.from_state(labyrinth(), game.state, reference=True)
    assert not later.trace
    while later.decision:
        later.choose(0)
        game.choose(0)
    assert later.state == game.state
    assert later.trace[0].cause is None
    assert {event.name for event in later.trace} >= {"answer", "turn", "end"}


NUMBERED = """\
game numbered "Numbered"
option much: 2 to 3                                     [N-A1]
kind piece
  value: number
cards piece in stock                                    [N-A2]
  | card | value | count |
  | low  | 1     | 3     |
  | high | 2     | 3     |
zone stock: heap, public
zone hand: heap, public                                 [N-A3]
number taken: 0 to 9                                    [N-A4]
group near: hand
define dear(piece): value of piece is much             [N-B1]
widen dear(piece) when value of piece is 2             [N-B2]
event setup
prompt turn: "What do you do?", must be answered        [N-C1]
turn: main
event main                                              [N-C2]
  ask turn
    option take <piece in stock where dear>             [N-C3]
      move piece to near
      set taken to taken + 1
won "All is taken."
win only when taken is 3                                [N-D1]
"""


def test_events_have_the_numbers_of_their_rule_and_of_what_it_reads(tmp_path: Path) -> None:
    (tmp_path / "numbered.rules").write_text(NUMBERED)
    game = Game(dsl.load(tmp_path), 1, reference=True)
    while game.decision:
        game.choose(0)

    laid = [(event.text, event.citations) for event in game.trace if event.name == "laid out"]
    assert laid == [
        ("option much: 2", ("N-A1",)),
        ("cards piece in stock", ("N-A2",)),
        ("zone hand", ("N-A3",)),
        ("number taken", ("N-A4",)),
    ]
    answer = next(event for event in game.trace if event.name == "answer")
    assert answer.citations == ("N-C3",)
    assert sorted(answer.through) == ["N-A1", "N-A3", "N-A4", "N-B1", "N-B2", "N-C1"]
    assert (game.trace[-1].citations, game.trace[-1].through) == (("N-D1",), ("N-A4",))


HOOKED = """\
module hooked "Hooked" for tiny
event read
  shuffle deck
"""


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (
            "after play                                      [H-A1]\n  do read\n",
            [
                "play: red one",
                "  red one: hand → spot",
                "  after play [H-A1] 1.rules:5",
                "    read",
                "      deck shuffled",
            ],
        ),
        (
            "before play if any card in deck                 [H-A1]\n  do read\n",
            ["play: red one", "  before play [H-A1] 1.rules:4", "    read", "      deck shuffled"],
        ),
        (
            "forbid play                                     [H-A1]\n",
            ["play: red one", "  forbid play [H-A1] 1.rules:4"],
        ),
        (
            "forbid play if any card in deck                 [H-A1]\n",
            ["play: red one", "  forbid play [H-A1] 1.rules:4"],
        ),
        (
            "instead of play                                 [H-A1]\n  do read\n",
            ["play: red one", "  instead of play [H-A1] 1.rules:4", "    read", "      deck shuffled"],
        ),
        (
            "number seen: 0 to 9\ninstead of play         [H-A1]\n  if seen is 9\n    do read\n",
            ["play: red one", "  instead of play [H-A1] 1.rules:5"],
        ),
        (
            "on play of piece                                [H-A1]\n  do read\n",
            ["play: red one", "  red one: hand → spot", "  play of piece [H-A1] 1.rules:4", "    read"],
        ),
    ],
)
def test_a_rule_that_acts_in_another_rules_event_has_an_entry(rules: str, told: list[str]) -> None:
    text = HOOKED + rules + ("add to turn\n  option read\n    do read\n" if "do read" not in rules else "")
    text += "add to turn\n  option count\n    set seen to 9\n" if "seen" in rules else ""
    game = Game(compiled("", text, modules=("hooked",)), 1, reference=True)
    assert game.decision
    before = len(game.trace)
    game.choose("play red one" if game.decision.options[0].id == "play red one" else "play blue one")
    lines = []
    for event in game.trace[before + 1 :]:
        place = f" [{event.citations[0]}] {event.place}" if event.name == "rule" else ""
        lines.append("  " * (event.depth - 1) + event.text.replace("blue one", "red one") + place)
    assert lines[: len(told)] == told
    forbidden = told[-1].startswith(("  forbid", "  instead"))
    assert not forbidden or not lines[len(told)].startswith("    ")


def test_a_rule_has_an_entry_in_each_copy_in_which_it_acts() -> None:
    rules = HOOKED + "after play                                      [H-A1]\n  do read\n"
    game = Game(compiled("", rules, modules=("hooked",)), 1, reference=True)
    before, other = len(game.trace), game.copy()
    for each in (other, game):
        each.choose(0)
    assert "after play" in {event.text for event in game.trace[before:]}
    assert game.trace == other.trace


@pytest.mark.parametrize(
    ("counted", "who"),
    [
        ("piece in hand", ("A",)),
        ("piece in hand where no card in store of red", ()),
        ("piece in hand where no card in store of colour of piece", ()),
    ],
)
def test_what_fell_is_known_to_those_who_see_all_on_which_it_depended(counted: str, who: tuple[str, ...]) -> None:
    rules = "zone store per colour: heap, hidden\nadd to turn\n  option try\n"
    rules += f"    roll 1 to 1 + number of {counted} as pips\n"
    rules += "    if pips is 1\n      move some piece in hand to store of red\n"
    game = Game(compiled(rules), 1, reference=True)
    game.choose("try")
    (fallen,) = [event for event in game.trace if event.name == "roll"]
    assert fallen.seen == who
