"""Sections of the documents on a terminal: examples of rules are in colour, and nothing else changes."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console

from repl.drivers.document import Page, coloured


@pytest.mark.parametrize(
    ("rules", "part", "first"),
    [
        ("zone a: heap\n\nevent e\n  move a to b", "", "\x1b[35mzone\x1b[0m \x1b[1ma\x1b[0m: \x1b[35mheap\x1b[0m"),
        ("move a to b\nif c\n  draw 2", "statements", "\x1b[35mmove\x1b[0m a \x1b[35mto\x1b[0m b"),
        (
            "number of card in a\nb + 1  # c",
            "expressions",
            "\x1b[35mnumber\x1b[0m \x1b[35mof\x1b[0m card \x1b[35min\x1b[0m a",
        ),
    ],
)
def test_examples_are_in_colour(rules: str, part: str, first: str) -> None:
    found = coloured(rules, part)
    assert found.split("\n")[0] == first
    assert re.sub(r"\x1b\[[0-9;]*m", "", found) == rules


@pytest.mark.parametrize(("words", "colours"), [("rules", True), ("text", False), ("", False)])
def test_a_page_keeps_the_words_of_its_examples(words: str, colours: bool) -> None:
    paper = io.StringIO()
    text = f"### Title\n\nWords.\n\n```{words}\nevent e\n  move [red] to b  # c\n```\n"
    Console(file=paper, force_terminal=True, color_system="standard", width=60, no_color=False).print(Page(text))
    assert " event e" in re.sub(r"\x1b\[[0-9;]*m", "", paper.getvalue())
    assert "   move [red] to b  # c" in re.sub(r"\x1b\[[0-9;]*m", "", paper.getvalue())
    assert ("\x1b[35m" in paper.getvalue()) == colours
