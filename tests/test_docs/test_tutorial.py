"""What the page about a game says is true: its rules stand in the game's files, its commands say what it shows."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

import dsl
from repl.cli.main import cli
from tests.support.lockstep import lock_step

TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorial"
GAME = TUTORIAL / "ferry"
BLOCKS = re.findall(r"^```\n(.*?)^```$", (TUTORIAL / "game.md").read_text("utf-8"), re.MULTILINE | re.DOTALL)
COMMANDS = [
    command
    for block in BLOCKS
    if block.startswith("$ ")
    for command in re.findall(r"^\$ .*\n(?:(?!\$ ).*\n)*", block, re.MULTILINE)
]
LEFT_OUT = "…"


def test_its_rules_are_those_of_the_game() -> None:
    texts = [path.read_text("utf-8") for path in sorted(GAME.rglob("*.rules"))]
    rules = [block for block in BLOCKS if not block.startswith(("$ ", "ferry/"))]
    assert [block for block in rules if not any(block in text for text in texts)] == []
    assert len(rules) > 8


@pytest.mark.parametrize("shown", COMMANDS, ids=lambda shown: shown.partition("\n")[0])
def test_its_commands_say_what_it_shows(shown: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REVERIE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    shutil.copytree(GAME, GAME.name)
    command, *lines = shown.splitlines()
    result = CliRunner().invoke(cli, shlex.split(command)[2:], catch_exceptions=False)
    pattern = "".join(r"(?:.*\n)*?" if line == LEFT_OUT else _line(line) for line in lines)
    assert re.fullmatch(pattern, result.stdout), result.stdout


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("modules", [(), ("storm",)])
def test_both_executors_play_it(players: int, modules: tuple[str, ...]) -> None:
    program = dsl.load(GAME, modules, players)
    ends = {outcome.status for seed in range(20) if (outcome := lock_step(program, seed).outcome)}
    assert ends == {"won", "lost"}


def _line(shown: str) -> str:
    return ".*".join(map(re.escape, shown.split(LEFT_OUT))) + "\n"
