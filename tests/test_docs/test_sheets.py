"""The page about rules sheets: its commands write what it shows, and its sections are those of a sheet."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from repl.cli.main import cli
from repl.sheets.frame import frame

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "sheets.md").read_text(encoding="utf-8")


def test_the_commands_write_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (fence,) = re.findall(r"```\n(\$ .*?)```", PAGE, re.DOTALL)
    commands = re.findall(r"^\$ reverie (.+)$", fence, re.MULTILINE)
    outputs = [
        CliRunner().invoke(cli, command.replace("docs/tutorial", str(ROOT / "docs" / "tutorial")).split())
        for command in commands
    ]
    assert [each.exit_code for each in outputs] == [0, 0]
    assert (tmp_path / "sheet.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    shown = [line for line in fence.splitlines() if not line.startswith("$") and line != "…"]
    printed = outputs[1].output.splitlines()
    assert [line for line in shown if line not in printed] == []


def test_the_sections_are_those_of_a_sheet() -> None:
    rows = re.findall(r"^\| ([A-Z][\w ]+) \|", PAGE, re.MULTILINE)
    words = set(frame("").tables["page"].values())
    assert len(rows) == 10
    assert set(rows) <= words
