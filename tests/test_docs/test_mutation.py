"""The survivors that the page on mutation shows are real ones, and it names every option."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from repl.cli.testing.mutate import mutate
from tests.support.shown import commands_in, pattern_of, said

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "mutation.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_survivors_are_real_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    blocks = re.findall(r"^```\n(\$ .*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    ((command, lines),) = [each for block in blocks for each in commands_in(block)]

    assert re.fullmatch(pattern_of(lines), printed := said(command)), printed


def test_every_option_has_its_row() -> None:
    named = set(re.findall(r"^\| `(--[\w-]+)", PAGE, re.MULTILINE))

    assert named == {option.opts[-1] for option in mutate.params if option.opts[0].startswith("--")} - {"as_json"}
