"""The commands that the page on writing rules shows print what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.homes import make_home
from tests.support.shown import commands_in, pattern_of, said

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "writing.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```\n(\$ .*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
SHOWN = [each for block in BLOCKS for each in commands_in(block)]


@pytest.mark.parametrize(("typed", "lines"), SHOWN, ids=[typed for typed, _ in SHOWN])
def test_what_is_shown_is_printed(
    typed: str, lines: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("REVERIE_HOME", str(make_home(tmp_path)))
    assert re.fullmatch(pattern_of(lines), printed := said(typed)), printed
