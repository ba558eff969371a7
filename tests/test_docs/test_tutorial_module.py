"""The page about a module is followed step by step: commands print what it shows, and the module comes out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import dsl
from dsl import Program
from repl.authoring import checking
from repl.authoring.scenarios import loader
from tests.support.homes import make_home
from tests.support.shown import commands_in, pattern_of, said

TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorial"
TEXT = (TUTORIAL / "README.md").read_text("utf-8")
STEPS = re.findall(r"^```\n(.*?)^```$|`(reverie test \S+)`[^`.]*`([^`]+)`", TEXT, re.MULTILINE | re.DOTALL)
"""Blocks of rules or commands, and commands in a sentence with what it says that they print."""

PLACES = {
    "    limbo: ": r"    limbo: mirror, mirror\n    deck: green sun\n",
    "prompt mirror": r"on resolve of mirror\n  move .*\n",
    "define unbound": r"(?=prompt mirror)",
    "    option exchange": r"    option exchange .*\n",
    "zone glass": r"(?<=  move mirror to discard\n\n)",
    "      do look": r"(?<=      exchange card and other\n)",
    "table": r"(?=scenario mirrors-setup)",
}
"""Where a block of rules goes, by how it begins: what it replaces, or before or after what it stands; else the end."""


@pytest.fixture(autouse=True)
def _linked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Link the games of the scenarios in a ruleset's folder once: the module isn't in play there."""
    linked: dict[tuple[object, ...], Program] = {}
    folder = dsl.ruleset_folder("onirim")

    def shared(path: Path, known: dict[tuple[object, ...], Program] | None = None, *others: Any) -> object:
        return loader(path, linked if path.is_relative_to(folder) else known, *others)

    monkeypatch.setattr(checking, "loader", shared)


@pytest.mark.slow
def test_it_can_be_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REVERIE_HOME", str(make_home(tmp_path / "home")))
    monkeypatch.chdir(tmp_path)
    mirrors, echoes = Path("mirrors.rules"), Path("echoes.rules")
    mirrors.write_text("", "utf-8")
    for block, command, printed in STEPS:
        if command:
            assert said(command) == f"{printed}\n"
        elif block.startswith("$ "):
            _try(block)
            mirrors.write_text(mirrors.read_text("utf-8").replace("discrad", "discard"), "utf-8")
        elif block.startswith("module echoes"):
            echoes.write_text(block, "utf-8")
        elif block.startswith("when mirrors"):
            echoes.write_text(_head(echoes) + block, "utf-8")
            assert said("reverie check onirim --with mirrors.rules,echoes.rules") == "ok\n"
        else:
            mirrors.write_text(_with(block, mirrors.read_text("utf-8")), "utf-8")
    assert _declared(mirrors) <= _declared(TUTORIAL / "mirrors.rules")


def _with(block: str, text: str) -> str:
    """The module with a block of rules where the page says that it goes."""
    place = next((place for beginning, place in PLACES.items() if block.startswith(beginning)), None)
    if place is None:
        return f"{text}\n{block}" if text else block
    more = "" if block.startswith(" ") else "\n"
    found, count = re.subn(place, lambda _: block + more, text, count=1)
    assert count == 1, block
    return found


def _try(block: str) -> None:
    """Give the commands of a block, and compare what they say; those without an answer on the page take long."""
    for command, lines in commands_in(block):
        if lines:
            printed = said(command, "play blue moon\nplay blue key\n" if " play " in command else "")
            assert re.match(pattern_of(lines), printed), printed


def _declared(path: Path) -> set[str]:
    """The declarations in a file, without comments."""
    text = re.sub(r"^#.*\n", "", path.read_text("utf-8"), flags=re.MULTILINE)
    return {part.strip() for part in re.split(r"\n(?=\S)", text)}


def _head(path: Path) -> str:
    return path.read_text("utf-8").partition("\n\n")[0] + "\n\n"
