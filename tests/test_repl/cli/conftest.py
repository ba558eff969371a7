"""The folder in which the commands of a test save games and leave files, and quick compilation for those in C.

What was read and compiled is cached for all tests, but not what was learnt.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.native import build
from reverie import policies
from tests.support.homes import make_home
from tests.support.natively import QUICK, compiler


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("REVERIE_HOME", str(make_home(tmp_path / "home")))
    monkeypatch.setattr(policies, "_own_folder", lambda program: tmp_path / "policies" / program.game)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home"


@pytest.fixture
def in_c(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are compiled quickly rather than well; without a compiler, the test is skipped."""
    if compiler():
        pytest.skip(compiler())
    monkeypatch.setattr(build, "FLAGS", (*build.FLAGS, *QUICK))
