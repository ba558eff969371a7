"""`reverie playground`: the page on which rules are written and played in a browser, served on this machine."""

from __future__ import annotations

import click

from repl.cli.options import Once, refuse

PORT = 8017

MISSING = (
    "Error: the page of the playground isn't here: in a checkout, python playground/build.py builds it; "
    "elsewhere, the package reverie-playground holds it"
)


@click.command(cls=Once)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="Port; 0 takes a free one."
)
@click.option("--open", "show", is_flag=True, help="Open the page in the browser.")
def playground(port: int, show: bool) -> None:
    """Write and play modules in a browser.

    The page is served on this machine alone, until Ctrl-C, and runs in the browser: nothing is sent anywhere.
    """
    from repl.playground.serving import page_folder, server

    folder = page_folder()
    if folder is None:
        refuse(MISSING)
    try:
        serving = server(folder, port)
    except OSError as error:
        refuse(f"Error: port {port} can't be used: {(error.strerror or str(error)).lower()}; choose another, --port N.")
    address = f"http://{serving.server_address[0]!s}:{serving.server_address[1]}/"
    click.echo(f"The playground is at {address} (Ctrl-C ends it).")
    if show:
        click.launch(address)
    with serving:
        try:
            serving.serve_forever()
        except KeyboardInterrupt:
            click.echo()
