"""`reverie simulate` with `--all-sets`, `--rules` or `--pairs`: games whose states are inspected and rules counted."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, NoReturn

import attrs
import click

from repl.cli.options import FOUND, print_json, refuse, refusing
from repl.cli.stopping import Stop, partial, stoppable, tell_lost

if TYPE_CHECKING:
    from interpreter.simulation.counting import Tally
    from interpreter.simulation.sweep import Link, Swept

LAID_OUT = (
    "The simulation laid this position out; perhaps no deal leads to it. `reverie replay` shows it. If it can't arise"
    " in play, state it as an `invariant` in the rules, and no such position is laid out."
)
"""What is said of a fault after a perturbed position."""

SMALLEST = "The smallest game that was found with such a fault:"

SHOWN = 10
"""Number of faults that are printed; all of them are written to files."""


@attrs.frozen
class Request:
    """The request of a command line.

    `game`: a set of modules and the number of players, or None for every game, with and without the modules in the
    files `extra`. `rules` and `pairs` ask for tables.
    """

    ruleset: str
    game: tuple[tuple[str, ...], int | None] | None
    options: Mapping[str, str]
    games: int
    policy: str
    engine: str
    seed: int
    processes: int
    faults: Path
    as_json: bool
    extra: tuple[str, ...] = ()
    rules: bool = False
    pairs: bool = False


def run_sweep(request: Request) -> NoReturn:
    """Play, print the results, and end the command, with exit code 1 if a game failed."""
    import dsl
    from repl.reports.sweeps import as_data, in_words, plan, plan_one, total

    begin = perf_counter()
    with refusing(request.as_json):
        base = dsl.contents(request.ruleset).base
        if request.game is None:
            made = plan(request.ruleset, request.extra, request.games, request.seed, request.options)
        else:
            made = plan_one(request.ruleset, *request.game, request.games, request.seed, request.options)
    if not made.links:
        reasons = sorted(set(made.refused)) or ["no set of modules has all of these options"]
        refuse(f"Error: there is no such game: {reasons[0]}.")
    swept, tally, stop = _played(request, made.links)
    found = total(swept, made.refused)
    records, unwritten = _write_records(request, swept)
    if request.as_json:
        data = as_data(request.ruleset, request.seed, request.policy, found, swept, made.refused, records)
        early = {"engine": " ".join(_engines(swept))} | ({"partial": stop.reason} if stop.reason else {})
        print_json(data | _tables_data(request, swept, tally, base.name) | early)
    else:
        which = "every set" if request.game is None else ", ".join(request.game[0]) or "no modules"
        head = f"{base.title}, {which}, seed {request.seed}, policy {request.policy}"
        if stop.reason:
            click.echo(partial(stop, len(swept), len(made.links), "links were played") + "\n")
        click.echo(in_words(head, found, made.refused, swept, perf_counter() - begin))
        _show_engines(swept)
        _show_scores(swept)
        _show_tables(request, tally, base.name)
        _show_faults(request.ruleset, swept, records)
    if unwritten:
        click.echo(f"Error: {unwritten}.", err=True)
    raise SystemExit(stop.code or (FOUND if found.faults or found.problems else 0))


def _played(request: Request, links: Sequence[Link]) -> tuple[list[Swept], Tally, Stop]:
    """What became of the links that were played, and why not all of them were."""
    from interpreter import NotNative
    from interpreter.simulation.counting import Tally
    from interpreter.simulation.sweep import sweep
    from repl.drivers.progress import bar
    from repl.reports.sweeps import load
    from reverie.testing.coverage import survey

    swept: list[Swept] = []
    tally = Tally({}, {})
    counted = survey if request.rules or request.pairs else None
    load_link = functools.partial(load, request.ruleset)
    with stoppable() as stop, bar("playing", lines=not request.as_json) as progress:
        try:
            for each in sweep(load_link, links, request.policy, request.processes, counted, tell_lost, request.engine):
                tally = tally.joined(each.tally) if each.tally else tally
                swept.append(attrs.evolve(each, tally=None))
                progress(len(swept), len(links))
        except NotNative as error:
            refuse(f"Error: C can't play these games: {error}.")
    return swept, tally, stop


def _show_scores(swept: Sequence[Swept]) -> None:
    from repl.reports import sweep_scores

    if lines := sweep_scores.table(swept):
        click.echo("\n" + "\n".join(lines))


def _show_engines(swept: Sequence[Swept]) -> None:
    if lines := list(_engines(swept)):
        click.echo("\n" + "\n".join(lines))


def _engines(swept: Sequence[Swept]) -> Iterator[str]:
    """What played the links, and why."""
    counts = Counter(each.engine for each in swept if each.engine)
    for sentence, count in counts.most_common():
        yield sentence if len(counts) == 1 else f"{count:,} links: {sentence}"


def _show_tables(request: Request, tally: Tally, base: str) -> None:
    from repl.reports.tallies import pairs_table, rules_table

    if request.rules:
        click.echo("\n" + rules_table(tally, base))
    if request.pairs:
        click.echo("\n" + pairs_table(tally, base))


def _tables_data(request: Request, swept: Sequence[Swept], tally: Tally, base: str) -> dict[str, object]:
    from repl.reports import sweep_scores
    from repl.reports.tallies import pairs_data, rules_data

    scores = sweep_scores.data(swept)
    found: dict[str, object] = {"scores": scores} if scores else {}
    if request.rules:
        found["rules"] = rules_data(tally, base)
    if request.pairs:
        found["pairs"] = pairs_data(tally, base)
    return found


def _write_records(request: Request, swept: Sequence[Swept]) -> tuple[dict[int, Path], str]:
    """Write the record of each failed game; the files by seed, and why some of them could not be written."""
    from dsl.text.files import reason, write_whole
    from repl.reports.sweeps import record_of

    folder = request.faults
    paths: dict[int, Path] = {}
    try:
        for each in swept:
            for fault in each.faults:
                path = folder / f"seed-{fault.seed}.jsonl"
                write_whole(path, record_of(request.ruleset, each.link, fault).encode())
                paths[fault.seed] = path
    except OSError as error:
        return paths, f"records can't be written into {folder}: {reason(error)}"
    return paths, ""


def _show_faults(ruleset: str, swept: Sequence[Swept], records: Mapping[int, Path]) -> None:
    from repl.results.smallest import smallest
    from repl.saves.recipe import Recipe

    faults = [(each.link, fault) for each in swept for fault in each.faults]
    for link, fault in faults[:SHOWN]:
        recipe = Recipe(ruleset, link.modules, link.players, link.options, fault.dealt or 0)
        command = recipe.command if fault.dealt is not None else f"{recipe.undealt}\n  {LAID_OUT}"
        again = f"\n  reverie replay {records[fault.seed]}" if fault.seed in records else ""
        click.echo(f"\n{fault.sentence}\n  {command}{again}", err=True)
    if len(faults) > SHOWN:
        click.echo(f"\n… and {len(faults) - SHOWN:,} more", err=True)
    for words in smallest(ruleset, faults):
        click.echo(f"\n{SMALLEST}\n\n{words}", err=True)
    for each in [each for each in swept if each.problem][:SHOWN]:
        recipe = Recipe(ruleset, each.link.modules, each.link.players, each.link.options)
        click.echo(f"\nThis game can't be linked: {recipe.command}\n{each.problem}", err=True)
