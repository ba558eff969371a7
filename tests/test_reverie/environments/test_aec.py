"""The PettingZoo environment: each player is an agent."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from pettingzoo.test import api_test, render_test, seed_test

from reverie.environments import aec
from tests.support.training import DOCS, GAMES, tolerant

FERRY = str(DOCS / "tutorial" / "ferry")
MARKET = str(DOCS / "examples" / "market")

MIRRORS = DOCS / "tutorial" / "mirrors.rules"


def played(env: Any, seed: int) -> dict[str, float]:
    """What each agent got in a game that is played at random."""
    env.reset(seed=seed)
    found = dict.fromkeys(env.agents, 0.0)
    for number, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(number)
    for agent in env.agent_iter():
        seen, reward, ended, cut, _ = env.last()
        found[agent] += reward
        env.step(None if ended or cut else env.action_space(agent).sample(seen["action_mask"]))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_finds_nothing_wrong(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with tolerant():
        api_test(aec.env(*GAMES[name]), num_cycles=100)
    assert "Passed" in capsys.readouterr().out


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_and_actions_are_the_same_game(name: str) -> None:
    seed_test(partial(aec.env, *GAMES[name]), num_cycles=50)


@pytest.mark.parametrize("name", ["onirim for two, with modules", "market", "covers"])
def test_tables_are_texts(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(partial(aec.env, *GAMES[name]))
    assert capsys.readouterr().out


def test_agents_are_the_players_and_act_when_they_are_to_decide() -> None:
    env = aec.raw_env(FERRY)
    env.reset(seed=7)
    assert env.possible_agents == ["player_0", "player_1"]
    while not any(env.terminations.values()):
        decision = env.match.game.decision
        assert decision
        assert env.seats[env.agent_selection] == decision.player
        masks = {agent: env.observe(agent)["action_mask"] for agent in env.agents}
        assert [agent for agent in env.agents if masks[agent].any()] == [env.agent_selection]
        env.step(int(masks[env.agent_selection].argmax()))


def test_every_agent_gets_its_reward_at_the_end() -> None:
    env = aec.env(MARKET, players=3)
    assert sorted(played(env, 1).values()) == [-1, -1, 1]
    assert {env.unwrapped.match.game.outcome.status} == {"over"}
    assert set(played(aec.env(FERRY), 1).values()) <= {1, -1}


def test_scores_can_be_rewards() -> None:
    env = aec.env(MARKET, players=2, rewards="score")
    one, other = played(env, 1).values()
    scores = [score for _, score in env.unwrapped.match.game.outcome.scores]
    assert one == -other == scores[0] - scores[1]


def test_a_long_game_is_cut_short_for_all() -> None:
    env = aec.raw_env(MARKET, players=2, most_decisions=3)
    env.reset(seed=1)
    for _ in range(3):
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    assert env.truncations == dict.fromkeys(env.agents, True)
    assert env.terminations == dict.fromkeys(env.agents, False)


def test_an_action_that_is_not_possible_changes_nothing_or_ends_the_game() -> None:
    raw, env = aec.raw_env(FERRY), aec.env(FERRY)
    raw.reset(seed=7)
    state, wrong = raw.match.game.state, int(raw.observe("player_0")["action_mask"].argmin())
    with pytest.raises(ValueError, match="is not possible now"):
        raw.step(wrong)
    assert raw.match.game.state == state
    env.reset(seed=7)
    env.step(wrong)
    assert env.unwrapped.rewards == {"player_0": -1, "player_1": 0}
    assert all(env.terminations.values())


def test_modules_may_be_files_and_players_few() -> None:
    env = aec.raw_env("onirim", ["book"], 1, {"spells": "hard"}, extra=[MIRRORS])
    assert env.match.program.modules == ("book", "mirrors")
    assert dict(env.match.program.options)["spells"] == "hard"
    assert env.possible_agents == ["player_0"]
