"""`reverie language-server`: what editors start to show problems, completions and names in rules files."""

from __future__ import annotations

import click

from repl.cli.options import Once, refuse

MISSING = "Error: the language server needs pygls: install it with `pip install 'reverie[editor]'`."


@click.command(cls=Once, name="language-server")
@click.option("--tcp", type=click.IntRange(1, 65535), metavar="PORT", help="Listen on a port of this machine.")
@click.option("--stdio", is_flag=True, help="Use standard input and output; editors may say so, it is the default.")
def language_server(tcp: int | None, stdio: bool) -> None:
    """Serve an editor that speaks the Language Server Protocol.

    Editors start this command by themselves; see the settings for each in the documentation.
    """
    if tcp and stdio:
        raise click.UsageError("use either --tcp or --stdio, not both")
    try:
        from repl.editor.server import serve
    except ModuleNotFoundError as error:
        if error.name and error.name.split(".")[0] in ("pygls", "lsprotocol"):
            refuse(MISSING)
        raise
    serve(tcp)
