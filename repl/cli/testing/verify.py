"""`reverie verify`: whether what must hold in every game does, over drawn sets of modules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from repl.cli.options import (
    FOUND,
    Count,
    Once,
    game_options,
    json_option,
    know_hypothesis,
    print_json,
    processes_option,
    refuse,
    refusing,
    seed_option,
)
from repl.cli.stopping import Stop, partial, stoppable, tell_lost

if TYPE_CHECKING:
    from reverie.testing.units import Asked, Part, Unit


@click.command(cls=Once)
@click.argument("ruleset")
@game_options
@click.option("--law", "laws", multiple=True, metavar="NAME", help="Test only this law; can be repeated.")
@click.option("--examples", type=Count(), default=100, show_default=True, help="Number of drawn games.")
@click.option("--each", is_flag=True, help="Draw so many games of every set of modules, for every number of players.")
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    help="Keep the results in FILE, and go on with those that it holds.",
)  # fmt: skip
@click.option("--dealt", is_flag=True, help="Begin no game in a position that is laid out.")
@click.option("--list", "listed", is_flag=True, help="List the laws, and test nothing.")
@seed_option("Seed of the drawing (default: 0): the same seed draws the same games.")
@processes_option("Worker processes")
@json_option("Print the result as JSON.")
def verify(
    ruleset: str, modules: tuple[str, ...], options: dict[str, str], players: int | None, laws: tuple[str, ...],
    examples: int, each: bool, out: Path | None, dealt: bool, listed: bool, seed: int | None, processes: int,
    as_json: bool,
) -> None:  # fmt: skip
    """Test laws in drawn games of RULESET: what must hold whatever is linked and however it is answered.

    Sets of modules, options, deals and answers are drawn at random; the modules given by --with are in play in all of
    them. Every second game begins late, in a position that is laid out and keeps the invariants. Of a law that
    breaks, the smallest game that was found is shown: as a scenario, as a command, and for a test in Python. The
    exit code is 0 if all laws hold, and 1 if one breaks.
    """
    know_hypothesis()
    from reverie.testing.ready_made import standard
    from reverie.testing.units import Asked, units

    try:
        if listed:
            click.echo("\n".join(f"{law.name:<34}{law.sentence}" for law in standard(laws)))
            return
        asked = Asked(ruleset, modules, players, tuple(options.items()), laws, examples, seed or 0, each, not dealt)
        with refusing(as_json):
            found = units(asked)
    except ValueError as error:
        refuse(f"Error: {error}.")
    _conclude(found, asked, out, processes, as_json)


def _conclude(order: Sequence[Unit], asked: Asked, out: Path | None, processes: int, as_json: bool) -> None:
    from reverie.testing.units import together

    begin, kept = perf_counter(), _kept(out, asked)
    parts = list(kept.values())
    left = [unit for unit in order if unit.key not in kept]
    with refusing(as_json), stoppable() as stop:
        for part in _tested(left, len(order), processes, as_json):
            parts.append(part)
            _keep(out, part, asked)
    every = together(parts, order)
    if as_json:
        print_json(_as_data(every, len(parts), len(order), stop, perf_counter() - begin))
    else:
        _show(every, len(parts), len(order), stop, perf_counter() - begin)
    raise SystemExit(stop.code or (FOUND if every.broken else 0))


def _tested(left: Sequence[Unit], of: int, processes: int, as_json: bool) -> Iterator[Part]:
    """The results of the parts that are left, as soon as they are there."""
    from interpreter.simulation.processes import in_order
    from repl.drivers.progress import bar
    from reverie.testing.units import test

    done = of - len(left)
    with bar("verifying", lines=not as_json) as progress:
        for number, part in enumerate(in_order(test, left, processes, tell_lost), done + 1):
            yield part
            progress(number, of)


def _kept(out: Path | None, asked: Asked) -> dict[str, Part]:
    """The results that a file holds, if they are those of this request."""
    from repl.reports.verdicts import VerdictError, read

    try:
        return read(out, asked) if out is not None else {}
    except VerdictError as error:
        refuse(f"Error: {out} can't be used: {error}.")


def _keep(out: Path | None, part: Part, asked: Asked) -> None:
    from repl.reports.verdicts import add

    if out is not None:
        try:
            add(out, part, asked)
        except OSError as error:
            from dsl.text.files import reason

            refuse(f"Error: {out} can't be written: {reason(error)}.")


def _show(every: Part, done: int, of: int, stop: Stop, seconds: float) -> None:
    if stop.reason:
        click.echo(partial(stop, done, of, "parts were tested") + "\n")
    for name, count in every.cases.items():
        click.echo(f"{'broken' if name in every.broken else 'holds ':<8}{name:<34}{count:>8,} games")
    for name, words in every.broken.items():
        click.echo(f"\n{name}\n{'=' * len(name)}\n\n{words}")
    so_far = "no law broken so far" if every.cases else "no part was tested to its end"
    said = so_far if stop.reason else "ok: all laws hold"
    said = f"{len(every.broken)} of {len(every.cases)} laws broken" if every.broken else said
    click.echo(f"\n{said}, in {seconds:.0f} s")


def _as_data(every: Part, done: int, of: int, stop: Stop, seconds: float) -> Mapping[str, Any]:
    laws = {name: {"games": count, "broken": every.broken.get(name, "")} for name, count in every.cases.items()}
    early = {"partial": stop.reason} if stop.reason else {}
    ok = not every.broken and not stop.reason
    return {"ok": ok, "laws": laws, "parts": done, "of": of, "seconds": round(seconds, 3), **early}
