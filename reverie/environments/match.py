"""A game that learning programs play, in numbers: observations, actions and rewards of its seats.

A seat observes only what its player's view shows (see `interpreter/players/observation`), and its actions are numbers
of answers (see `interpreter/players/answers`). Knows the spaces of Gymnasium, and nothing of agents and steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from dsl import Program, load
from dsl.text.render import visible
from interpreter import Game, Outcome, letter
from interpreter.players.answers import numbering_of
from interpreter.players.observation import observer_of
from interpreter.state.layout import FRAME
from reverie.environments.libraries import gymnasium, np
from reverie.table import lines

Observation: TypeAlias = dict[str, Any]
"""`observation`, the features, and `action_mask`, which says of each action whether it is possible now."""

MOST_DECISIONS = 2_000
"""Decisions after which a game is cut short, unless it is told otherwise."""

TRIES = 1_000
"""Deals without a decision, one after the other, after which a game counts as one that asks nothing."""

ILLEGAL = -1
"""The reward for an action that isn't possible, which ends the game."""

RENDER_MODES = ["ansi", "human"]

REWARDS = ("result", "score")


class Rewards:
    """What each seat gets for a game, by its outcome; `kind` is "result" or "score", or "" for the one that suits.

    "result": 1 for a victory and -1 for a defeat; where players win against each other, 1 for those who did and -1 for
    the others, and 0 if all of them or none did. "score": the own score, less the best other one if players win against
    each other; the sign is changed where the lowest score wins. 0 after a rules fault, and without an outcome.
    """

    def __init__(self, program: Program, kind: str = "") -> None:
        self.seats = tuple(map(letter, range(program.players)))
        self._ranks = program.scoring.ranks if program.scoring else ()
        self._kind = kind or _suiting(program)
        if self._kind not in REWARDS:
            raise ValueError(f"there are no rewards `{kind}`: it should be one of {', '.join(REWARDS)}")

    def of(self, outcome: Outcome | None) -> dict[str, float]:
        """The reward of each seat."""
        if outcome is None or outcome.status == "fault":
            return dict.fromkeys(self.seats, 0.0)
        counted = self._kind == "score" and outcome.scores
        return self._scores(outcome) if counted else self._results(outcome)

    def _results(self, outcome: Outcome) -> dict[str, float]:
        if outcome.status in ("won", "lost"):
            return dict.fromkeys(self.seats, 1.0 if outcome.status == "won" else -1.0)
        if len(outcome.winners) in (0, len(self.seats)):
            return dict.fromkeys(self.seats, 0.0)
        return {seat: 1.0 if seat in outcome.winners else -1.0 for seat in self.seats}

    def _scores(self, outcome: Outcome) -> dict[str, float]:
        ranks = self._ranks
        sign = 1 if not ranks or ranks[0].highest else -1
        scores = {owner: float(sign * score) for owner, score in outcome.scores}
        if not ranks:
            return {seat: scores.get(seat, scores.get("", 0.0)) for seat in self.seats}
        return {
            seat: score - max(other for owner, other in scores.items() if owner != seat)
            for seat, score in scores.items()
        }


class Match:
    """One game after another.

    `deal` begins `game`. `decisions` are the answers in it that weren't forced, and `player` is the seat that is to
    decide; "" if the game has ended or was cut short.
    `rewards` is "result" or "score", or "" for the one that suits the rules (see `Rewards`).
    """

    def __init__(self, program: Program, rewards: str = "", most_decisions: int = MOST_DECISIONS) -> None:
        self.program = program
        self.most_decisions = most_decisions
        self.rewarding = Rewards(program, rewards)
        self._observer, self._numbering = observer_of(program), numbering_of(program)
        self.features = tuple(feature.name for feature in self._observer.features)
        self.actions = tuple(map(self._numbering.name, range(self._numbering.size)))
        self.seats = self.rewarding.seats
        self.player = ""
        self._options: dict[int, int] = {}
        self._bounds = np.array([(each.least, each.most) for each in self._observer.features], np.float32).T

    def observation_space(self) -> gymnasium.spaces.Dict:
        """A new space for the observations of a seat."""
        least, most = self._bounds
        mask = gymnasium.spaces.Box(0, 1, (len(self.actions),), np.int8)
        return gymnasium.spaces.Dict(
            {"observation": gymnasium.spaces.Box(least, most, dtype=np.float32), "action_mask": mask}
        )

    def action_space(self) -> gymnasium.spaces.Discrete:
        """A new space for the actions of a seat."""
        return gymnasium.spaces.Discrete(len(self.actions))

    def deal(self, seed: int) -> None:
        """Begin the game with a seed, or with the next one in which anything is to be decided."""
        for number in range(seed, seed + TRIES):
            self.game = Game(self.program, number)
            self.decisions = 0
            self._look()
            if self.player:
                return
        raise ValueError(f"`{self.program.title}` ends without a decision in {TRIES:,} deals from seed {seed}")

    @property
    def truncated(self) -> bool:
        """Whether the game was cut short."""
        return bool(self.game.option_count) and self.decisions >= self.most_decisions

    @property
    def over(self) -> bool:
        """Whether the game has ended by itself."""
        return not self.game.option_count

    def possible(self, action: int) -> bool:
        """Whether the player who decides can take an action."""
        return action in self._options

    def stop(self) -> None:
        """Nobody decides any more in this game."""
        self.player = ""
        self._options = {}

    def answer(self, action: int) -> None:
        """Take an action for the player who decides; raises `ValueError` if it isn't possible now."""
        if not self.possible(action):
            name = self.actions[action] if 0 <= action < len(self.actions) else "no action at all"
            raise ValueError(f"action {action} ({name}) is not possible now")
        self.choose(self._options[action])

    def choose(self, option: int | str) -> None:
        """Answer by an option of the game's decision."""
        self.game.choose(option)
        self.decisions += 1
        self._look()

    def observe(self, seat: str) -> Observation:
        """What a seat observes now; in its mask are the actions that it can take, none if another one decides."""
        player, asked = self.seats.index(seat), seat == self.player
        features = np.zeros(len(self.features), np.float32)
        mask = np.zeros(len(self.actions), np.int8)
        for number, value in self._observer.observed(self.program, list(self.game.state.flat), player, asked).items():
            features[number] = value
        if asked:
            mask[list(self._options)] = 1
        return {"observation": features, "action_mask": mask}

    def seat(self, name: str) -> str:
        """The name of a seat of this game; raises `ValueError` for any other name."""
        if name not in self.seats:
            raise ValueError(f"there is no seat `{name}`: it should be one of {', '.join(self.seats)}")
        return name

    def rewards(self) -> dict[str, float]:
        """The reward of each seat: 0 unless the game has ended (see `Rewards`)."""
        return self.rewarding.of(self.game.outcome)

    def info(self, seat: str) -> dict[str, Any]:
        """The number of decisions so far, how the game ended ("" before), and how many options have no action."""
        outcome = self.game.outcome
        return {
            "decisions": self.decisions,
            "status": outcome.status if outcome else "",
            "ending": outcome.sentence if outcome else "",
            "left_out": len(self.game.picks) - len(self._options) if seat == self.player else 0,
        }

    def table(self, seat: str) -> str:
        """The table as the plain terminal shows it to a seat."""
        return "\n".join(map(visible, lines(self.game.view(seat))))

    def _look(self) -> None:
        """Find who decides now, and the option of each action; nobody does if the game has ended or was cut short."""
        decision = None if self.truncated else self.game.decision
        self.stop()
        if decision:
            self.player = decision.player
            block, number = self.game.state.flat[FRAME][0], self.seats.index(self.player)
            self._options = self._numbering.numbered(self.program, block, self.game.picks, number)


def program_of(
    ruleset: str | Path | Program, modules: Iterable[str | Path], players: int | None,
    options: Mapping[str, str] | None, extra: Iterable[str | Path],
) -> Program:  # fmt: skip
    """The game of an environment; `extra` are rules files with more modules."""
    if isinstance(ruleset, Program):
        return ruleset
    return load(ruleset, [*modules, *map(Path, extra)], players, options)


def _suiting(program: Program) -> str:
    """The rewards that suit a game: results if it can be won, else scores."""
    contested = program.scoring is not None and bool(program.scoring.ranks)
    return "result" if contested or any(ending.status == "won" for ending in program.endings) else "score"
