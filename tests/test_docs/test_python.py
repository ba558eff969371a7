"""Every example of the page about Python is run, from top to bottom, and prints what the page says."""

from __future__ import annotations

import doctest
import re
import shutil
from pathlib import Path

import pytest

import reverie
from tests.support.shown import said

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "python.md"
TEXT = PAGE.read_text("utf-8")
FENCE = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which the paths of the page are right, and in which files may be written."""
    shutil.copytree(ROOT / "docs" / "tutorial", tmp_path / "docs" / "tutorial")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_its_examples_print_what_it_says(checkout: Path) -> None:
    examples = doctest.DocTestParser().get_doctest(_only_examples(), {}, PAGE.name, str(PAGE), 0)
    found: list[str] = []
    doctest.DocTestRunner(verbose=False).run(examples, out=found.append)
    assert not found, "".join(found)
    assert (checkout / "game.jsonl").is_file()
    assert "Every answer fits" in said("reverie replay game.jsonl")


def test_it_names_everything_there_is() -> None:
    table = TEXT.partition("## All names")[2]
    rows = re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)
    assert sorted(name for row in rows for name in re.findall(r"`(\w+)`", row)) == sorted(reverie.__all__)


def _only_examples() -> str:
    """The page with everything but its examples left blank, so that lines keep their numbers."""
    lines = [""] * TEXT.count("\n")
    for match in FENCE.finditer(TEXT):
        first = TEXT[: match.start(1)].count("\n")
        lines[first : first + match[1].count("\n")] = match[1].splitlines()
    return "\n".join(lines) + "\n"
