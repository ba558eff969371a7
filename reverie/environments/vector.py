"""A Gymnasium environment of many games at once: one seat in each, with simple policies in the others.

    gymnasium.make_vec("reverie.environments.seat:reverie/Seat-v0", num_envs=1000, ruleset="docs/tutorial/ferry")

It does what `gymnasium.vector.SyncVectorEnv` does with as many `SeatEnv`, number by number, but all games are played in
one call, in C where there is a compiler.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from dsl import Program
from interpreter.native.stepping import BEGIN, DECISIONS, LEFT_OUT, NEVER, NO_ANSWER, PICKS, STATUS
from interpreter.simulation.stepping import Batch
from reverie.environments.libraries import gymnasium, np
from reverie.environments.match import ILLEGAL, MOST_DECISIONS, TRIES, Match, Observation, program_of
from reverie.environments.seat import SEEDS

Stepped = tuple[Observation, Any, Any, Any, dict[str, Any]]
"""Observations, rewards, terminations, truncations, infos."""


class SeatVectorEnv(gymnasium.vector.VectorEnv[Observation, Any, Any]):
    """One seat in each of `num_envs` games; `others`, "random" or "eager", answer for all others.

    The arguments are those of `SeatEnv`; `threads` play the games. A game that is over is followed by another one in
    the next step, whatever the action. Unless `copy`, observations are overwritten by the next step. Where C can't play
    the games, Python does, and a warning says why.
    """

    metadata = {"render_modes": [], "autoreset_mode": gymnasium.vector.AutoresetMode.NEXT_STEP}  # noqa: RUF012 - theirs

    def __init__(
        self,
        num_envs: int,
        ruleset: str | Path | Program,
        modules: Iterable[str | Path] = (),
        players: int | None = None,
        options: Mapping[str, str] | None = None,
        extra: Iterable[str | Path] = (),
        *,
        seat: str = "A",
        others: str = "random",
        rewards: str = "",
        most_decisions: int = MOST_DECISIONS,
        threads: int = 1,
        copy: bool = True,
    ) -> None:
        self.match = Match(program_of(ruleset, modules, players, options, extra), rewards, most_decisions)
        if not isinstance(others, str):
            raise ValueError('a function can\'t answer in many games at once: make them with vectorization_mode="sync"')
        self.num_envs, self.seat, self.copy = num_envs, self.match.seat(seat), copy
        self.games = Batch(
            self.match.program, num_envs, seat=seat, others=others, most=most_decisions, tries=TRIES, vectors=True,
            threads=threads,
        )  # fmt: skip
        if self.games.reason:
            warnings.warn(f"Python plays the games, which is slower: {self.games.reason}", stacklevel=2)
        self.single_observation_space = self.match.observation_space()
        self.single_action_space = self.match.action_space()
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)
        self._rows = np.zeros((num_envs, self.games.width), np.int64)
        self._seen = np.zeros((num_envs, self.games.features), np.float32)
        self._mask = np.zeros((num_envs, self.games.actions), np.int8)
        self._seeds = np.zeros(num_envs, np.int64)
        self._chances: list[Any] = [None] * num_envs

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal all games: with a seed, game 0 is that of this seed, game 1 that of the next one, and so on."""
        super().reset(seed=seed if isinstance(seed, int) else None, options=options)
        seeds = [seed] * self.num_envs if seed is None else seed
        if isinstance(seeds, int):
            seeds = range(seeds, seeds + self.num_envs)
        if len(seeds) != self.num_envs:
            raise ValueError(f"there are {self.num_envs} games, and {len(seeds)} seeds")
        for game, each in enumerate(seeds):
            self._chances[game] = self._chances[game] if each is None else each
            self._seeds[game] = self._next_seed(game) if each is None else each
        self._step(np.full(self.num_envs, BEGIN))
        return self._observed(), self._info([""] * self.num_envs, [""] * self.num_envs)

    def step(self, actions: Any) -> Stepped:
        """Answer in each game, and play it to the next decision of the seat; deal those anew that are over."""
        over = self._rows[:, PICKS] == 0
        actions = np.asarray(actions, np.int64)
        actions = np.where(over, BEGIN, np.where(actions < 0, self.games.actions, actions))
        for game in over.nonzero()[0].tolist():
            self._seeds[game] = self._next_seed(game)
        self._step(actions)
        return self._told(self._rows[:, PICKS] == 0)

    def _told(self, over: Any) -> Stepped:
        """What a step returns, if these games are over."""
        status = self._rows[:, STATUS]
        rewards, statuses, endings = np.zeros(self.num_envs), [""] * self.num_envs, [""] * self.num_envs
        for game in over.nonzero()[0].tolist():
            if outcome := self.games.outcome(game, self._rows):
                rewards[game] = self.match.rewarding.of(outcome)[self.seat]
                statuses[game], endings[game] = outcome.status, outcome.sentence
        rewards[over & (status == NO_ANSWER)] = ILLEGAL
        return self._observed(), rewards, over & (status != 0), over & (status == 0), self._info(statuses, endings)

    def _step(self, actions: Any) -> None:
        self.games.step_many(actions, self._rows, self._seen, self._mask, seeds=self._seeds)
        never = (self._rows[:, STATUS] == NEVER).nonzero()[0]
        if len(never):
            first = self._seeds[never[0]]
            raise ValueError(f"seat {self.seat} has nothing to decide in {TRIES:,} deals from seed {first}")

    def _observed(self) -> Observation:
        seen, mask = (self._seen.copy(), self._mask.copy()) if self.copy else (self._seen, self._mask)
        return {"observation": seen, "action_mask": mask}

    def _info(self, statuses: list[str], endings: list[str]) -> dict[str, Any]:
        """The same as for one game, in arrays; and which games have it: all of them."""
        found = {
            "decisions": self._rows[:, DECISIONS].copy(),
            "status": np.array(statuses, object),
            "ending": np.array(endings, object),
            "left_out": self._rows[:, LEFT_OUT].copy(),
        }
        return {key: each for name, value in found.items() for key, each in self._with_mask(name, value)}

    def _with_mask(self, name: str, value: Any) -> list[tuple[str, Any]]:
        return [(name, value), (f"_{name}", np.ones(self.num_envs, np.bool_))]

    def _next_seed(self, game: int) -> int:
        """The seed that follows in a game; its generator begins when it is first needed."""
        chance = self._chances[game]
        if chance is None or isinstance(chance, int):
            chance = self._chances[game] = gymnasium.utils.seeding.np_random(chance)[0]
        return int(chance.integers(SEEDS))
