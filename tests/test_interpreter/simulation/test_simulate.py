from __future__ import annotations

from contextlib import AbstractContextManager
from importlib import import_module
from typing import Any

import pytest

from interpreter.game.game import Game
from interpreter.generated.executor import compiled
from interpreter.players.policies import chooser
from interpreter.simulation.processes import Workers, workers
from interpreter.simulation.simulate import CHUNK, Row, play, simulate
from tests.support.labyrinth import labyrinth
from tests.support.tiny import compiled as tiny


def test_a_row_says_how_a_game_went() -> None:
    row = play(labyrinth(), 4)
    assert (row.seed, row.status) == (4, "lost")
    assert row.sentence == "The dream is over."
    assert row.decisions > row.turns > 5


def test_the_fast_way_plays_the_same_games() -> None:
    game, choose = Game(labyrinth(), 4), chooser(labyrinth(), "random", 4)
    decisions = 0
    while game.decision:
        game.choose(choose(0, [(0,)] * len(game.decision.options)))
        decisions += 1
    row = play(labyrinth(), 4)
    assert (decisions, game.turns) == (row.decisions, row.turns)
    assert game.outcome
    assert game.outcome.sentence == row.sentence


def test_the_table_does_not_depend_on_the_number_of_processes() -> None:
    alone = simulate(labyrinth(), CHUNK + 3, seed=10)
    shared = simulate(labyrinth, CHUNK + 3, seed=10, processes=2)
    assert alone == shared
    assert [row.seed for row in alone] == list(range(10, 10 + CHUNK + 3))


def test_no_more_processes_are_started_than_there_is_work_for(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[int] = []

    def counted(processes: int, *rest: Any, **more: Any) -> AbstractContextManager[Workers]:
        started.append(processes)
        return workers(min(processes, 2), *rest, **more)

    monkeypatch.setattr(import_module("interpreter.simulation.simulate"), "workers", counted)
    assert len(simulate(labyrinth(), 2, processes=1500)) == 2
    assert started == []
    assert len(simulate(labyrinth, CHUNK + 1, processes=1500)) == CHUNK + 1
    assert started == [2]


def test_progress_is_reported() -> None:
    told: list[int] = []
    rows: list[Row] = []
    played = simulate(labyrinth(), CHUNK + 1, progress=told.append, part=rows.extend)
    assert told == list(range(1, CHUNK + 2))
    told.clear()
    assert tuple(rows) == played == simulate(labyrinth(), CHUNK + 1, processes=2, progress=told.append)
    assert told == [CHUNK, CHUNK + 1]


def test_the_executor_is_made_once() -> None:
    assert compiled(labyrinth()) is compiled(labyrinth())


def test_a_game_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    program = tiny(
        'prompt round: "?"\nbefore main\n  ask round\n    option left\n'
        "      shuffle deck\n      ask again\n    option right\n      shuffle deck\n      ask again\n"
    )
    monkeypatch.setattr("interpreter.generated.executor.LONGEST", 30)
    row = play(program, 1)
    assert (row.status, row.decisions) == ("fault", 30)
    assert "the game isn't over after 30 decisions" in row.sentence
    assert "before main" in row.sentence
