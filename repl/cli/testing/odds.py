"""`reverie odds`: the impact report, which says what modules do to a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, NoReturn

import attrs
import click

from dsl.text.files import reason, write_whole
from repl.cli.options import (
    FOUND,
    Count,
    Once,
    game_options,
    json_option,
    print_json,
    processes_option,
    refuse,
    refusing,
    seed_option,
)
from repl.cli.stopping import Stop, stoppable, tell_lost
from repl.cli.stopping import partial as partial_of
from repl.cli.testing.learn import practise_all
from repl.cli.testing.skill import SKILLS, check_skill, player

if TYPE_CHECKING:
    from dsl import Program
    from interpreter import Row
    from repl.reports.impact import Games, Impact, Interaction, Mean


@click.command(cls=Once)
@click.argument("ruleset")
@game_options
@click.option("--each", is_flag=True, help="Also each module alone.")
@click.option("--pairs", is_flag=True, help="Also each module alone and each pair, with what two change together.")
@click.option("--games", type=Count(most=1_000_000), default=1000, show_default=True, help="Games for each set.")
@click.option(
    "--policy", default="learnt", metavar="learnt|search|random|eager", show_default=True,
    help="How options are chosen (see `reverie simulate`).",
)  # fmt: skip
@click.option(
    "--playouts", type=Count(most=1_000_000), help="With --policy search: games tried at a decision (default: 400)."
)
@click.option(
    "--learn", "seconds", type=click.FloatRange(0.1, 86_400), metavar="S",
    help="Before, practise each set for S seconds for which nothing was learnt under its own rules.",
)  # fmt: skip
@click.option("--markdown", is_flag=True, help="Print a table in Markdown: a line for each set of modules.")
@click.option(
    "--html", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Write a page with charts."
)
@seed_option("Seed of the first deal (default: 0); all sets are played with the same seeds.")
@processes_option("Worker processes or threads")
@json_option("Print the result as JSON.")
def odds(
    ruleset: str, modules: tuple[str, ...], options: dict[str, str], players: int | None, each: bool, pairs: bool,
    games: int, policy: str, playouts: int | None, seconds: float | None, markdown: bool, html: Path | None,
    seed: int | None, processes: int, as_json: bool,
) -> None:  # fmt: skip
    """Show what modules do to RULESET: the same deals without them and with them.

    With --each or --pairs and without --with, all modules of the ruleset are compared.
    """
    import dsl

    _check(policy, playouts, modules, each or pairs)
    asked = _Asked(ruleset, options, players, games, policy, playouts, seed or 0, processes, as_json, markdown)
    with refusing(as_json):
        wanted = modules or tuple(dsl.modules_of(ruleset))
        base = _load(asked, ())
        asked = attrs.evolve(asked, players=base.players)
        sets = list(_linked(asked, _sets(wanted, 2 if pairs else 1 if each else 0, bool(modules))))
    if seconds:
        practise_all([((), base), *sets], seconds, processes, lines=not as_json)
    _report(asked, base, sets, html)


@attrs.frozen
class _Asked:
    """The request of a command line."""

    ruleset: str
    options: dict[str, str]
    players: int | None
    games: int
    policy: str
    playouts: int | None
    first: int
    processes: int
    as_json: bool
    markdown: bool


@attrs.frozen
class _Found:
    """The report: means without modules, impacts and interactions, and sentences about how they were found."""

    base: tuple[Mean, ...]
    impacts: tuple[Impact, ...]
    together: tuple[Interaction, ...]
    notes: tuple[str, ...]


def _check(policy: str, playouts: int | None, modules: tuple[str, ...], each: bool) -> None:
    from interpreter import POLICIES

    if policy not in (*POLICIES, *SKILLS):
        raise click.UsageError(f"there is no policy `{policy}`: choose {', '.join(SKILLS)} or {' or '.join(POLICIES)}")
    check_skill(policy, playouts, "auto", sweeping=False)
    if not modules and not each:
        raise click.UsageError("name modules, `--with`, or compare all of them, `--each` or `--pairs`")


def _sets(modules: Sequence[str], most: int, together: bool) -> list[tuple[str, ...]]:
    """The sets of modules to compare with the base game, each once: of 1 to `most` modules, and all of them."""
    few = [each for size in range(1, most + 1) for each in combinations(modules, size)]
    return list(dict.fromkeys([*few, *([tuple(modules)] if together else [])]))


def _load(asked: _Asked, modules: Sequence[str]) -> Program:
    """A set of modules, with the options that it has."""
    import dsl

    if not modules:
        known = {name for name, _ in dsl.load(asked.ruleset, (), asked.players).options}
        return dsl.load(asked.ruleset, (), asked.players, {k: v for k, v in asked.options.items() if k in known})
    known = {name for name, _ in dsl.load(asked.ruleset, modules, asked.players).options}
    return dsl.load(asked.ruleset, modules, asked.players, {k: v for k, v in asked.options.items() if k in known})


def _linked(asked: _Asked, sets: Sequence[tuple[str, ...]]) -> Iterator[tuple[tuple[str, ...], Program]]:
    """The sets that can be played; of several, those that the rules refuse are left out."""
    import dsl

    for modules in sets:
        try:
            yield modules, _load(asked, modules)
        except dsl.CompileError:
            if len(sets) == 1:
                raise
            click.echo(f"Left out: {', '.join(modules)} can't be played together.", err=True)


def _report(
    asked: _Asked, base: Program, sets: Sequence[tuple[tuple[str, ...], Program]], html: Path | None
) -> NoReturn:
    """Play, print the report and write the page, and end the command."""
    begun = monotonic()
    found, stop = _found(asked, base, sets)
    if not found.base:
        click.echo(f"Stopped before a set was played ({stop.reason}): there is no report.", err=True)
        raise SystemExit(stop.code)
    took = f"{monotonic() - begun:.0f} s"
    problem = _written(html, base, found) if html else ""
    if asked.as_json:
        head = {"ruleset": asked.ruleset, "players": base.players, "games": asked.games, "seed": asked.first}
        report = {key: value for key, value in attrs.asdict(found).items() if key != "notes"}
        print_json({"ok": True, **head, "policy": asked.policy, "notes": found.notes, **report})
    else:
        from repl.reports import impact

        click.echo("\n".join([_title(base), *found.notes, f"Played in {took}.", ""]))
        whole = impact.lines(found.base, found.impacts, found.together)
        click.echo("\n".join(impact.table(found.impacts) if asked.markdown else whole))
    if problem:
        click.echo(f"Error: {problem}.", err=True)
    raise SystemExit(stop.code or (FOUND if problem else 0))


def _found(asked: _Asked, base: Program, sets: Sequence[tuple[tuple[str, ...], Program]]) -> tuple[_Found, Stop]:
    from repl.drivers.progress import bar
    from repl.reports.impact import impact, interaction, means

    played: dict[tuple[str, ...], Games] = {}
    notes: dict[str, None] = {f"{asked.games:,} deals, seed {asked.first}, policy {asked.policy}.": None}
    total = asked.games * (1 + len(sets))
    with stoppable() as stop, bar("playing", lines=not asked.as_json) as progress:
        for number, (modules, program) in enumerate([((), base), *sets]):
            done_before = number * asked.games
            tell = partial(_tell, progress, done_before, total)
            games, said = _games(asked, modules, program, tell)
            played[modules] = games
            notes |= dict.fromkeys(said)
    if () not in played:
        return _Found((), (), (), ()), stop
    if stop.reason:
        notes |= {partial_of(stop, len(played), 1 + len(sets), "sets were played"): None}
    first = played[()]
    pairs = [each for each in played if len(each) == 2 and all((one,) in played for one in each)]
    together = (interaction(first, played[one,], played[two,], played[one, two]) for one, two in pairs)
    impacts = tuple(impact(first, games) for modules, games in played.items() if modules)
    return _Found(means(first), impacts, tuple(together), tuple(notes)), stop


def _tell(progress: Callable[[int, int], None], before: int, total: int, done: int) -> None:
    progress(before + done, total)


def _games(
    asked: _Asked, modules: Sequence[str], program: Program, progress: Callable[[int], None]
) -> tuple[Games, list[str]]:
    """Play the deals with one set of modules; the games, and what is to be said of them."""
    from interpreter import NotNative, simulate
    from repl.reports.impact import Games

    by = player(asked.policy, program, asked.playouts)
    with_ = ", ".join(modules) or "no modules"
    rows: Sequence[Row]
    try:
        rows = simulate(
            program, asked.games, seed=asked.first, policy=by.policy, processes=asked.processes,
            progress=progress, lost=tell_lost,
        )  # fmt: skip
    except NotNative as error:
        refuse(f"Error: C can't play these games: {error}.")
    winnable = any(ending.status == "won" for ending in program.endings)
    notes = [f"With {with_}: {by.said}"] if by.said else []
    missing = asked.games - sum(row.status != "fault" for row in rows)
    if missing:
        notes.append(f"With {with_}: {missing:,} games aren't counted (a rules fault, or C couldn't play them).")
    return Games.of(modules, rows, winnable), notes


def _title(base: Program) -> str:
    several = f", {base.players} players" if base.players > 1 else ""
    return f"{base.title}{several}: what modules change"


def _written(path: Path, base: Program, found: _Found) -> str:
    """Write the page; the reason why that isn't possible, or ""."""
    from repl.reports.impact_page import page

    try:
        write_whole(path, page(_title(base), found.notes, found.base, found.impacts, found.together).encode())
    except OSError as error:
        return f"{path} can't be written: {reason(error)}"
    return ""
