"""A folder for saves, and work done quickly rather than well: compilation, and making faults small."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.native import build
from reverie import policies
from reverie.testing import reducing
from tests.support.homes import make_home
from tests.support.natively import QUICK, compiler


@pytest.fixture(autouse=True)
def _reduced_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """What shows the smallest game with a fault shows a small one as well; that it is the smallest is tested there."""
    monkeypatch.setattr(reducing, "FRUITLESS", 10)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for the saves of a test; what is read and compiled is cached for all tests, what is learnt isn't."""
    folder = make_home(tmp_path / "home")
    monkeypatch.setenv("REVERIE_HOME", str(folder))
    monkeypatch.setattr(policies, "_own_folder", lambda program: tmp_path / "policies" / program.game)
    return folder


@pytest.fixture
def in_c(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are compiled quickly rather than well; without a compiler, the test is skipped."""
    if compiler():
        pytest.skip(compiler())
    monkeypatch.setattr(build, "FLAGS", (*build.FLAGS, *QUICK))
