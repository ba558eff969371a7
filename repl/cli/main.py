"""The command line: `reverie …`.

Each command is in a `cli_…` file of its own and imports what it needs when it is called, so that `--help` is quick.
Exit codes: 0 all is well, 1 something was found or refused, 2 wrong usage. Whatever goes wrong inside, a person sees a
sentence and the name of a file with the details.
"""

from __future__ import annotations

import sys
import tempfile
import traceback
from datetime import datetime
from pathlib import Path
from typing import NoReturn

import click

from repl.cli.check import check, rules, test
from repl.cli.link import link
from repl.cli.list import list_
from repl.cli.options import FOUND
from repl.cli.play import play, replay
from repl.cli.simulate import simulate
from repl.drivers.streams import UNWRITTEN, give_up_output, prepare

INTERNAL = 70
"""The exit code for an error of the program itself."""

INTERRUPTED = 130


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="reverie", prog_name="reverie")
def cli() -> None:
    """Card games made of modules: play them, check their rules, see their odds."""


for command in (list_, play, replay, check, link, test, rules, simulate):
    cli.add_command(command)


def main() -> None:
    """What the command `reverie` runs."""
    prepare()
    try:
        sys.exit(cli(prog_name="reverie", standalone_mode=False))
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(INTERRUPTED)
    except OSError as error:
        if error.errno not in UNWRITTEN:
            _fail(error)
        give_up_output()
        click.echo(f"Error: what was to be shown can't be written: {(error.strerror or str(error)).lower()}.", err=True)
        sys.exit(FOUND)
    except Exception as error:  # noqa: BLE001 - the last resort: no traceback may reach a person
        _fail(error)


def _fail(error: Exception) -> NoReturn:
    click.echo(_apology(error), err=True)
    sys.exit(INTERNAL)


def _apology(error: Exception) -> str:
    what = f"Something went wrong inside Reverie ({type(error).__name__})."
    try:
        return f"{what} The details are in {_crash_file()}; a game that was being played is kept."
    except Exception:  # noqa: BLE001 - nothing may go wrong while this is told
        return f"{what} The details could not be written to a file; a game that was being played is kept."


def _crash_file() -> Path:
    from repl.saves.store import home

    text = f"{' '.join(sys.argv)}\n{sys.version}\n\n{traceback.format_exc()}"
    name = f"crash-{datetime.now().astimezone():%Y-%m-%d-%H%M%S}.txt"
    for folder in (home() / "crashes", Path(tempfile.gettempdir())):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, "utf-8", errors="backslashreplace")
        except OSError:
            continue
        return folder / name
    raise OSError
