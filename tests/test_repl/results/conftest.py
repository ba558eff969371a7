"""A small game, and the folder in which the commands of a test save games and leave files."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.native import build
from repl.results import running
from tests.support.homes import make_home
from tests.support.natively import QUICK, compiler
from tests.support.pairs import write_game


@pytest.fixture(autouse=True)
def _at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REVERIE_HOME", str(make_home(tmp_path / "home")))
    monkeypatch.chdir(tmp_path)


@pytest.fixture(autouse=True)
def _many_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A part for each piece of work."""
    monkeypatch.setattr(running, "SECONDS", 0)
    monkeypatch.setattr(running, "SHARE", 0)


@pytest.fixture
def in_c(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are compiled quickly rather than well; without a compiler, the test is skipped."""
    if compiler():
        pytest.skip(compiler())
    monkeypatch.setattr(build, "FLAGS", (*build.FLAGS, *QUICK))


@pytest.fixture
def game(tmp_path: Path) -> str:
    return str(write_game(tmp_path / "pairs"))
