"""The table of commands, which finds the command that a typed line means.

Knows no command and no session: `commands` fills the table, and a session receives it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Generic, TypeVar

import attrs

from repl.session.events import Event, Refused

S = TypeVar("S")

MARK = ":"
"""The prefix that distinguishes a command from an answer of the same name."""


@attrs.frozen
class Command(Generic[S]):
    """A word that can be typed: `usage` names its arguments, and `more` adds to its one line of `help`.

    `run` takes a session and the text after the name. `leaves`: the command ends the session. `in_full`: it must be
    typed in full or after a colon, because it leaves the game.
    """

    name: str
    usage: str
    help: str
    run: Callable[[S, str], list[Event]]
    aliases: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    leaves: bool = False
    in_full: bool = False


@attrs.frozen
class Commands(Generic[S]):
    """All commands, in the order in which `help` lists them."""

    every: tuple[Command[S], ...]

    def find(self, text: str, exact: bool) -> Callable[[S], list[Event]] | None:
        """The command that a line means, ready to run; with `exact` only one whose name is typed in full."""
        marked = text.strip().startswith(MARK)
        words = text.strip().removeprefix(MARK).split()
        for count in (2, 1):
            in_full = count == 2 or (exact and not marked)
            command = self.called(" ".join(words[:count]).casefold(), in_full, marked)
            if command:
                return partial(_run, command, " ".join(words[count:]))
        return None

    def names(self) -> tuple[str, ...]:
        """The names and aliases of the commands."""
        return tuple(name for command in self.every for name in (command.name, *command.aliases))

    def completions(self, text: str) -> list[str]:
        """The commands that the typed text could become."""
        start = text.lstrip().casefold()
        return [name for name in self.names() if start and name.startswith(start)]

    def leaves(self, text: str) -> bool:
        """Whether a line is a command that ends the session."""
        marked = text.strip().startswith(MARK)
        command = self.called(text.strip().removeprefix(MARK).casefold(), not marked, marked)
        return command is not None and command.leaves

    def called(self, name: str, exact: bool, marked: bool = False) -> Command[S] | None:
        """The command of this name; unless `exact`, also the only command whose name begins with it.

        Only after a colon (`marked`) may the beginning mean a command that must be typed in full.
        """
        fits = [command for command in self.every if name in (command.name, *command.aliases)]
        if not fits and not exact:
            fits = [command for command in self._beginning(name) if marked or not command.in_full]
        return fits[0] if len(fits) == 1 else None

    def shortened(self, text: str) -> Command[S] | None:
        """The command that must be typed in full and of which only the beginning was typed."""
        fits = self._beginning(text.strip().casefold())
        return fits[0] if len(fits) == 1 and fits[0].in_full else None

    def _beginning(self, name: str) -> list[Command[S]]:
        return [each for each in self.every if name and each.name.startswith(name) and " " not in each.name]


def _run(command: Command[S], argument: str, session: S) -> list[Event]:
    if argument and not command.usage:
        return [Refused(f"`{command.name}` takes no arguments", f"`{command.name}`: {command.help}")]
    return command.run(session, argument)
