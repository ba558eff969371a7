"""The command line: `reverie …`.

Each command imports what it needs when it is called, so that `--help` is quick. Exit codes: 0 success, 1 something was
found or refused, 2 wrong usage, 70 an internal error, of which the user sees one sentence and the name of a file with
the details.
"""

from __future__ import annotations

import io
import sys
import tempfile
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import NoReturn

import click

from repl.cli.options import FOUND, print_json, warn
from repl.cli.playing.add import add, remove
from repl.cli.playing.list import list_
from repl.cli.playing.play import play, replay
from repl.cli.playing.playground import playground
from repl.cli.testing.learn import learn
from repl.cli.testing.mutate import mutate
from repl.cli.testing.odds import odds
from repl.cli.testing.results import results
from repl.cli.testing.simulate import simulate
from repl.cli.testing.strength import strength
from repl.cli.testing.test import test
from repl.cli.testing.verify import verify
from repl.cli.writing.check import check
from repl.cli.writing.docs import docs, explain
from repl.cli.writing.format import format_
from repl.cli.writing.language_server import language_server
from repl.cli.writing.link import link
from repl.cli.writing.new import new
from repl.cli.writing.rules import rules
from repl.cli.writing.sheet import sheet
from repl.drivers.streams import UNWRITTEN, give_up_output, prepare

INTERNAL = 70
"""The exit code for an error of the program itself."""

INTERRUPTED = 130

MOST = 160
"""The length to which the words about a command in `--help` are cut."""

AS_JSON = "reverie.json"
"""Where a command line remembers that JSON was asked for."""


class ForPrograms(click.Group):
    """A command line of which everything that is refused is an object as well, if `--json` was asked for."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options before the command."""
        ctx.meta[AS_JSON] = _asks_for_json(args)
        with _refused_as_data(ctx):
            return super().parse_args(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands in groups."""
        del ctx
        width = max(map(len, self.commands))
        for title, group in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(f"{each.name:{width}}", each.get_short_help_str(MOST)) for each in group])

    def invoke(self, ctx: click.Context) -> object:
        """Carry out the command."""
        with _refused_as_data(ctx):
            return super().invoke(ctx)


@contextmanager
def _refused_as_data(ctx: click.Context) -> Iterator[None]:
    try:
        yield
    except click.exceptions.NoArgsIsHelpError:
        raise
    except click.ClickException as error:
        if not ctx.meta[AS_JSON]:
            raise
        print_json({"ok": False, "error": error.format_message()})
        sys.exit(error.exit_code)


@click.group(cls=ForPrograms, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="reverie", prog_name="reverie")
def cli() -> None:
    """Play modular card games, check their rules and compute their odds."""


GROUPS = {
    "Playing": (list_, play, replay, sheet, add, remove, playground),
    "Writing rules": (new, check, format_, link, rules, docs, explain, language_server),
    "Testing rules": (test, verify, mutate, simulate, results, learn, odds, strength),
}
"""The commands, in the order in which `--help` lists them."""

for group in GROUPS.values():
    for command in group:
        cli.add_command(command)


def main() -> None:
    """Run the command `reverie`."""
    prepare()
    try:
        sys.exit(cli(prog_name="reverie", standalone_mode=False))
    except click.ClickException as error:
        words = io.StringIO()
        error.show(words)
        warn(words.getvalue().removesuffix("\n"))
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(INTERRUPTED)
    except OSError as error:
        if error.errno not in UNWRITTEN:
            _fail(error)
        give_up_output()
        warn(f"Error: the output can't be written: {(error.strerror or str(error)).lower()}.")
        sys.exit(FOUND)
    except Exception as error:  # noqa: BLE001 - the last resort: no traceback may reach a person
        _fail(error)


def _asks_for_json(words: Sequence[str]) -> bool:
    return "--json" in words[: words.index("--")] if "--" in words else "--json" in words


def _fail(error: Exception) -> NoReturn:
    words = _apology(error)
    if _asks_for_json(sys.argv):
        with suppress(OSError, ValueError):  # there may be nobody to read it
            print_json({"ok": False, "error": words})
    warn(words)
    sys.exit(INTERNAL)


def _apology(error: Exception) -> str:
    what = f"Reverie failed with an internal error ({type(error).__name__})."
    saved = " `reverie play --resume` continues a game in progress." if sys.argv[1:2] == ["play"] else ""
    try:
        return f"{what} The details are in {_crash_file()}.{saved}"
    except Exception:  # noqa: BLE001 - nothing may go wrong while an error is reported
        return f"{what} The details could not be written to a file.{saved}"


def _crash_file() -> Path:
    from dsl.text.files import write_whole
    from repl.saves.store import home

    text = f"{' '.join(sys.argv)}\n{sys.version}\n\n{traceback.format_exc()}"
    name = f"crash-{datetime.now().astimezone():%Y-%m-%d-%H%M%S}.txt"
    for folder in (home() / "crashes", Path(tempfile.gettempdir())):
        try:
            write_whole(folder / name, text.encode(errors="backslashreplace"))
        except OSError:
            continue
        return folder / name
    raise OSError
