"""Many games at once: C and Python do the same, into anybody's buffers."""

from __future__ import annotations

from array import array
from typing import Any

import attrs
import pytest

import reverie
from interpreter import Game
from interpreter.native.stepping import (
    BEGIN,
    DECISIONS,
    FAULTY,
    LEAVE,
    LEFT_OUT,
    NEVER,
    NO_ANSWER,
    PICKS,
    PLAYER,
    SCORES,
    SEED,
    STATUS,
)
from interpreter.players.answers import numbering_of
from interpreter.players.observation import observer_of
from interpreter.simulation.stepping import Batch
from interpreter.state.layout import FRAME
from tests.support.labyrinth import labyrinth
from tests.support.stepped import buffers, in_c, in_python, step_alike
from tests.support.tiny import compiled
from tests.support.training import GAMES
from tests.support.usually import usually

MODES: list[dict[str, Any]] = [
    {"vectors": True},
    {"vectors": True, "seat": "A", "others": "eager", "tries": 1000},
    {"vectors": True, "seat": "A", "most": 12, "tries": 1000, "threads": 2},
    {"seat": "A"},
]
NAMES = [name for name in GAMES if name != "swarm"]

RUNAWAY = """
number far: 0 to 9
before main
  if number of card in deck is 2
    repeat while far is 0
      shuffle deck
      set far to number of card in deck - 2
"""
"""Its third turn never ends, which is a fault of the rules."""


@pytest.mark.parametrize(("name", "mode"), usually(list(zip(NAMES, MODES * 3, strict=False)), one_in=2))
def test_c_and_python_step_alike(name: str, mode: dict[str, Any]) -> None:
    assert step_alike(reverie.load(*GAMES[name]), 3, 25, seed=7, **mode) >= 0


@pytest.mark.sweep
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("mode", MODES, ids=str)
def test_c_and_python_step_alike_for_long(name: str, mode: dict[str, Any]) -> None:
    assert step_alike(reverie.load(*GAMES[name]), 6, 200, seed=30, **mode) > 0


def test_what_c_leaves_is_played_on_by_python() -> None:
    program = compiled(RUNAWAY)
    batch = in_c(program, 4, vectors=True)
    found = buffers(batch)
    batch.begin_many(range(4), *found)
    statuses = set()
    for _ in range(6):
        firsts = [found[2].find(1, game * batch.actions, (game + 1) * batch.actions) for game in range(4)]
        batch.step_many([max(first, 0) % batch.actions for first in firsts], *found)
        statuses |= set(found[0][STATUS :: batch.width])
    assert FAULTY in statuses
    outcome = batch.outcome(0, found[0])
    assert outcome
    assert outcome.status == "fault"
    step_alike(program, 4, 40, seed=1, vectors=True)


@pytest.mark.parametrize("name", ["ferry", "tasks", "onirim"])
def test_vectors_are_what_the_player_who_decides_observes(name: str) -> None:
    program = reverie.load(*GAMES[name])
    batch, game = in_c(program, 1, vectors=True), Game(program, 9)
    rows, seen, mask = buffers(batch)
    batch.begin_many([9], rows, seen, mask)
    while rows[PICKS]:
        decision = game.decision
        assert decision
        player = ord(decision.player) - ord("A")
        assert (rows[PICKS], rows[PLAYER]) == (game.option_count, player)
        observed = observer_of(program).observed(program, list(game.state.flat), player, asked=True)
        assert {number: value for number, value in enumerate(seen) if value} == {
            number: value for number, value in observed.items() if value
        }
        numbers = numbering_of(program).numbered(program, game.state.flat[FRAME][0], game.picks, player)
        assert [number for number, each in enumerate(mask) if each] == sorted(numbers)
        assert rows[LEFT_OUT] == game.option_count - len(numbers)
        number = max(numbers)
        game.choose(numbers[number])
        batch.step_many([number], rows, seen, mask)
    assert batch.outcome(0, rows) == _without_parts(game)
    assert (rows[DECISIONS], rows[SEED]) == (sum(not each.forced for each in game.history), 9)


def _without_parts(game: Game) -> object:
    assert game.outcome
    return attrs.evolve(game.outcome, parts=(), decided="")


def test_a_game_that_is_over_stays_so_unless_another_one_follows() -> None:
    program = labyrinth()
    for batch in (in_c(program, 2), in_python(program, 2)):
        rows = buffers(batch)[0]
        batch.begin_many([3, 4], rows)
        batch.step_many([99, 0], rows)
        assert (rows[PICKS], rows[STATUS]) == (0, NO_ANSWER)
        before = rows[: batch.width]
        batch.step_many([0, LEAVE], rows)
        assert rows[: batch.width] == before
        seeds = array("q", [8, 8])
        batch.step_many([0, LEAVE], rows, seeds=seeds, after=5)
        assert seeds.tolist() == [13, 8]
        assert rows[PICKS] > 0
        batch.step_many([BEGIN, LEAVE], rows, seeds=seeds)
        assert rows[SEED] == 13


def test_a_game_without_a_decision_is_over_or_never_dealt() -> None:
    program = compiled('before main\n  lose "At once."\n')
    for build in (in_c, in_python):
        for tries, status in ((1, 1), (3, NEVER)):
            batch = build(program, 1, tries=tries)
            rows = buffers(batch)[0]
            batch.begin_many([1], rows)
            assert rows[PICKS] == 0
            assert (rows[STATUS] > 0) == (status > 0)


def test_wrong_buffers_are_refused() -> None:
    batch = in_python(labyrinth(), 3)
    rows = array("q", bytes(24 * SCORES))
    with pytest.raises(ValueError, match="`rows` has room for 2 numbers"):
        batch.begin_many(range(3), array("q", [0, 0]))
    with pytest.raises(ValueError, match="`rows` has numbers of the format `f`: it should be `q`"):
        batch.begin_many(range(3), array("f", bytes(1000)))
    with pytest.raises(ValueError, match="`rows` should be writable"):
        batch.begin_many(range(3), bytes(1000))
    with pytest.raises(ValueError, match="there are 3 games, and 2 actions"):
        batch.step_many([0, 0], rows)
    with pytest.raises(ValueError, match="1 game or more, not 0"):
        Batch(labyrinth(), 0)
    with pytest.raises(ValueError, match="no policy `best`"):
        Batch(labyrinth(), 1, others="best")


def test_without_a_compiler_python_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "nowhere-to-be-found")
    batch = Batch(compiled(""), 2)
    assert "CC names `nowhere-to-be-found`" in batch.reason
    rows = buffers(batch)[0]
    batch.begin_many([1, 2], rows)
    assert all(rows[PICKS :: batch.width])
