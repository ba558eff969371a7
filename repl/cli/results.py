"""`reverie results DIR`: what came of a sweep that lasts."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

import click

from repl.cli.options import FOUND, Once, json_option, print_json, print_lines, refusing

FOLDER = click.Path(path_type=Path)


@click.command(cls=Once)
@click.argument("folder", metavar="DIR", type=FOLDER)
@click.option(
    "--by", "by", multiple=True, metavar="NAME,…",
    help="A table by set, module, players, option, outcome or ending, or by several of them; can be repeated.",
)  # fmt: skip
@json_option("Print the result as JSON.")
def results(folder: Path, by: tuple[str, ...], as_json: bool) -> None:
    """Show the games in DIR, which `reverie simulate --out DIR` played."""
    from repl.results.folder import results_in
    from repl.results.tables import as_data, lines

    keys = _keys(by)
    with refusing(as_json):
        found = results_in(folder)
    if as_json:
        print_json(as_data(found, keys))
    else:
        print_lines(lines(found, keys))


def replay_row(folder: Path, number: int, show: bool, as_json: bool) -> NoReturn:
    """Play the game of a row again, and end the command: with exit code 1 if it doesn't end as the row says."""
    from repl.cli.play import as_data, in_words
    from repl.results import again
    from repl.results.folder import results_in
    from repl.saves.replay import replay
    from repl.saves.workshop import Engine

    with refusing(as_json):
        played = again.again(results_in(folder), number)
        found = replay(played.save, Engine(check=played.row["outcome"] == "fault"))
    same = not (played.otherwise or played.differences or found.fault)
    if as_json:
        row = {"row": played.row, "now": played.otherwise, "differences": played.differences}
        print_json(as_data(played.save, found, show) | row | {"ok": same})
    else:
        told = f"Row {number} says: {again.in_words(played.row)}."
        now = [f"Now it is {played.otherwise}."] if played.otherwise else []
        changed = [f"The rules differ: {each}." for each in played.differences]
        print_lines([*in_words(played.save, found, show), told, *now, *changed])
    raise SystemExit(0 if same else FOUND)


def _keys(by: tuple[str, ...]) -> list[tuple[str, ...]]:
    """By what to group games, from the words of a command line."""
    from repl.results.tables import BY

    keys = [tuple(dict.fromkeys(name.strip() for name in each.split(","))) for each in by]
    for name in (name for key in keys for name in key):
        if name not in BY:
            raise click.UsageError(f"games can't be grouped by `{name}`: choose {', '.join(BY[:-1])} or {BY[-1]}")
    return keys
