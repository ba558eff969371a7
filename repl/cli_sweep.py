"""`reverie simulate --all-sets`: every combination of modules, closely watched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, NoReturn

import attrs
import click

from repl.cli_common import FOUND, print_json, refuse, refusing

if TYPE_CHECKING:
    from interpreter.sweep import Link, Swept

SHOWN = 10
"""Faults that are shown on the screen; all of them are written to files."""


@attrs.frozen
class Asked:
    """What the command line asks for."""

    ruleset: str
    options: Mapping[str, str]
    games: int
    policy: str
    seed: int
    processes: int
    faults: Path
    as_json: bool


def run_sweep(asked: Asked) -> NoReturn:
    """Play, show what was found, and end the command: with exit code 1 if anything went wrong."""
    from dsl.shapes import shape_of
    from repl.sweeping import as_data, in_words, plan, total

    begin = perf_counter()
    with refusing(asked.as_json):
        made = plan(asked.ruleset, asked.games, asked.seed, asked.options)
        title = shape_of(asked.ruleset).title
    if not made.links:
        reasons = sorted({each.reason for each in made.refused}) or ["no set of modules has all of these options"]
        refuse(f"Error: there is no such game: {reasons[0]}.")
    swept = _played(asked, made.links)
    found = total(swept, made.refused)
    records = _write_records(asked.faults, swept)
    seconds = perf_counter() - begin
    if asked.as_json:
        print_json(as_data(asked.ruleset, asked.seed, asked.policy, found, swept, made.refused, records))
    else:
        head = f"{title}, every set, seed {asked.seed}, policy {asked.policy}"
        click.echo(in_words(head, found, made.refused, swept, seconds))
        _show_faults(asked.ruleset, swept, records)
    raise SystemExit(FOUND if found.faults or found.problems else 0)


def _played(asked: Asked, links: Sequence[Link]) -> list[Swept]:
    from interpreter.sweep import sweep
    from repl.drivers.progress import bar
    from repl.sweeping import load

    swept: list[Swept] = []
    with bar("playing") as progress:
        for each in sweep(partial(load, asked.ruleset), links, asked.policy, asked.processes):
            swept.append(each)
            progress(len(swept), len(links))
    return swept


def _write_records(folder: Path, swept: Sequence[Swept]) -> dict[int, Path]:
    """Write the record of each game that went wrong; the files by seed."""
    paths = {fault.seed: folder / f"seed-{fault.seed}.jsonl" for each in swept for fault in each.faults}
    try:
        for each in swept:
            for fault in each.faults:
                folder.mkdir(parents=True, exist_ok=True)
                paths[fault.seed].write_text(fault.save, "utf-8")
    except OSError as error:
        refuse(f"Error: records can't be written into {folder}: {(error.strerror or str(error)).lower()}.")
    return paths


def _show_faults(ruleset: str, swept: Sequence[Swept], records: Mapping[int, Path]) -> None:
    from repl.recipe import Recipe

    faults = [(each.link, fault) for each in swept for fault in each.faults]
    for link, fault in faults[:SHOWN]:
        recipe = Recipe(ruleset, link.modules, link.players, link.options, fault.seed)
        click.echo(f"\n{fault.sentence}\n  {recipe.command}\n  reverie replay {records[fault.seed]}", err=True)
    if len(faults) > SHOWN:
        click.echo(f"\n… and {len(faults) - SHOWN:,} more", err=True)
    for each in [each for each in swept if each.problem][:SHOWN]:
        recipe = Recipe(ruleset, each.link.modules, each.link.players, each.link.options)
        click.echo(f"\nThis can't be put together: {recipe.command}\n{each.problem}", err=True)
