from __future__ import annotations

from interpreter import Game
from tests.support.tiny import compiled


def test_a_question_tells_what_it_is_about_as_far_as_the_player_sees_it() -> None:
    rules = """
places nest: 1 to 3
prompt why: "Why?"
after play
  let hidden: some piece in deck
  for each n: nest where n is more than 1
    for each piece in spot
      ask why about piece and hidden and n and colour of piece
        option this
        option that
"""
    game = Game(compiled(rules), 3)
    for answer in ("play", "this"):
        assert game.decision
        game.choose(next(option.id for option in game.decision.options if option.id.startswith(answer)))
    assert game.decision
    assert (game.decision.prompt, game.decision.question) == ("why", "Why?")
    assert game.decision.about in ("red one, nest 3, red", "blue one, nest 3, blue")
