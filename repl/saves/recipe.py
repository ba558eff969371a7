"""The recipe of a game: ruleset, modules, players, options, seed, and how it begins. Imports nothing slow."""

from __future__ import annotations

import secrets

import attrs

from dsl.text.spelling import abridged
from reverie import command_line

LARGEST_SEED = 2**53 - 1
"""The largest whole number that every JSON reader preserves."""

SEEDS = f"a seed is a whole number from 0 to {LARGEST_SEED:,}"
SHARED_SEEDS = 1_000_000
LONGEST = 100
"""Most digits of a seed, including leading zeros."""


@attrs.frozen
class Recipe:
    """Everything that determines a deal: ruleset, modules as given, number of players, options, seed.

    `deal` are cards that are laid on top of what is shuffled. Without a number of players, the game has its minimum.
    With `scenario`, the text of a scenario, the game begins in its position instead of with a deal.
    """

    game: str
    modules: tuple[str, ...] = ()
    players: int | None = None
    options: tuple[tuple[str, str], ...] = ()
    seed: int = 0
    deal: tuple[str, ...] = ()
    scenario: str = ""

    @property
    def scenario_id(self) -> str:
        """The id of the scenario in whose position the game begins, or ""."""
        return self.scenario.split()[1] if self.scenario else ""

    @property
    def command(self) -> str:
        """The command line that begins this game again."""
        return command_line.dealt(self.undealt, self.seed, self.deal)

    @property
    def undealt(self) -> str:
        """The command line that deals a game of these rules."""
        if not self.scenario:
            return command_line.play(self.game, self.modules, self.options, self.players)
        files = [module for module in self.modules if module.endswith(".rules")]
        return f"{command_line.play(self.game, files, (), None)} --at {self.scenario_id}"


def seed_of(text: str) -> int:
    """The seed in a text; raises `ValueError` with a sentence if it isn't one."""
    if text.isascii() and text.isdecimal() and len(text) <= LONGEST and int(text) <= LARGEST_SEED:
        return int(text)
    raise ValueError(f"`{abridged(text)}` is not a seed")


def new_seed(closed: bool = False) -> int:
    """A random seed, short enough to be read out; where hands are `closed`, one of too many to try them all."""
    return secrets.randbelow(LARGEST_SEED + 1 if closed else SHARED_SEEDS)
