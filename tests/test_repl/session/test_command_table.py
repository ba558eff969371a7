"""Which command a line means, in a table that has nothing to do with games."""

from __future__ import annotations

import pytest

from repl.session.command_table import Command, Commands
from repl.session.events import Event, Refused, Said

Heard = list[str]


def _hear(heard: Heard, argument: str) -> list[Event]:
    heard.append(argument)
    return [Said("heard")]


TABLE = Commands[Heard]((
    Command("why", "[N]", "what happened", _hear),
    Command("why not", "[ANSWER]", "why it can't be done", _hear),
    Command("redo", "", "once more", _hear),
    Command("restart", "", "from the beginning", _hear),
    Command("quit", "", "leave", _hear, ("exit",), leaves=True, in_full=True),
))  # fmt: skip


@pytest.mark.parametrize(
    ("line", "argument"),
    [
        ("why", ""),
        ("WHY 2", "2"),
        ("why not play", "play"),
        ("exit", ""),
        (":q", ""),
        (":redo", ""),
        ("red", ""),
    ],
)
def test_a_line_is_a_command_and_what_follows_it(line: str, argument: str) -> None:
    heard: Heard = []
    command = TABLE.find(line, exact=False)
    assert command
    assert command(heard) == [Said("heard")]
    assert heard == [argument]


@pytest.mark.parametrize("line", ["", "re", "dance", "q", "qui"])
def test_what_fits_no_command_or_several_is_none(line: str) -> None:
    assert TABLE.find(line, exact=False) is None


def test_beginnings_do_not_count_where_a_name_is_asked_for_in_full() -> None:
    assert TABLE.find("red", exact=True) is None
    assert TABLE.find(":red", exact=True)  # after a colon nothing else can be meant


def test_nothing_may_follow_a_command_without_usage() -> None:
    command = TABLE.find("redo all", exact=True)
    heard: Heard = []
    assert command
    assert command(heard) == [Refused("`redo` takes no arguments", "`redo`: once more")]
    assert heard == []


def test_names_and_completions() -> None:
    assert TABLE.names() == ("why", "why not", "redo", "restart", "quit", "exit")
    assert TABLE.completions("wh") == ["why", "why not"]
    assert TABLE.completions(" ") == []


def test_leaving() -> None:
    assert TABLE.leaves("quit")
    assert TABLE.leaves(" :Q ")
    assert not TABLE.leaves("q")
    assert not TABLE.leaves("qu")
    assert not TABLE.leaves("redo")
