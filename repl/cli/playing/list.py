"""`reverie list`: the rulesets, their modules and their options."""

from __future__ import annotations

import click

from repl.cli.options import Once, json_option, print_json, print_lines, refusing


@click.command("list", cls=Once)
@click.argument("ruleset", required=False)
@json_option("Print the result as JSON.")
def list_(ruleset: str | None, as_json: bool) -> None:
    """List the modules and options of RULESET, and the modules that were added to it.

    Without RULESET, list those of every ruleset that ships with Reverie.
    """
    import dsl
    from dsl.translation.languages import without_texts
    from repl.reports import contents
    from repl.saves.added import added

    with refusing(as_json):
        names = [ruleset] if ruleset else dsl.rulesets()
        every = [(dsl.contents(name), dsl.languages_of(name)) for name in names]
    found = [(*each, added(each[0].base.name)) for each in every]
    if as_json:
        print_json({"rulesets": [contents.as_data(*each) for each in found]})
    else:
        shown = []
        for given, (catalogue, languages, more) in zip(names, found, strict=True):
            modules = [module.name for module in catalogue.modules]
            missing = {each: without_texts(each, given, (), modules) for each in languages}
            shown.append("\n".join(contents.lines(catalogue, languages, more, missing)))
        print_lines("\n\n".join(shown).splitlines())
