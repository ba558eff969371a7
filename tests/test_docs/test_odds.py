"""The page of odds: a row for each module of both games, and commands that write its tables."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

import dsl
from repl.cli.main import cli

PAGE = (Path(__file__).parents[2] / "docs" / "odds.md").read_text(encoding="utf-8")
SECTIONS = {section.partition(":")[0]: section for section in PAGE.split("\n## ")[1:]}


@pytest.mark.parametrize("ruleset", ["onirim", "urbion"])
def test_each_module_has_its_row(ruleset: str) -> None:
    rows = re.findall(r"^\| ([a-z]+) \| \d", SECTIONS[ruleset.capitalize()], re.MULTILINE)
    assert rows == ["none", *dsl.modules_of(ruleset)]


def test_the_commands_are_such() -> None:
    shown = re.findall(r"^reverie (\w+) (.+)$", PAGE, re.MULTILINE)
    assert len(shown) >= 2
    for name, words in shown:
        command = cli.get_command(click.Context(cli), name)
        assert command is not None
        command.make_context(name, words.split())
