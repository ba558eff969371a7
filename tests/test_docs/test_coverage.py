"""The tables that the page on coverage shows are real ones, and it names every option and every field."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from repl.cli.testing.test import test as command
from repl.coverage.files import as_data
from reverie.testing.measured import measure
from tests.support.reached import recorded_in, write_reached
from tests.support.shown import commands_in, pattern_of, said

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "coverage.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```\n(\$ .*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
SHOWN = [each for block in BLOCKS for each in commands_in(block)]


@pytest.mark.parametrize(("typed", "lines"), SHOWN, ids=[typed for typed, _ in SHOWN])
def test_what_is_shown_is_printed(typed: str, lines: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert re.fullmatch(pattern_of(lines), printed := said(typed)), printed


def test_every_option_has_its_row() -> None:
    named = set(re.findall(r"^\| `(--[\w-]+)", PAGE, re.MULTILINE))
    own = {option.opts[0] for option in command.params if option.opts[0].startswith("--")}
    assert named == own - {"--only", "--verbose", "--watch", "--json"}


def test_every_field_has_its_row(tmp_path: Path) -> None:
    recorded = recorded_in(write_reached(tmp_path / "reached"))
    data = as_data(recorded, measure(recorded))
    file = next(each for path, each in data["files"].items() if path.endswith("back.rules"))
    parts = [data, data["totals"], file, file["rules"][0], file["conditions"][0], data["meetings"][0]]
    table = PAGE.partition("### JSON")[2].partition("### LCOV")[0]
    assert {field for part in parts for field in part} <= set(re.findall(r"[\w.…]*?`(?:files\.….)?(\w+)`", table))
