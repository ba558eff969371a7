"""A Gymnasium environment: one seat of a game, with simple policies in the others.

    gymnasium.make("reverie.environments.seat:reverie/Seat-v0", ruleset="docs/tutorial/ferry")

Importing this registers `reverie/Seat-v0`, and an id for each game that comes with Reverie (`reverie/<name>-v0`);
`gymnasium.make_vec` makes a `vector.SeatVectorEnv` of them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from dsl import Program, rulesets
from interpreter import Game
from interpreter.players.policies import chooser
from interpreter.state.layout import FRAME
from reverie.environments.libraries import gymnasium
from reverie.environments.match import ILLEGAL, MOST_DECISIONS, RENDER_MODES, TRIES, Match, Observation, program_of

Others: TypeAlias = str | Callable[[Game], int | str]
"""Who sits in the other seats: a policy by name, or a function that answers the decision of a game."""

SEEDS = 1 << 31
"""Deals that are drawn if no seed is given."""


class SeatEnv(gymnasium.Env[Observation, Any]):
    """One seat of a game; `others` answer for all others (see `Others`).

    `ruleset`, `modules`, `players` and `options` are those of `reverie.load`, `extra` are rules files with more
    modules; `rewards` and `most_decisions` those of `Match`. `reset(seed=7)` deals the game of seed 7; if the seat has
    nothing to decide in it, the next one is dealt. An action that isn't possible ends the game with the reward -1.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012 - Gymnasium's own declaration

    def __init__(
        self,
        ruleset: str | Path | Program,
        modules: Iterable[str | Path] = (),
        players: int | None = None,
        options: Mapping[str, str] | None = None,
        extra: Iterable[str | Path] = (),
        *,
        seat: str = "A",
        others: Others = "random",
        rewards: str = "",
        most_decisions: int = MOST_DECISIONS,
        render_mode: str | None = None,
    ) -> None:
        self.match = Match(program_of(ruleset, modules, players, options, extra), rewards, most_decisions)
        self.seat = self.match.seat(seat)
        self.others = others
        self._answer = self._policy(0)
        self.observation_space = self.match.observation_space()
        self.action_space = self.match.action_space()
        self.render_mode = render_mode

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a game, and play it to the first decision of the seat."""
        super().reset(seed=seed, options=options)
        first = int(self.np_random.integers(SEEDS)) if seed is None else seed
        for number in range(first, first + TRIES):
            self.match.deal(number)
            self._answer = self._policy(number)
            self._play()
            if self.match.player:
                self._show()
                return self.match.observe(self.seat), self.match.info(self.seat)
        raise ValueError(f"seat {self.seat} has nothing to decide in {TRIES:,} deals from seed {first}")

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Answer, and play to the next decision of the seat."""
        match = self.match
        if not match.possible(int(action)):
            match.stop()
            return match.observe(self.seat), float(ILLEGAL), True, False, match.info(self.seat)
        match.answer(int(action))
        self._play()
        self._show()
        return match.observe(self.seat), match.rewards()[self.seat], match.over, match.truncated, match.info(self.seat)

    def render(self) -> Any:
        """The table as the seat sees it: as text, or printed if the mode is "human"."""
        text = self.match.table(self.seat)
        if self.render_mode == "ansi":
            return text
        if self.render_mode == "human":
            sys.stdout.write(f"{text}\n")
        return None

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _play(self) -> None:
        """Let the others answer until the seat is to decide, or the game is over or cut short."""
        while self.match.player not in ("", self.seat):
            self.match.choose(self._answer(self.match.game))

    def _policy(self, seed: int) -> Callable[[Game], int | str]:
        """Who answers for the other seats in a game with this seed."""
        if not isinstance(self.others, str):
            return self.others
        choose = chooser(self.match.program, self.others, seed)
        return lambda game: choose(game.state.flat[FRAME][0], list(game.picks))


ENTRY = f"{__name__}:{SeatEnv.__name__}"
VECTOR_ENTRY = "reverie.environments.vector:SeatVectorEnv"

gymnasium.register("reverie/Seat-v0", entry_point=ENTRY, vector_entry_point=VECTOR_ENTRY)
for _name in rulesets():
    gymnasium.register(
        f"reverie/{_name}-v0", entry_point=ENTRY, vector_entry_point=VECTOR_ENTRY, kwargs={"ruleset": _name}
    )
