"""`reverie play --seat b=search`: seats that the computer takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from repl.cli.options import Count, refuse

if TYPE_CHECKING:
    from dsl import Program
    from interpreter import Game
    from repl.session.computers import Computers

F = TypeVar("F", bound=Callable[..., Any])


def seat_option(command: F) -> F:
    """The options for seats of the computer."""
    playouts = click.option(
        "--playouts", type=Count(most=1_000_000), help="Games that the computer tries at a decision (default: 400)."
    )
    seat = click.option(
        "--seat", "seats", multiple=True, metavar="SEAT=search",
        help="Let the computer answer for a player, such as `b=search`; can be repeated.",
    )  # fmt: skip
    return seat(playouts(command))


def computers_in(seats: tuple[str, ...], playouts: int | None) -> Computers:
    """The seats that a command line names."""
    from interpreter.players.skill import PLAYOUTS
    from repl.session.computers import Computers

    if playouts and not seats:
        raise click.UsageError("--playouts goes with --seat")
    found = set()
    for seat in seats:
        player, sign, who = seat.partition("=")
        if not sign or who.strip() != "search" or not player.strip().isalpha():
            raise click.UsageError(f"`{seat}` should be a seat and `search`, such as `b=search`")
        found.add(player.strip().upper())
    return Computers(frozenset(found), playouts or PLAYOUTS)


def know_seats(computers: Computers, program: Program, game: Game) -> None:
    """Refuse seats that the game doesn't have, and games that the computer can't play."""
    from interpreter import NoAdvice, letter

    players = {letter(number) for number in range(program.players)}
    if unknown := sorted(computers.seats - players):
        seats = "one player" if len(players) == 1 else f"the players {', '.join(sorted(players))}"
        refuse(f"Error: there is no player {unknown[0]}: this game is for {seats}.")
    if computers.seats == players:
        refuse("Error: at least one player must be a person; `reverie simulate` plays without any.")
    if computers.seats and game.decision:
        try:
            game.advise(1)
        except NoAdvice as error:
            refuse(f"Error: the computer can't play: {error}.")
