"""What the page about a game says is true: its rules stand in the game's files, its commands say what it shows."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

import reverie
from tests.support.homes import make_home
from tests.support.lockstep import lock_step
from tests.support.shown import commands_in, pattern_of, said

TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorial"
GAME = TUTORIAL / "ferry"
BLOCKS = re.findall(r"^```\n(.*?)^```$", (TUTORIAL / "game.md").read_text("utf-8"), re.MULTILINE | re.DOTALL)
COMMANDS = [
    pytest.param(*each, id=each[0], marks=[pytest.mark.slow] if "--all-sets" in each[0] else [])
    for block in BLOCKS for each in commands_in(block)
]  # fmt: skip


def test_its_rules_are_those_of_the_game() -> None:
    texts = [path.read_text("utf-8") for path in sorted(GAME.rglob("*.rules"))]
    rules = [block for block in BLOCKS if not block.startswith(("$ ", "ferry/"))]
    assert [block for block in rules if not any(block in text for text in texts)] == []
    assert len(rules) > 8


@pytest.mark.parametrize(("command", "lines"), COMMANDS)
def test_its_commands_say_what_it_shows(
    command: str, lines: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REVERIE_HOME", str(make_home(tmp_path / "home")))
    monkeypatch.chdir(tmp_path)
    shutil.copytree(GAME, GAME.name)
    assert re.fullmatch(pattern_of(lines), printed := said(command)), printed


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("modules", [(), ("storm",)])
def test_both_executors_play_it(players: int, modules: tuple[str, ...]) -> None:
    program = reverie.load(GAME, modules, players)
    ends = {outcome.status for seed in range(20) if (outcome := lock_step(program, seed).outcome)}
    assert ends == {"won", "lost"}
