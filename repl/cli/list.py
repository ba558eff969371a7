"""`reverie list`: which games there are, and what can be chosen for one."""

from __future__ import annotations

import click

from repl.cli.options import json_option, print_json, print_lines, refusing


@click.command("list")
@click.argument("ruleset", required=False)
@json_option("Say it as one JSON object.")
def list_(ruleset: str | None, as_json: bool) -> None:
    """Show the modules and options of RULESET; without it, of every ruleset that ships with Reverie."""
    import dsl
    from repl.reports import contents

    with refusing(as_json):
        found = [dsl.contents(name) for name in ([ruleset] if ruleset else dsl.rulesets())]
    if as_json:
        print_json({"rulesets": [contents.as_data(each) for each in found]})
    else:
        print_lines("\n\n".join("\n".join(contents.lines(each)) for each in found).splitlines())
