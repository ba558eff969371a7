"""`reverie sheet`: the rules sheet of a game."""

from __future__ import annotations

from pathlib import Path

import click

from repl.cli.options import Once, game_options, json_option, page, print_json, refuse, refusing

ENDINGS = (".md", ".html")


@click.command(cls=Once)
@click.argument("ruleset")
@game_options
@click.option("--language", metavar="NAME", default="", help="Write in this language, if the ruleset has texts in it.")
@click.option("--out", type=click.Path(path_type=Path), help="Write the sheet to this file (.md or .html).")
@json_option("Print the sheet as JSON: its blocks, with the style of each piece of text.")
def sheet(
    ruleset: str, modules: tuple[str, ...], options: dict[str, str], players: int | None, language: str,
    out: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Write the rulebook of RULESET with exactly these modules and options.

    It is made of the words of the rules: components, setup, the turn with its questions and options, the cards, the
    endings, and the words that the rules define. What a module adds or changes stands in its place, with the name of
    the module. Without --out, the sheet is printed as Markdown.
    """
    import attrs

    import dsl
    from dsl.text.files import write_whole
    from dsl.text.render import visible
    from repl.sheets.arranged import sheet as arranged
    from repl.sheets.markdown import markdown
    from repl.sheets.page import page as html

    if out is not None and out.suffix.casefold() not in ENDINGS:
        raise click.UsageError(f"the name of a sheet ends in .md or .html, and not like `{out.name}`")
    with refusing(as_json):
        document = arranged(dsl.load(ruleset, modules, players, options, language=language))
    if as_json:
        print_json(attrs.asdict(document))
    if out is None:
        if not as_json:
            page("\n".join(map(visible, markdown(document).split("\n"))))
        return
    text = html(document) if out.suffix.casefold() == ".html" else markdown(document)
    try:
        write_whole(out, text.encode())
    except OSError as error:
        refuse(f"Error: {out} can't be written: {(error.strerror or str(error)).lower()}.")
