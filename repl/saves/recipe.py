"""The recipe of a deal: ruleset, modules, players, options, seed and cards on top. Imports nothing slow."""

from __future__ import annotations

import secrets

import attrs

from dsl.text.spelling import abridged

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
    """

    game: str
    modules: tuple[str, ...] = ()
    players: int | None = None
    options: tuple[tuple[str, str], ...] = ()
    seed: int = 0
    deal: tuple[str, ...] = ()

    @property
    def command(self) -> str:
        """The command line that deals this game again."""
        laid = f' --deal "{", ".join(self.deal)}"' if self.deal else ""
        return f"{self.undealt} --seed {self.seed}{laid}"

    @property
    def undealt(self) -> str:
        """The command line that deals a game of these rules."""
        words = ["reverie", "play", _quoted(self.game)]
        if self.modules:
            words += ["--with", _quoted(",".join(self.modules))]
        for name, value in self.options:
            words += ["--option", _quoted(f"{name}={value}")]
        if self.players not in (None, 1):
            words += ["--players", str(self.players)]
        return " ".join(words)


def seed_of(text: str) -> int:
    """The seed in a text; raises `ValueError` with a sentence if it isn't one."""
    if text.isascii() and text.isdecimal() and len(text) <= LONGEST and int(text) <= LARGEST_SEED:
        return int(text)
    raise ValueError(f"`{abridged(text)}` is not a seed")


def new_seed(closed: bool = False) -> int:
    """A random seed, short enough to be read out; where hands are `closed`, one of too many to try them all."""
    return secrets.randbelow(LARGEST_SEED + 1 if closed else SHARED_SEEDS)


def _quoted(word: str) -> str:
    return f'"{word}"' if " " in word else word
