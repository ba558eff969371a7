"""The Gymnasium environment: one seat of a game."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env

import reverie
from interpreter import Game
from repl.drivers import plain
from repl.session.events import Table
from reverie.environments.match import RENDER_MODES
from reverie.environments.seat import SeatEnv
from reverie.table import table
from tests.support.training import DOCS, GAMES

FERRY = str(DOCS / "tutorial" / "ferry")
KLONDIKE = str(DOCS / "examples" / "klondike")
MARKET = str(DOCS / "examples" / "market")

PLAYS = """
import sys
from reverie.environments.seat import SeatEnv
env = SeatEnv(sys.argv[1], ["rogues"], 3, seat="B", others="eager")
env.action_space.seed(5)
seen, info = env.reset(seed=5)
over = False
while not over:
    seen, reward, over, _, info = env.step(env.action_space.sample(seen["action_mask"]))
    print(seen["observation"].tolist(), reward, info)
print(env.match.features, env.match.actions)
"""


def played(env: SeatEnv, seed: int) -> tuple[float, dict[str, Any]]:
    """The reward and the last info of a game that is played at random."""
    env.action_space.seed(seed)
    seen, info = env.reset(seed=seed)
    reward, over = 0.0, False
    while not over:
        seen, reward, ended, cut, info = env.step(env.action_space.sample(seen["action_mask"]))
        over = ended or cut
    return reward, info


@pytest.mark.parametrize("name", GAMES)
def test_gymnasium_finds_nothing_wrong(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    ruleset, modules, players = GAMES[name]
    env = gymnasium.make("reverie/Seat-v0", ruleset=ruleset, modules=modules, players=players, render_mode="ansi")
    check_env(env.unwrapped)
    seen, _ = env.reset(seed=1)
    for _ in range(50):
        assert env.observation_space.contains(seen)
        seen, _, ended, cut, _ = env.step(env.action_space.sample(seen["action_mask"]))
        if ended or cut:
            seen, _ = env.reset()
    capsys.readouterr()


@pytest.mark.parametrize("name", reverie.rulesets())
def test_games_that_come_with_reverie_have_ids(name: str) -> None:
    env = gymnasium.make(f"reverie.environments.seat:reverie/{name}-v0")
    assert isinstance(env.unwrapped, SeatEnv)
    assert env.unwrapped.match.program.game == name


def test_a_seed_deals_the_game_of_this_seed() -> None:
    env = SeatEnv(FERRY)
    env.reset(seed=7)
    assert env.match.game.state == Game(env.match.program, 7).state
    env.reset()
    drawn = env.match.game.seed
    env.reset(seed=7)
    env.reset()
    assert env.match.game.seed == drawn != 7


@pytest.mark.parametrize("others", ["random", "eager", lambda game: game.option_count - 1])
def test_others_answer_for_the_other_seats(others: Any) -> None:
    env = SeatEnv(MARKET, ["rogues"], 3, seat="C", others=others)
    seen, info = env.reset(seed=2)
    assert env.match.game.decision
    assert env.match.game.decision.player == "C"
    assert {answer.player for answer in env.match.game.history} == {"A", "B"}
    assert info["decisions"] == sum(not answer.forced for answer in env.match.game.history)
    assert seen["action_mask"].sum() == env.match.game.option_count


def test_others_play_alike_in_the_same_game() -> None:
    env, other = (SeatEnv(MARKET, (), 2, others="eager") for _ in range(2))
    played(other, 8)
    assert played(env, 3) == played(other, 3)


def test_a_game_is_the_same_whatever_the_seed_of_hashes() -> None:
    printed = {
        subprocess.run(
            [sys.executable, "-c", PLAYS, MARKET],
            env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(printed) == 1
    assert "status" in printed.pop()


def test_the_end_is_told() -> None:
    env = SeatEnv(FERRY)
    reward, info = played(env, 4)
    outcome = env.match.game.outcome
    assert outcome
    assert (info["status"], info["ending"]) == (outcome.status, outcome.sentence)
    assert reward == {"won": 1, "lost": -1}[outcome.status]
    assert not env.match.observe("A")["action_mask"].any()


def test_a_long_game_is_cut_short() -> None:
    env = SeatEnv(KLONDIKE, most_decisions=5)
    seen, _ = env.reset(seed=1)
    for number in range(1, 6):
        assert seen["action_mask"].any()
        seen, reward, ended, cut, info = env.step(int(seen["action_mask"].argmax()))
        assert (reward, ended, cut, info["decisions"]) == (0, False, number == 5, number)
    assert not seen["action_mask"].any()


def test_an_action_that_is_not_possible_ends_the_game() -> None:
    env = SeatEnv(FERRY)
    seen, _ = env.reset(seed=7)
    seen, reward, ended, cut, _ = env.step(int(seen["action_mask"].argmin()))
    assert (reward, ended, cut) == (-1, True, False)
    assert not seen["action_mask"].any()


@pytest.mark.parametrize("name", ["onirim", "market", "covers"])
def test_the_table_is_that_of_the_plain_terminal(name: str) -> None:
    env = SeatEnv(*GAMES[name], render_mode="ansi")
    env.reset(seed=3)
    event = Table("A", table(env.match.game.view("A")))
    assert env.render() == "\n".join(plain.lines(event))


def test_a_person_sees_the_table_after_each_step(capsys: pytest.CaptureFixture[str]) -> None:
    env = SeatEnv(FERRY, render_mode="human")
    seen, _ = env.reset(seed=3)
    env.step(int(seen["action_mask"].argmax()))
    assert capsys.readouterr().out.count("Ashore: ") == 2
    assert RENDER_MODES == ["ansi", "human"]


def test_what_is_not_known_is_refused_with_what_is() -> None:
    with pytest.raises(ValueError, match="no seat `C`: it should be one of A, B"):
        SeatEnv(FERRY, seat="C")
    with pytest.raises(ValueError, match="no policy `best`: it should be one of random, eager"):
        SeatEnv(FERRY, others="best")
    with pytest.raises(ValueError, match="no rewards `gold`: it should be one of result, score"):
        SeatEnv(FERRY, rewards="gold")
