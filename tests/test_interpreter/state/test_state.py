from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import attrs
import pytest

from interpreter.game.game import Game
from interpreter.state.state import State, StateError
from tests.support.labyrinth import labyrinth


def written(seed: int = 7, answers: int = 6) -> dict[str, Any]:
    game = Game(labyrinth(), seed)
    for _ in range(answers):
        game.choose(0)
    data = game.state.to_json()
    assert json.loads(json.dumps(data)) == data
    return data


def test_a_written_state_is_readable() -> None:
    data = written(answers=0)
    assert data["status"] == "playing"
    assert data["frames"] == [{"at": "turn/0", "locals": [0, 0]}, {"at": "game/2", "locals": []}]
    assert data["numbers"]["used"] == 0
    assert len(data["zones"]["hand"]) == 5
    assert data["unordered"] == {"deck": len(data["zones"]["deck"])}
    assert set(data["zones"]["goals"]) >= {"red goal", "red goal #2"}
    assert data["facts"] == {"face down": {}}


def test_what_was_written_can_be_played_on() -> None:
    game = Game(labyrinth(), 7)
    for _ in range(6):
        game.choose(0)
    state = State.from_json(labyrinth(), game.state.to_json())
    assert state == game.state
    assert hash(state) == hash(game.state)
    other = Game.from_state(labyrinth(), state)
    game.choose(0)
    other.choose(0)
    assert other.state == game.state


def test_a_game_that_is_over_can_be_written() -> None:
    game = Game(labyrinth(), 7)
    while game.decision:
        game.choose(0)
    other = Game.from_state(labyrinth(), State.from_json(labyrinth(), game.state.to_json()))
    assert other.outcome == game.outcome
    assert other.decision is None


def test_states_of_other_rules_are_refused() -> None:
    other = attrs.evolve(labyrinth(), fingerprint="other")
    with pytest.raises(StateError, match="other rules"):
        State.from_json(other, written())
    with pytest.raises(StateError, match="other rules"):
        Game.from_state(other, Game(labyrinth(), 7).state)


def damage(*path: str | int, value: Any) -> Callable[[dict[str, Any]], None]:
    def apply(data: dict[str, Any]) -> None:
        where: Any = data
        for key in path[:-1]:
            where = where[key]
        where[path[-1]] = value

    return apply


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (damage("format", value=9), "no state in format 1"),
        (damage("generator", value=-1), "`generator` can't be -1"),
        (damage("generator", value="x"), "`generator` should be a number"),
        (damage("status", value="happy"), "`happy` is no status"),
        (damage("frames", value=[]), "`frames` doesn't fit"),
        (damage("frames", value="top"), "`frames` should be a list"),
        (damage("frames", 0, "at", value="turn/99"), "`turn/99` is no point"),
        (damage("frames", 0, "at", value="turn/7"), "no decision stands at `turn/7`"),
        (damage("frames", 1, "at", value="game/1"), "`turn/0` isn't called from `game/1`"),
        (damage("frames", 1, "at", value="turn/0"), "`turn` should have 2 locals"),
        (damage("frames", 0, "locals", value=[1]), "should have 2 locals"),
        (damage("frames", 0, "locals", value=[1, True]), "`locals of turn` should be a number"),
        (damage("numbers", "used", value=1000), "`used` can't be 1000"),
        (damage("numbers", "usd", value=1), "tells of `usd`"),
        (damage("numbers", value=None), "`numbers` is missing"),
        (damage("zones", "hand", value=["red son"]), "`red son` in `hand` is no card"),
        (damage("zones", "hand", value="red sun"), "should be a list of cards"),
        (damage("unordered", "deck", value=1000), "`deck` can't be 1000"),
        (damage("unordered", "row", value=1), "`row` can't be 1"),
        (damage("unordered", "rwo", value=1), "no zone `rwo`"),
        (damage("facts", "face down", value={"red sun": 1}), "`red sun` can't be `face down`"),
        (damage("facts", "face down", value={"red goal": 2}), "`face down` can't be 2"),
    ],
)
def test_damage_is_found(change: Callable[[dict[str, Any]], None], message: str) -> None:
    data = copy.deepcopy(written())
    change(data)
    with pytest.raises(StateError, match=message):
        State.from_json(labyrinth(), data)


def test_unordered_cards_must_be_sorted() -> None:
    data = written()
    data["zones"]["deck"].reverse()
    with pytest.raises(StateError, match="should be sorted"):
        State.from_json(labyrinth(), data)


@pytest.mark.parametrize("data", [None, [], "state", {}, {"format": 1}])
def test_anything_else_is_refused(data: Any) -> None:
    with pytest.raises(StateError):
        State.from_json(labyrinth(), data)


def test_a_state_without_a_decision_is_refused() -> None:
    data = written()
    data["zones"]["box"] += data["zones"]["hand"]
    data["zones"]["hand"] = []
    with pytest.raises(StateError, match="no decision stands"):
        Game.from_state(labyrinth(), State.from_json(labyrinth(), data))
