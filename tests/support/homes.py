"""Folders for the saves of a test, with one cache folder for all: otherwise each process would parse all the rules."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from dsl.text import cache

SHARED = cache.folder()
"""Where the rules of the shipped games were cached when the tests were collected."""


def make_home(folder: Path) -> Path:
    """Prepare a folder for the saves of a test; the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    SHARED.mkdir(parents=True, exist_ok=True)
    with suppress(OSError):  # it has one already, or links aren't possible here
        (folder / "cache").symlink_to(SHARED, target_is_directory=True)
    return folder


def at_home(folder: Path, **more: str) -> dict[str, str]:
    """The environment for a process that saves games in a folder."""
    return {**os.environ, "REVERIE_HOME": str(make_home(folder)), **more}
