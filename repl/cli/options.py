"""Shared by the commands: options, refusals, and the output of problems and results."""

from __future__ import annotations

import os
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NoReturn, TypeVar, cast

import click

from repl.cli.wrapping import fitted
from repl.saves import jsontext
from repl.saves.recipe import SEEDS, Recipe, new_seed, seed_of

F = TypeVar("F", bound=Callable[..., Any])

FOUND = 1
"""The exit code if something was found or refused; 2 means wrong usage, 0 success."""


class Refusal(click.ClickException):
    """Ends a command with exit code 1 and a text that is printed unchanged."""

    exit_code = FOUND

    def show(self, file: Any = None) -> None:
        from dsl.text.render import visible

        click.echo("\n".join(map(visible, self.message.split("\n"))), err=True, file=file)


class Once(click.Command):
    """A command that refuses an option given twice, of which only the last would count."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options."""
        _, _, order = self.make_parser(ctx).parse_args(list(args))
        for param, count in Counter(order).items():
            if isinstance(param, click.Option) and count > 1 and not (param.multiple or param.is_flag):
                raise click.UsageError(f"{param.opts[0]} is given {count} times: give it once", ctx)
        return super().parse_args(ctx, args)


def game_options(command: F) -> F:
    """The options that select a game of a ruleset."""
    wrapped = command
    for option in (
        click.option(
            "--players", type=Count(),
            help="Number of players (default: the game's minimum).",
        ),
        options_option("Set an option of the ruleset or of a module; can be repeated."),
        modules_option("Modules, by name or as .rules files; can be repeated."),
    ):  # fmt: skip
        wrapped = option(wrapped)
    return wrapped


def options_option(words: str) -> Callable[[F], F]:
    """The option for options of rules."""
    return click.option("--option", "options", multiple=True, metavar="NAME=VALUE", callback=_pairs, help=words)


def modules_option(words: str) -> Callable[[F], F]:
    """The option for modules; a rules file in the current folder may be named without its ending."""

    def added(command: F) -> F:
        @wraps(command)
        def found(**given: Any) -> Any:
            what = given.get("ruleset") or next(iter(given.get("what") or ()), None)
            given["modules"] = tuple(_nearby(name, what) for name in given["modules"])
            return command(**given)

        option = click.option("--with", "modules", multiple=True, metavar="MODULE,…", callback=_split, help=words)
        return option(cast("F", found))

    return added


class Count(click.ParamType[int]):
    """A number from 1 on, with or without a most."""

    name = "n"

    def __init__(self, most: int | None = None) -> None:
        self._most = most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            number = int(value)
        except ValueError:
            number = 0
        if not 1 <= number <= (self._most or number):
            most = f"to {self._most:,}" if self._most else "on"
            self.fail(f"`{value}` is no number from 1 {most}", param, ctx)
        return number


def seed_option(words: str) -> Callable[[F], F]:
    """The option for a seed."""
    return click.option("--seed", type=_Seed(), help=words)


class _Seed(click.ParamType[int]):
    name = "seed"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            return seed_of(str(value))
        except ValueError as error:
            self.fail(f"{error}: {SEEDS}", param, ctx)


def processes_option(words: str) -> Callable[[F], F]:
    """The option for the number of worker processes, which never exceeds the number of cores."""
    text = f"{words} (default and maximum: the number of cores)."
    return click.option("--processes", type=Count(), callback=_at_once, help=text)


def _at_once(_context: click.Context, _parameter: click.Parameter, value: int | None) -> int:
    return min(value or processors(), processors())


def json_option(words: str) -> Callable[[F], F]:
    """The option for output that programs read."""
    return click.option("--json", "as_json", is_flag=True, help=words)


def recipe(
    ruleset: str, modules: tuple[str, ...], players: int | None, options: dict[str, str], seed: int | None,
    deal: tuple[str, ...] = (),
) -> Recipe:  # fmt: skip
    """The recipe that the command line asks for, with a random seed if none is given."""
    from dsl.reading.library import full_name
    from repl.saves import added

    names = added.names(dict.fromkeys(full_name(module) for module in modules))
    chosen = new_seed() if seed is None else seed
    return Recipe(full_name(ruleset), names, players, tuple(options.items()), chosen, deal)


def know_hypothesis(needed: bool = True) -> None:
    """End the command with a sentence if games are to be drawn, and what draws them isn't installed."""
    if needed and find_spec("hypothesis") is None:
        refuse("Error: games are drawn with Hypothesis, which isn't installed: pip install 'reverie[test]'")


def know_watchfiles(needed: bool = True) -> None:
    """End the command with a sentence if files are to be watched, and what watches them isn't installed."""
    if needed and find_spec("watchfiles") is None:
        refuse("Error: files are watched with watchfiles, which isn't installed: pip install 'reverie[editor]'")


@contextmanager
def refusing(as_json: bool = False) -> Iterator[None]:
    """Ends the command with exit code 1 if rules can't be linked or a file can't be used."""
    from dsl.text.diagnostics import CompileError
    from repl.saves.store import StoreError

    try:
        yield
    except CompileError as error:
        show_problems(error.problems, as_json)
        raise SystemExit(FOUND) from None
    except StoreError as error:
        if as_json:
            print_json({"ok": False, "error": str(error)})
            raise SystemExit(FOUND) from None
        refuse(f"Error: {error}.")


def refuse(text: str) -> NoReturn:
    """End the command with exit code 1."""
    raise Refusal(text) from None


def warn(text: str) -> None:
    """Say something to a person beside the results."""
    click.echo(fitted(text, sys.stderr), err=True)


def show_problems(problems: Any, as_json: bool) -> None:
    """Print problems, with excerpts or as JSON."""
    from dsl.editing.fixes import as_json as fixes_of
    from dsl.text import render

    if as_json:
        as_data = [{**render.as_json(problem), "fixes": fixes_of(problem)} for problem in problems]
        print_json({"ok": False, "problems": as_data})
    else:
        click.echo(excerpts(problems, sys.stderr), err=True)


def excerpts(problems: Any, stream: Any) -> str:
    """Problems with their excerpts, as text for a stream."""
    from dsl.reading.highlight import pieces
    from dsl.text import render

    return fitted(render.report(problems, colourful(stream), pieces), stream)


def colourful(stream: Any) -> bool:
    """Whether a stream should get colours."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("ACCESSIBLE") or os.environ.get("TERM") == "dumb"
    return bool(stream.isatty() and not plain)


def print_lines(lines: Iterable[str]) -> None:
    """Print lines for people, control characters escaped; page by page if they exceed the height of the terminal."""
    from dsl.text.render import visible

    page(fitted("\n".join(visible(each) for line in lines for each in line.split("\n")), sys.stdout) + "\n")


def page(text: str) -> None:
    """Print a text; page by page if it exceeds the height of the terminal."""
    if sys.stdout.isatty() and text.count("\n") >= shutil.get_terminal_size().lines:
        click.echo_via_pager(text)
    else:
        click.echo(text, nl=False)


def print_json(data: Any) -> None:
    """Print data on standard output, as one line of JSON in UTF-8."""
    click.echo(jsontext.written(data).encode())


def only_files(modules: tuple[str, ...], doing: str) -> tuple[str, ...]:
    """The modules, all of which must be rules files: `doing` every set includes the ruleset's own modules anyway."""
    inside = [module for module in modules if not module.endswith(".rules")]
    if inside:
        raise click.UsageError(
            f"{doing} games with and without `{inside[0]}` anyway; --with takes only .rules files here"
        )
    return modules


def processors() -> int:
    """The number of cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def _nearby(name: str, ruleset: str | None) -> str:
    """The name of a module of the ruleset, or the file of one that was added to it or lies in the current folder."""
    from dsl.reading.library import ENDING
    from dsl.text.files import is_file
    from repl.saves.added import added, files

    here = Path(name + ENDING)
    if name.endswith(ENDING) or ruleset is None or ruleset.endswith(ENDING):
        return name
    near = is_file(here)
    if not near and all(each.name != name for each in added()):
        return name
    import dsl

    try:
        own = name in dsl.modules_of(ruleset)
        file = dsl.ruleset_folder(ruleset) / here.name
    except dsl.CompileError:
        return name
    found = name if own else files(ruleset, [name])[0]
    if near and (own or found != name):
        if not (file.exists() and file.samefile(here)):
            which = f"is a module of {ruleset}" if own else "is a module that was added"
            warn(f"`{name}` {which}; for the file in this folder, type `./{here}`.")
        return found
    return str(here) if near else found


def _split(_context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    for value in values:
        if value.endswith(","):
            raise click.BadParameter(f"leave out the space after the comma: `{value}MODULE`")
    return tuple(name.strip() for value in values for name in value.split(",") if name.strip())


def cards_named(_context: click.Context, _parameter: click.Parameter, value: str) -> tuple[str, ...]:
    """The names in a list of cards."""
    return tuple(name.strip() for name in value.split(",") if name.strip())


def _pairs(_context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    found: dict[str, str] = {}
    for value in values:
        name, sign, setting = value.partition("=")
        if not (sign and name.strip() and setting.strip()):
            raise click.BadParameter(f"`{value}` should be NAME=VALUE")
        if name.strip() in found:
            both = f"`{found[name.strip()]}` and `{setting.strip()}`"
            raise click.BadParameter(f"`{name.strip()}` is set twice, to {both}: choose one")
        found[name.strip()] = setting.strip()
    return found
