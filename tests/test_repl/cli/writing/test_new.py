"""`reverie new`: what it writes checks, plays and tests at once, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import dsl
from repl.cli.main import cli


def reverie(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(cli, words, input=typed, catch_exceptions=False)


def holds(*commands: str) -> None:
    """Hold the commands to go on with to work."""
    for command in commands:
        words = command.split()[1:]
        result = reverie(*words, *(["--plain"] if words[0] == "play" else []), typed="1\n1\nquit\n")
        assert result.exit_code == 0, result.output


@pytest.mark.parametrize("ruleset", dsl.rulesets())
def test_a_module_is_there_and_can_be_gone_on_with(ruleset: str, tmp_path: Path) -> None:
    result = reverie("new", "module", "mirrors", "--for", ruleset, "--title", "The Mirrors")
    head, *commands = result.stdout.splitlines()
    assert (result.exit_code, head) == (0, "mirrors.rules is there. To go on:")
    assert tmp_path.joinpath("mirrors.rules").read_text(encoding="utf-8").count('"The Mirrors"') == 2
    checked = [each for each in commands if each.startswith("  reverie check ")]
    assert (len(commands), checked) == (3, [f"  reverie check {ruleset} --with mirrors.rules"])
    holds(*(each for each in commands if each not in checked))  # which looks through all scenarios of the game


def test_a_game_is_there_and_takes_a_module() -> None:
    result = reverie("new", "game", "my stones")
    head, *commands = result.stdout.splitlines()
    assert (result.exit_code, head) == (0, "my-stones/base.rules is there. To go on:")
    holds(*commands)
    again = reverie("new", "module", "hills", "--for", "my-stones")
    assert again.stdout.startswith("my-stones/hills.rules is there.")
    holds(*again.stdout.splitlines()[1:])
    assert dsl.load("my-stones", ["hills"]).title == "My Stones"


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    for words in (("module", "mirrors", "--for", "onirim"), ("game", "mirrors")):
        reverie("new", *words)
        before = {path: path.read_bytes() for path in tmp_path.rglob("*.rules")}
        result = reverie("new", *words)
        assert (result.exit_code, "is there already; choose another name" in result.stderr) == (1, True)
        assert before == {path: path.read_bytes() for path in tmp_path.rglob("*.rules")}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("game", "x/y"), "`x/y` can't be the name of a game"),
        (("module", "3", "--for", "onirim"), "`3` can't be the name of a module"),
        (("module", "mirrors", "--for", "onirm"), "no ruleset is called `onirm`"),
        (("module", "mirrors"), "Missing option '--for'"),
    ],
)
def test_what_cannot_be_made_is_told_and_leaves_nothing(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    result = reverie("new", *words)
    assert result.exit_code in {1, 2}
    assert said in result.stderr
    assert not list(tmp_path.rglob("*.rules"))
