"""The sessions that the first page shows are real ones, and the rule is one of a ruleset."""

from __future__ import annotations

import io
import re
import shlex
from pathlib import Path

import click
import pytest
from rich.console import Console

from repl.cli.playing.play import play
from repl.drivers.terminal import Painter
from repl.saves.recipe import Recipe
from repl.saves.replay import deal
from repl.saves.workshop import Engine
from repl.session.commands import COMMANDS
from repl.session.preferences import Attention
from repl.session.session import Session
from tests.support.shown import pattern_of

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"^```text\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
SESSIONS = [block for block in BLOCKS if block.startswith("$ ")]


@pytest.mark.parametrize("shown", SESSIONS, ids=lambda shown: shown.partition("\n")[0])
def test_a_session_is_a_real_one(shown: str) -> None:
    command, *lines = shown.splitlines()
    typed = [line.removeprefix("> ") for line in lines if line.startswith("> ")]
    assert typed
    assert re.fullmatch(pattern_of(lines), _session(_recipe(command), typed))


def test_both_games_are_shown() -> None:
    assert [shown.split()[3] for shown in SESSIONS] == ["onirim", "urbion"]


def test_the_rule_is_one_of_a_ruleset() -> None:
    (rule,) = [block for block in BLOCKS if not block.startswith("$ ")]
    assert any(rule in path.read_text("utf-8") for path in (ROOT / "rulesets").rglob("*.rules"))


def _recipe(command: str) -> Recipe:
    """The game that a command line asks for."""
    _, reverie, name, *asked = shlex.split(command)
    assert (reverie, name) == ("reverie", "play")
    found = play.make_context("play", asked, resilient_parsing=False)
    assert isinstance(found, click.Context)
    given = found.params
    return Recipe(given["ruleset"], given["modules"], given["players"], tuple(given["options"].items()), given["seed"])


def _session(recipe: Recipe, typed: list[str]) -> str:
    """What stands on the screen after these lines."""
    engine = Engine()
    session = Session(deal(recipe, engine), engine, COMMANDS, False, Attention("new", saved=False))
    paper = io.StringIO()
    painter = Painter(Console(file=paper, width=80, height=24))
    painter.show(session.greeting())
    for line in typed:
        paper.write(f"> {line}\n")
        painter.show(session.feed(line))
    return paper.getvalue()
