"""The record of a game that failed after a rearranged position of a sweep, read and replayed.

No deal leads to such a position, so the record holds the state at its first decision and the numbers of the answers
since then.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from dsl.text.files import Unreadable, read_whole
from repl.saves import jsontext
from repl.saves.recipe import Recipe
from repl.saves.store import LARGEST_FILE, StoreError

if TYPE_CHECKING:
    from interpreter import Game


@attrs.frozen
class PositionRecord:
    """The game, without a seed; the state at a decision, as JSON; and the answers since then, numbered from 0."""

    recipe: Recipe
    state: Any
    answers: tuple[int, ...]


def read(path: Path) -> PositionRecord | None:
    """The record in a file; None if it holds no such record, and may be a saved game."""
    try:
        data = jsontext.parsed(read_whole(path, LARGEST_FILE))
    except (Unreadable, jsontext.JsonError):
        return None
    match data:
        case {
            "position": {"game": str(game), "modules": [*modules], "players": int(players), "options": dict(options)},
            "state": state,
            "answers": [*answers],
        } if all(type(answer) is int for answer in answers):
            return PositionRecord(Recipe(game, tuple(modules), players, tuple(options.items())), state, tuple(answers))
        case _:
            return None


def play(found: PositionRecord) -> Game:
    """The game after these answers, traced and with every check.

    Raises `StoreError` if the position no longer belongs to these rules, and `CompileError` if they can't be linked.
    """
    import dsl
    from interpreter import Game, IllegalAnswer, State, StateError

    recipe = found.recipe
    program = dsl.load(recipe.game, recipe.modules, recipe.players, dict(recipe.options))
    try:
        game = Game.from_state(program, State.from_json(program, found.state), reference=True, check=True)
        for answer in found.answers:
            if game.outcome is None:
                game.choose(answer)
    except (StateError, IllegalAnswer) as error:
        raise StoreError(f"this position belongs to different rules: {error}") from error
    return game
