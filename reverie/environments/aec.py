"""A PettingZoo environment: each player of a game is an agent, and they act one after the other.

    from reverie.environments import aec
    env = aec.env("docs/tutorial/ferry", players=3)

`player_0` is player A of the game, `player_1` is B, and so on.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from dsl import Program
from reverie.environments.libraries import gymnasium, pettingzoo, wrappers
from reverie.environments.match import ILLEGAL, MOST_DECISIONS, RENDER_MODES, Match, Observation, program_of
from reverie.environments.seat import SEEDS


def env(ruleset: str | Path | Program, *given: Any, **named: Any) -> Any:
    """The environment as learning programs want it; takes what `raw_env` takes.

    An action that isn't possible ends the game, with the reward -1 for the agent that took it and 0 for the others.
    """
    found = wrappers.TerminateIllegalWrapper(raw_env(ruleset, *given, **named), illegal_reward=ILLEGAL)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(found))


class raw_env(pettingzoo.AECEnv):  # noqa: N801 - PettingZoo's own name
    """A game without wrappers: an action that isn't possible raises `ValueError` and changes nothing.

    `ruleset`, `modules`, `players` and `options` are those of `reverie.load`, `extra` are rules files with more
    modules; `rewards` and `most_decisions` those of `Match`. `reset(seed=7)` deals the game of seed 7.
    """

    def __init__(
        self,
        ruleset: str | Path | Program,
        modules: Iterable[str | Path] = (),
        players: int | None = None,
        options: Mapping[str, str] | None = None,
        extra: Iterable[str | Path] = (),
        *,
        rewards: str = "",
        most_decisions: int = MOST_DECISIONS,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.match = Match(program_of(ruleset, modules, players, options, extra), rewards, most_decisions)
        self.metadata = {"name": "reverie_v0", "render_modes": RENDER_MODES, "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = [f"player_{number}" for number in range(len(self.match.seats))]
        self.seats = dict(zip(self.possible_agents, self.match.seats, strict=True))
        self.observation_spaces = {agent: self.match.observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: self.match.action_space() for agent in self.possible_agents}
        self._random = gymnasium.utils.seeding.np_random()[0]

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        """What an agent can observe."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """What an agent can do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Deal a game; without a seed, the one that follows from the last seed."""
        if seed is not None:
            self._random = gymnasium.utils.seeding.np_random(seed)[0]
        self.match.deal(int(self._random.integers(SEEDS)) if seed is None else seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._skip_agent_selection = None
        self.agent_selection = self.agents[0]
        self._look()

    def step(self, action: int | None) -> None:
        """Answer for the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.match.answer(-1 if action is None else int(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {each: self.match.rewards()[self.seats[each]] for each in self.agents}
        self._look()
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        """What an agent sees now."""
        return self.match.observe(self.seats[agent])

    def render(self) -> Any:
        """The table as the agent whose turn it is sees it: as text, or printed if the mode is "human"."""
        text = self.match.table(self.seats[self.agent_selection])
        if self.render_mode == "ansi":
            return text
        if self.render_mode == "human":
            sys.stdout.write(f"{text}\n")
        return None

    def close(self) -> None:
        """Nothing has to be closed."""

    def _look(self) -> None:
        """Find whose turn it is, and whether the game goes on."""
        if self.match.player:
            self.agent_selection = self.possible_agents[self.match.seats.index(self.match.player)]
        self.terminations = dict.fromkeys(self.agents, self.match.over)
        self.truncations = dict.fromkeys(self.agents, self.match.truncated)
        self.infos = {agent: self.match.info(self.seats[agent]) for agent in self.agents}
        if self.render_mode == "human":
            self.render()
