"""`reverie results DIR`: what came of a sweep that lasts."""

from __future__ import annotations

from pathlib import Path

import click

from repl.cli.options import Once, json_option, print_json, print_lines, refusing

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


def _keys(by: tuple[str, ...]) -> list[tuple[str, ...]]:
    """By what to group games, from the words of a command line."""
    from repl.results.tables import BY

    keys = [tuple(dict.fromkeys(name.strip() for name in each.split(","))) for each in by]
    for name in (name for key in keys for name in key):
        if name not in BY:
            raise click.UsageError(f"games can't be grouped by `{name}`: choose {', '.join(BY[:-1])} or {BY[-1]}")
    return keys
