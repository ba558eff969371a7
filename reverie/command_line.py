"""Command lines of `reverie`, as people type them. Knows no game and no terminal, and imports nothing slow."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

PLAIN = re.compile(r"[\w/\\.,=:-]*")
"""A word that every shell takes as it is."""


def quoted(word: str) -> str:
    """A word of a command line, in quotation marks if it needs them."""
    return word if PLAIN.fullmatch(word) else f'"{word}"'


def play(game: str, modules: Sequence[str], options: Iterable[tuple[str, str]], players: int | None) -> str:
    """The command line that deals a game; `players` is left out for one, and for None, the game's minimum."""
    return _linked("play", game, modules, options, None if players == 1 else players)


def verify(game: str, modules: Sequence[str], options: Iterable[tuple[str, str]], players: int) -> str:
    """The command line that tests laws in drawn games, for a number of players."""
    return _linked("verify", game, modules, options, players)


def _linked(
    command: str, game: str, modules: Sequence[str], options: Iterable[tuple[str, str]], players: int | None
) -> str:
    words = ["reverie", command, quoted(game)]
    words += ["--with", quoted(",".join(modules))] if modules else []
    for name, value in options:
        words += ["--option", quoted(f"{name}={value}")]
    words += ["--players", str(players)] if players is not None else []
    return " ".join(words)


def dealt(line: str, seed: int, deal: Sequence[str]) -> str:
    """A command line that deals a game, with a seed and the cards that lie on top."""
    laid = f' --deal "{", ".join(deal)}"' if deal else ""
    return f"{line} --seed {seed}{laid}"


def at(line: str, scenario: str, seed: int) -> str:
    """A command line that begins where a scenario ends; without a seed for 0, with which scenarios are tested."""
    return f"{line} --at {scenario}" + (f" --seed {seed}" if seed else "")
