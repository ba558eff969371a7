"""What a failing test tells: the game in which it failed, as a file that `reverie replay` reads."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from interpreter.game.game import Game
from interpreter.game.replay import save_of


@contextmanager
def telling(game: Game) -> Iterator[Game]:
    """Whatever goes wrong in the block is told together with the record of the game as it then stands."""
    try:
        yield game
    except Exception as error:
        error.add_note(f"The game, for `reverie replay FILE`:\n\n{save_of(game).to_text()}")
        raise
