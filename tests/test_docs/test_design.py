"""The design page: it names every folder, and only what there is."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
PACKAGES = ("dsl", "interpreter", "reverie", "repl")


def test_every_folder_has_its_line() -> None:
    folders = {
        f"{package}/{path.parent.name}" for package in PACKAGES for path in (ROOT / package).glob("*/__init__.py")
    }
    assert folders == set(re.findall(r"^\| `(\w+/\w+)` \|", PAGE, re.MULTILINE))


def test_the_tree_names_the_folders_in_the_order_of_their_imports() -> None:
    tree = PAGE.partition("```")[2].partition("```")[0]
    for package in PACKAGES:
        (line,) = re.findall(rf"^{package}/.*\n  (.+)$", tree, re.MULTILINE)
        rows = re.findall(rf"^\| `{package}/(\w+)` \|", PAGE, re.MULTILINE)
        assert [name for name in line.split() if "." not in name] == rows


def test_every_file_it_names_is_there() -> None:
    named = re.findall(r"`((?:dsl|interpreter|repl|reverie|tests|docs|benchmarks)/[\w/.]+)`", PAGE)
    missing = [name for name in named if not (ROOT / name).exists()]
    assert len(named) > 40
    assert missing == []
