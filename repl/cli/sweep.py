"""`reverie simulate` with `--all-sets`, `--rules` or `--pairs`: games closely watched, and their rules counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, NoReturn

import attrs
import click

from repl.cli.options import FOUND, print_json, refuse, refusing

if TYPE_CHECKING:
    from interpreter.simulation.counting import Tally
    from interpreter.simulation.sweep import Link, Swept

SHOWN = 10
"""Faults that are shown on the screen; all of them are written to files."""


@attrs.frozen
class Asked:
    """What the command line asks for.

    `game`: one set of modules and the number of players, or None for every one, with and without the modules in the
    files `extra`. `rules` and `pairs` are tables.
    """

    ruleset: str
    game: tuple[tuple[str, ...], int | None] | None
    options: Mapping[str, str]
    games: int
    policy: str
    seed: int
    processes: int
    faults: Path
    as_json: bool
    extra: tuple[str, ...] = ()
    rules: bool = False
    pairs: bool = False


def run_sweep(asked: Asked) -> NoReturn:
    """Play, show what was found, and end the command: with exit code 1 if anything went wrong."""
    import dsl
    from repl.reports.sweeps import as_data, in_words, plan, plan_one, total

    begin = perf_counter()
    with refusing(asked.as_json):
        base = dsl.contents(asked.ruleset).base
        if asked.game is None:
            made = plan(asked.ruleset, asked.extra, asked.games, asked.seed, asked.options)
        else:
            made = plan_one(asked.ruleset, *asked.game, asked.games, asked.seed, asked.options)
    if not made.links:
        reasons = sorted(set(made.refused)) or ["no set of modules has all of these options"]
        refuse(f"Error: there is no such game: {reasons[0]}.")
    swept, tally = _played(asked, made.links)
    found = total(swept, made.refused)
    records = _write_records(asked, swept)
    seconds = perf_counter() - begin
    if asked.as_json:
        data = as_data(asked.ruleset, asked.seed, asked.policy, found, swept, made.refused, records)
        print_json(data | _tables_data(asked, tally, base.name))
    else:
        which = "every set" if asked.game is None else ", ".join(asked.game[0]) or "no modules"
        head = f"{base.title}, {which}, seed {asked.seed}, policy {asked.policy}"
        click.echo(in_words(head, found, made.refused, swept, seconds))
        _show_tables(asked, tally, base.name)
        _show_faults(asked.ruleset, swept, records)
    raise SystemExit(FOUND if found.faults or found.problems else 0)


def _played(asked: Asked, links: Sequence[Link]) -> tuple[list[Swept], Tally]:
    from interpreter.simulation.counting import Tally
    from interpreter.simulation.sweep import sweep
    from repl.drivers.progress import bar
    from repl.reports.sweeps import load, survey

    swept: list[Swept] = []
    tally = Tally({}, {})
    counted = survey if asked.rules or asked.pairs else None
    with bar("playing") as progress:
        for each in sweep(partial(load, asked.ruleset), links, asked.policy, asked.processes, counted):
            tally = tally.joined(each.tally) if each.tally else tally
            swept.append(attrs.evolve(each, tally=None))
            progress(len(swept), len(links))
    return swept, tally


def _show_tables(asked: Asked, tally: Tally, base: str) -> None:
    from repl.reports.tallies import pairs_table, rules_table

    if asked.rules:
        click.echo("\n" + rules_table(tally, base))
    if asked.pairs:
        click.echo("\n" + pairs_table(tally, base))


def _tables_data(asked: Asked, tally: Tally, base: str) -> dict[str, object]:
    from repl.reports.tallies import pairs_data, rules_data

    found: dict[str, object] = {}
    if asked.rules:
        found["rules"] = rules_data(tally, base)
    if asked.pairs:
        found["pairs"] = pairs_data(tally, base)
    return found


def _write_records(asked: Asked, swept: Sequence[Swept]) -> dict[int, Path]:
    """Write the record of each game that went wrong; the files by seed."""
    from dsl.text.files import reason
    from repl.reports.sweeps import record_of

    folder = asked.faults
    paths = {fault.seed: folder / f"seed-{fault.seed}.jsonl" for each in swept for fault in each.faults}
    try:
        for each in swept:
            for fault in each.faults:
                folder.mkdir(parents=True, exist_ok=True)
                paths[fault.seed].write_text(record_of(asked.ruleset, each.link, fault), "utf-8")
    except OSError as error:
        refuse(f"Error: records can't be written into {folder}: {reason(error)}.")
    return paths


def _show_faults(ruleset: str, swept: Sequence[Swept], records: Mapping[int, Path]) -> None:
    from repl.saves.recipe import Recipe

    faults = [(each.link, fault) for each in swept for fault in each.faults]
    for link, fault in faults[:SHOWN]:
        recipe = Recipe(ruleset, link.modules, link.players, link.options, fault.seed)
        click.echo(f"\n{fault.sentence}\n  {recipe.command}\n  reverie replay {records[fault.seed]}", err=True)
    if len(faults) > SHOWN:
        click.echo(f"\n… and {len(faults) - SHOWN:,} more", err=True)
    for each in [each for each in swept if each.problem][:SHOWN]:
        recipe = Recipe(ruleset, each.link.modules, each.link.players, each.link.options)
        click.echo(f"\nThis can't be put together: {recipe.command}\n{each.problem}", err=True)
