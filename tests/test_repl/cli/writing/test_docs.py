"""`reverie docs` and `reverie explain`: every word and every code has its section, and a misspelt one its neighbour."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from repl.authoring import pages
from repl.cli.main import cli

ROOT = Path(__file__).parents[4]


def reverie(*words: str) -> Result:
    return CliRunner().invoke(cli, words, catch_exceptions=False)


@pytest.mark.parametrize(
    ("word", "first"),
    [
        ("move", "### `move`"),
        ("`flip`", "### `flip`"),
        ("once a turn", "### `once a turn`, `once a game`, `once in`"),
        ("Randomness", "## Randomness"),
        ("win also when", "## The end of a game"),
        ("unknown-zone", "### `unknown-zone`"),
    ],
)
def test_a_word_has_its_section(word: str, first: str) -> None:
    result = reverie("docs", *word.split())
    assert (result.exit_code, result.stdout.split("\n")[0]) == (0, first)
    assert "](" not in result.stdout


def test_every_code_is_explained() -> None:
    codes = reverie("explain").stdout.split()
    page = ROOT.joinpath("docs", "problems.md").read_text(encoding="utf-8")
    assert codes == re.findall(r"^### `([\w-]+)`$", page, re.MULTILINE)
    for code in (codes[0], codes[-1], f"[{codes[1]}]"):
        assert reverie("explain", code).stdout.startswith(f"### `{code.strip('[]')}`\n")


def test_all_words_are_listed() -> None:
    words = reverie("docs").stdout.split("\n")
    assert {"move", "zone", "for every"} <= set(words)
    for word in filter(None, words):
        assert pages.about(word)


@pytest.mark.parametrize(
    ("command", "word", "said"),
    [
        ("docs", "mvoe", "no section is about `mvoe` (did you mean `move`?)"),
        ("explain", "unknown-zoen", "no problem has the code `unknown-zoen` (did you mean `unknown-zone`?)"),
        ("docs", "xyzzy plugh", "`xyzzy plugh`; `reverie docs` lists the words that have one"),
    ],
)
def test_a_misspelt_word_has_a_neighbour(command: str, word: str, said: str) -> None:
    result = reverie(command, *word.split())
    assert (result.exit_code, said in result.stderr) == (1, True)
