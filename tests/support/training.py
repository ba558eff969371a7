"""Games for the tests of training environments, and the warnings of their libraries that say nothing here."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.plans import COVERS, SECRETS, SWARM

DOCS = Path(__file__).parents[2] / "docs"

Wanted = tuple[str, tuple[str, ...], int]
"""A ruleset, modules and players."""

GAMES: dict[str, Wanted] = {
    "onirim": ("onirim", (), 1),
    "onirim for two, with modules": ("onirim", ("book", "towers"), 2),
    "urbion": ("urbion", (), 1),
    "urbion for two, with modules": ("urbion", ("postcards", "void"), 2),
    "dungeon": (str(DOCS / "examples" / "dungeon"), ("court",), 1),
    "klondike": (str(DOCS / "examples" / "klondike"), (), 1),
    "market": (str(DOCS / "examples" / "market"), ("rogues",), 3),
    "tasks": (str(DOCS / "examples" / "tasks"), ("signals",), 4),
    "ferry": (str(DOCS / "tutorial" / "ferry"), (), 2),
    "covers": (COVERS, (), 2),
    "secrets": (SECRETS, (), 2),
    "swarm": (SWARM, (), 1),
}

TOLERATED = {
    "Observation space for each agent probably should be": "what is possible is a part of it, as in classic games",
    "Observation is not a NumPy array": "for the same reason",
    "Action mask numpy array is all zeros": "nothing is possible any more when the game is over",
}
"""Warnings of the libraries' tests, by how they begin, and why they say nothing here."""


@contextmanager
def tolerant() -> Iterator[None]:
    """Let these warnings pass."""
    with warnings.catch_warnings():
        for message in TOLERATED:
            warnings.filterwarnings("ignore", message)
        yield
