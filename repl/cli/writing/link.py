"""`reverie link`: the link report of a game."""

from __future__ import annotations

import shutil

import click

from repl.cli.options import Once, game_options, json_option, print_json, print_lines, refusing

NARROWEST = 80


@click.command(cls=Once)
@click.argument("ruleset")
@game_options
@json_option("Print the complete report as JSON.")
def link(ruleset: str, modules: tuple[str, ...], options: dict[str, str], players: int | None, as_json: bool) -> None:
    """Show what each module adds to RULESET, and where modules meet.

    Each line shows a site (an event, a prompt and so on), a module, what the module adds there, and the file and line
    of the rule. Additions to a site are listed in the order in which they take effect.
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
