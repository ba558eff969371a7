"""`reverie simulate`: how a set of modules changes the odds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import click

from repl.cli.options import (
    FOUND,
    game_options,
    json_option,
    only_files,
    print_json,
    processes_option,
    refuse,
    refusing,
    seed_option,
)
from repl.saves import jsontext
from repl.saves.recipe import LARGEST_SEED, SEEDS

if TYPE_CHECKING:
    from dsl import Program
    from interpreter import Row
    from repl.reports.odds import Odds


NOT_TOGETHER = (
    "--all-sets plays every number of players: leave out --players;"
    " --rows can't be combined with --all-sets, --rules or --pairs"
)


@click.command()
@click.argument("ruleset")
@game_options
@click.option("--games", type=click.IntRange(1, 10_000_000), default=1000, show_default=True, help="Number of games.")
@click.option(
    "--policy",
    default="random",
    show_default=True,
    help="How options are chosen: random, or eager (prefers acting to passing, and options used less often).",
)
@click.option(
    "--all-sets",
    is_flag=True,
    help="Divide the games among every set of modules, every number of players and the options by which rules refuse"
    " games; draw the other options at random. Rules files given by --with are additional modules."
    " Every state is inspected. With few games, linking the sets takes most of the time.",
)
@click.option(
    "--rules",
    "rules",
    is_flag=True,
    help="Show how often each rule acted, and mark rules that never did. Every second game begins near its end.",
)
@click.option(
    "--pairs",
    is_flag=True,
    help="Show how often rules of two modules met in an event, at a decision or in a definition.",
)
@click.option(
    "--faults",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("reverie-faults"),
    show_default=True,
    help="With --all-sets, --rules or --pairs: folder for the records of failed games, which `reverie replay` plays.",
)
@seed_option("Seed of the first game (default: 0); later games use the next seeds. The same seed gives the same table.")
@processes_option("Worker processes")
@click.option("--rows", type=click.Path(dir_okay=False, path_type=Path), help="File for one JSON line per game.")
@json_option("Print the result as JSON.")
def simulate(
    ruleset: str, modules: tuple[str, ...], options: dict[str, str], players: int | None, games: int, policy: str,
    all_sets: bool, rules: bool, pairs: bool, faults: Path, seed: int | None, processes: int, rows: Path | None,
    as_json: bool,
) -> None:  # fmt: skip
    """Simulate games of RULESET and show how they ended.

    The exit code is 1 if a game ended with a rules fault.
    """
    import dsl
    from repl.cli.sweep import Request, run_sweep
    from repl.reports.odds import odds

    first = 0 if seed is None else seed
    _check(policy, first, games)
    if all_sets or rules or pairs:
        if rows or (all_sets and players):
            raise click.UsageError(NOT_TOGETHER)
        extra = only_files(modules, "--all-sets plays") if all_sets else ()
        game = None if all_sets else (modules, players)
        request = Request(ruleset, game, options, games, policy, first, processes, faults, as_json)
        run_sweep(attrs.evolve(request, extra=extra, rules=rules, pairs=pairs))
    with refusing(as_json):
        program = dsl.load(ruleset, modules, players, options)
    found = odds(_played(program, games, first, policy, processes, rows))
    if as_json:
        print_json(_as_data(ruleset, program.modules, program.players, program.options, first, policy, found))
    else:
        click.echo(_table(program.title, program.modules, program.players, first, policy, found))
    raise SystemExit(FOUND if any(outcome.status == "fault" for outcome in found.outcomes) else 0)


def _check(policy: str, first: int, games: int) -> None:
    from interpreter import POLICIES

    if policy not in POLICIES:
        raise click.UsageError(f"there is no policy `{policy}`: choose {' or '.join(POLICIES)}")
    if first + games - 1 > LARGEST_SEED:
        raise click.UsageError(f"there are fewer than {games:,} seeds from {first:,} on: {SEEDS}")


def _played(
    program: Program, games: int, first: int, policy: str, processes: int, rows: Path | None
) -> tuple[Row, ...]:
    from interpreter import simulate as play_games
    from repl.drivers.progress import bar

    if rows:
        _touch(rows)
    with bar("playing") as progress:
        played = play_games(
            program, games, seed=first, policy=policy, processes=processes,
            progress=lambda done: progress(done, games),
        )  # fmt: skip
    if rows:
        _write(rows, played)
    return played


def _table(title: str, modules: tuple[str, ...], players: int, seed: int, policy: str, found: Odds) -> str:
    from repl.reports.odds import ADVICE, has_intervals

    what = f"{title} with {', '.join(modules)}" if modules else title
    games = "1 game" if found.games == 1 else f"{found.games} games"
    head = f"{what}: {games}, seed {seed}, policy {policy}{f', {players} players' if players > 1 else ''}"
    lines = [head, ""]
    for outcome in found.outcomes:
        share = f"{outcome.count:>9}  {outcome.share:>7.2%}"
        if outcome.interval:
            share += f"  {outcome.interval[0]:>7.2%} to {outcome.interval[1]:>7.2%}"
        lines.append(f"{outcome.status:<6}{share}  {outcome.sentence}".rstrip())
    lines += ["", f"A game has {found.turns:.1f} turns and {found.decisions:.1f} decisions on average."]
    lines.append("The ranges are 95 % confidence intervals (Wilson)." if has_intervals() else f"Note: {ADVICE}")
    return "\n".join(lines)


def _as_data(
    ruleset: str, modules: tuple[str, ...], players: int, options: tuple[tuple[str, str], ...], seed: int, policy: str,
    found: Odds,
) -> dict[str, object]:  # fmt: skip
    asked = {"ruleset": ruleset, "modules": modules, "players": players, "options": dict(options)}
    return {**asked, "seed": seed, "policy": policy, **attrs.asdict(found)}


def _touch(path: Path) -> None:
    """Check that a file can be written before the games are played."""
    with _writing(path):
        path.open("a").close()


def _write(path: Path, rows: Iterable[Row]) -> None:
    with _writing(path):
        path.write_text("".join(jsontext.written(attrs.asdict(row)) + "\n" for row in rows), "utf-8")


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    from dsl.text.files import reason

    try:
        yield
    except OSError as error:
        refuse(f"Error: {path} can't be written: {reason(error)}.")
