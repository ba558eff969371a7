"""`reverie new`: a module or a game to begin with."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from repl.cli.options import Once, refuse, refusing

if TYPE_CHECKING:
    from repl.authoring.new import Made

TITLE = click.option("--title", metavar="TEXT", help="The title that players read (default: the name).")


@click.group("new")
def new() -> None:
    """Write a new module or game to begin with: it checks, plays and tests at once."""


@new.command(cls=Once, short_help="Write a module.")
@click.argument("name")
@click.option("--for", "ruleset", required=True, metavar="RULESET", help="The game that the module is for.")
@TITLE
def module(name: str, ruleset: str, title: str | None) -> None:
    """Write the module NAME for a game: beside a game of your own, otherwise into the current folder."""
    from repl.authoring.new import new_module

    _make(lambda: new_module(name, title or _titled(name), ruleset, Path()))


@new.command(cls=Once, short_help="Write a game.")
@click.argument("name")
@TITLE
def game(name: str, title: str | None) -> None:
    """Write the game NAME into a folder of its own in the current folder."""
    from repl.authoring.new import new_game

    _make(lambda: new_game(name, title or _titled(name), Path()))


def _titled(name: str) -> str:
    return " ".join(word[:1].upper() + word[1:] for word in name.split())


def _make(make: Callable[[], Made]) -> None:
    from dsl.text.files import reason
    from repl.authoring.new import Unusable

    try:
        with refusing():
            made = make()
    except Unusable as error:
        refuse(f"Error: {error}.")
    except OSError as error:
        refuse(f"Error: the file can't be written: {reason(error)}.")
    click.echo(f"{made.path} is there. To go on:")
    for command in made.commands:
        click.echo(f"  {command}")
