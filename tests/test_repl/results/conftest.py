"""A small game, and the folder in which the commands of a test leave files."""

from __future__ import annotations

from pathlib import Path

import pytest

from repl.results import running
from tests.support.pairs import write_game


@pytest.fixture(autouse=True)
def _at_home(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(home.parent)


@pytest.fixture(autouse=True)
def _many_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A part for each piece of work."""
    monkeypatch.setattr(running, "SECONDS", 0)
    monkeypatch.setattr(running, "SHARE", 0)


@pytest.fixture
def game(tmp_path: Path) -> str:
    return str(write_game(tmp_path / "pairs"))
