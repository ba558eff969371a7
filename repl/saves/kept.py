"""Results that a long command keeps in a file, so that it can be stopped and goes on where it was.

A file holds a version and results of one shape, as JSON; it is written whole after each part. Knows nothing of what
the results say, but which games of which player they are about.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import attrs
import cattrs

from dsl.text.files import Unreadable, read_whole, write_whole
from repl.saves import jsontext

VERSION = 1

LARGEST = 256 * 1024 * 1024

T = TypeVar("T")


class KeptError(ValueError):
    """A file holds no results; the message continues a sentence."""


@attrs.frozen
class Player:
    """Who played: a policy by name, the games it tries at a decision, and those from which it was learnt."""

    policy: str
    playouts: int = 0
    practised: int = 0

    @property
    def name(self) -> str:
        """The head of its column."""
        return f"{self.policy} {self.playouts:,}" if self.playouts else self.policy


@attrs.frozen
class Played:
    """Games of a player, from a seed on, of which so many are `done`; `rules` is the fingerprint of their rules."""

    game: str
    modules: tuple[str, ...]
    players: int
    rules: str
    seed: int
    player: Player
    winnable: bool
    done: int = 0

    def like(self, other: Played) -> bool:
        """Whether both are of the same player in the same games, however many are done."""
        mine, theirs = ((p.game, p.modules, p.players, p.rules, p.seed, p.player) for p in (self, other))
        return mine == theirs


def read(path: Path, shape: type[T], command: str) -> list[T]:
    """The results of a command in a file, none if there is no file; raises `KeptError`."""
    if not path.exists():
        return []
    try:
        data = jsontext.parsed(read_whole(path, LARGEST))
        version, results = data["version"], cattrs.structure(data["results"], list[shape])  # type: ignore[valid-type]
    except Unreadable as error:
        raise KeptError(str(error)) from error
    except (jsontext.JsonError, cattrs.BaseValidationError, LookupError, TypeError, ValueError) as error:
        raise KeptError(f"it holds no results of `{command}`, or is damaged") from error
    if version != VERSION:
        raise KeptError(f"it has version {version}, and this program knows {VERSION}")
    return [*results]


def write(path: Path, results: Sequence[object]) -> None:
    """Write results, whole or not at all; raises `OSError`."""
    text = jsontext.written({"version": VERSION, "results": cattrs.unstructure(list(results))})
    write_whole(path, f"{text}\n".encode())
