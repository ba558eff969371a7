from __future__ import annotations

from interpreter.engine import Game
from tests.support.labyrinth import labyrinth


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
