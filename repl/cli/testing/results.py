"""`reverie results DIR`: what came of a sweep that lasts."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import NoReturn

import click

from repl.cli.options import FOUND, Once, json_option, print_json, print_lines, refuse, refusing

FOLDER = click.Path(path_type=Path)


@click.command(cls=Once)
@click.argument("folder", metavar="DIR", type=FOLDER)
@click.option(
    "--by", "by", multiple=True, metavar="NAME,…",
    help="A table by set, module, players, option, outcome or ending, or by several of them; can be repeated.",
)  # fmt: skip
@click.option(
    "--compare", "other", type=FOLDER, metavar="DIR",
    help="Show what changed since another sweep, which was played before a change of the rules, for example.",
)  # fmt: skip
@click.option(
    "--html", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Write a page with charts."
)
@json_option("Print the result as JSON.")
def results(folder: Path, by: tuple[str, ...], other: Path | None, html: Path | None, as_json: bool) -> None:
    """Show the games in DIR, which `reverie simulate --out DIR` played."""
    from repl.results import changes, page, tables
    from repl.results.folder import results_in

    keys = _keys(by, changes.BY if other else tables.BY)
    with refusing(as_json):
        found, before = results_in(folder), results_in(other) if other else None
    if before is None:
        shown, data = tables.lines(found, keys), partial(tables.as_data, found, keys)
        drawn = partial(page.of_one, found, keys)
    else:
        compared = changes.compared(before, found, keys[0] if keys else ())
        shown, data, drawn = changes.lines(compared), partial(changes.as_data, compared), partial(page.of_two, compared)
    if as_json:
        print_json(data())
    else:
        print_lines(shown)
    if html:
        _write(html, drawn())


def _write(path: Path, text: str) -> None:
    from dsl.text.files import reason, write_shared

    try:
        write_shared(path, text.encode())
    except OSError as error:
        refuse(f"Error: {path} can't be written: {reason(error)}.")


def replay_row(folder: Path, number: int, show: bool, as_json: bool) -> NoReturn:
    """Play the game of a row again, and end the command: with exit code 1 if it doesn't end as the row says."""
    from repl.cli.playing.play import as_data, in_words
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


def _keys(by: tuple[str, ...], known: tuple[str, ...]) -> list[tuple[str, ...]]:
    """By what to group games, from the words of a command line."""
    keys = [tuple(dict.fromkeys(name.strip() for name in each.split(","))) for each in by]
    for name in (name for key in keys for name in key):
        if name not in known:
            raise click.UsageError(f"games can't be grouped by `{name}`: choose {', '.join(known[:-1])} or {known[-1]}")
    return keys
