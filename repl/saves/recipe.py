"""What a person asks for when they ask for a game. Imports nothing that takes time."""

from __future__ import annotations

import secrets

import attrs

LARGEST_SEED = 2**53 - 1
"""The largest whole number that every reader of JSON keeps as it is."""

SEEDS = f"a seed is a whole number from 0 to {LARGEST_SEED:,}"
SHARED_SEEDS = 1_000_000
LONGEST = 100
"""Digits of a seed, with zeros before it, that are read."""


@attrs.frozen
class Recipe:
    """Everything that makes a deal what it is: ruleset, modules as asked for, number of players, options, seed.

    Without a number of players it is for as few as the game is for.
    """

    game: str
    modules: tuple[str, ...] = ()
    players: int | None = None
    options: tuple[tuple[str, str], ...] = ()
    seed: int = 0

    @property
    def command(self) -> str:
        """The command line that deals this game again."""
        words = ["reverie", "play", _quoted(self.game)]
        if self.modules:
            words += ["--with", _quoted(",".join(self.modules))]
        for name, value in self.options:
            words += ["--option", _quoted(f"{name}={value}")]
        if self.players not in (None, 1):
            words += ["--players", str(self.players)]
        return " ".join([*words, "--seed", str(self.seed)])


def seed_of(text: str) -> int:
    """The seed that was typed; raises `ValueError` with a sentence if it is none."""
    if text.isascii() and text.isdecimal() and len(text) <= LONGEST and int(text) <= LARGEST_SEED:
        return int(text)
    raise ValueError(f"`{text}` is no seed")


def new_seed() -> int:
    """A seed that nobody chose, short enough to be read out."""
    return secrets.randbelow(SHARED_SEEDS)


def _quoted(word: str) -> str:
    return f'"{word}"' if " " in word else word
