"""What a page shows of a terminal, compared with what is really said there; `…` stands for what the page leaves out."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence

from click.testing import CliRunner

from repl.cli.main import cli

LEFT_OUT = "…"


def pattern_of(lines: Sequence[str]) -> str:
    """The pattern of these lines: alone on its line, `…` stands for any lines, within one for any characters."""
    return "".join(r"(?:.*\n)*?" if line == LEFT_OUT else _line(line) for line in lines)


def commands_in(block: str) -> list[tuple[str, list[str]]]:
    """The commands in a block, each with the lines that it prints."""
    shown = re.findall(r"^\$ .*\n(?:(?!\$ ).*\n)*", block, re.MULTILINE)
    return [(command.removeprefix("$ "), lines) for command, *lines in map(str.splitlines, shown)]


def said(command: str, typed: str = "") -> str:
    """What a command line of `reverie` prints."""
    _, *words = shlex.split(command)
    return CliRunner().invoke(cli, words, input=typed, catch_exceptions=False).output


def _line(shown: str) -> str:
    return ".*".join(map(re.escape, shown.split(LEFT_OUT))) + "\n"
