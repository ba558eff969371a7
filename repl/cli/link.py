"""`reverie link`: how the modules of a game come together."""

from __future__ import annotations

import shutil

import click

from repl.cli.options import game_options, json_option, print_json, print_lines, refusing

NARROWEST = 80


@click.command()
@click.argument("ruleset")
@game_options
@json_option("Say it as one JSON object, complete.")
def link(ruleset: str, modules: tuple[str, ...], options: dict[str, str], players: int | None, as_json: bool) -> None:
    """Show what each module adds to the game RULESET, in what order, and which modules meet where.

    Each line names an event, a prompt or the like, the module that adds something there, what, and the place of the
    rule. What stands first takes effect first.
    """
    import dsl
    from repl.reports.link import as_data, lines

    with refusing(as_json):
        report = dsl.report(dsl.load(ruleset, modules, players, options))
    if as_json:
        print_json(as_data(report))
    else:
        width = max(shutil.get_terminal_size().columns, NARROWEST)
        print_lines(lines(report, width))
