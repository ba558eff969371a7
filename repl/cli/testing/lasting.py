"""`reverie simulate --out DIR`: a sweep that lasts, because the folder keeps each game that was played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import attrs
import click

from repl.cli.options import FOUND, print_json, print_lines, refuse, refusing, warn
from repl.cli.stopping import Stop, partial, stoppable, tell_lost
from repl.cli.testing.skill import SKILLS, player

if TYPE_CHECKING:
    from interpreter.simulation.sweep import Link
    from repl.results.running import Executor
    from reverie.sweeps.results import Results
    from reverie.sweeps.sweep import Sweep


@attrs.frozen
class Request:
    """The request of a command line: games of one set, or of every set, with and without the modules in `extra`."""

    ruleset: str
    game: tuple[tuple[str, ...], int | None] | None
    extra: tuple[str, ...]
    options: Mapping[str, str]
    games: int
    policy: str
    playouts: int | None
    engine: str
    seed: int
    processes: int
    out: Path
    on: str
    scheduler: str
    as_json: bool


def run_lasting(request: Request) -> NoReturn:
    """Play what is missing, print the results, and end the command, with exit code 1 if a game failed."""
    from repl.results import clusters
    from repl.results.cells import cells_of
    from repl.results.folder import opened, results_in
    from repl.results.tables import as_data, lines
    from reverie.sweeps import rows

    with refusing(request.as_json):
        if not rows.available():
            refuse(f"Error: --out can't be used: {rows.MISSING}.")
        if request.on == "dask" and not clusters.available():
            refuse(f"Error: --on dask can't be used: {clusters.MISSING}.")
        sweep, learnt = _sweep(request)
        links = _links(sweep)
        with opened(request.out, sweep, learnt) as there:
            stop, problem, engines = _played(request, sweep, links, there)
            found = results_in(request.out)
    early = {"partial": stop.reason or problem} if found.missing else {}
    if request.as_json:
        print_json(as_data(found, ()) | {"engine": " ".join(engines)} | early)
    else:
        if stop.reason:
            words = partial(stop, found.games, sweep.games, "games were played")
            click.echo(f"{words} The same command goes on.\n")
        print_lines([*lines(found, ()), *engines])
    if problem:
        click.echo(f"Error: {problem}. The same command goes on.", err=True)
    faulty = bool(found.left_out) or any(cell.outcome == "fault" for cell in cells_of(found.parts))
    raise SystemExit(stop.code or (FOUND if faulty or problem else 0))


def _sweep(request: Request) -> tuple[Sweep, str]:
    """The sweep that is asked for, and the text of the policy by which its player goes."""
    from repl.results.plans import of_every_set, of_set

    ruleset, options, games, seed, policy = (
        request.ruleset, request.options, request.games, request.seed, request.policy,
    )  # fmt: skip
    if request.game is None:
        return of_every_set(ruleset, request.extra, options, games, seed, policy), ""
    modules, players = request.game
    learnt, playouts = _skill(request) if policy in SKILLS else ("", 0)
    return of_set(ruleset, modules, players, options, games, seed, policy, learnt, playouts), learnt


def _skill(request: Request) -> tuple[str, int]:
    """By what a player with skill goes: by what the sweep began with, or by the policy that suits the game best."""
    import dsl
    from interpreter.players.skill import PLAYOUTS
    from repl.results.folder import begun_with

    begun = begun_with(request.out, request.policy)
    if begun is not None:
        return begun, (request.playouts or PLAYOUTS) if request.policy == "search" else 0
    assert request.game
    modules, players = request.game
    program = dsl.load(request.ruleset, modules, players, request.options)
    found = player(request.policy, program, request.playouts)
    skill = found.policy
    assert not isinstance(skill, str)
    if not request.as_json:
        warn(found.said)
    return skill.policy.to_text() if skill.policy else "", skill.playouts


def _links(sweep: Sweep) -> tuple[Link, ...]:
    """The links of a sweep; ends the command if there are none."""
    from repl.results.plans import links_of

    links, refused = links_of(sweep)
    if not links:
        refuse(
            f"Error: there is no such game: {(sorted(refused) or ['no set of modules has all of these options'])[0]}."
        )
    return links


def _played(request: Request, sweep: Sweep, links: Sequence[Link], there: Results) -> tuple[Stop, str, tuple[str, ...]]:
    """Play what is missing: why not all of it was, by a signal or for a reason in words, and what played."""
    from interpreter import NotNative
    from repl.drivers.progress import bar
    from repl.results.clusters import NoCluster
    from repl.results.playing import Done
    from repl.results.running import missing, run
    from repl.saves.store import StoreError

    _tell_found(there)
    done, problem, engines = there.games, "", dict[str, None]()
    with stoppable() as stop, bar("playing", lines=not request.as_json) as progress:

        def told(each: Done) -> None:
            nonlocal done
            done += each.work.link.games
            engines.update(dict.fromkeys([each.engine] if each.engine else []))
            progress(done, sweep.games)

        progress(done, sweep.games)
        try:
            todo = missing(sweep, links, request.engine, there.parts)
            run(request.out, sweep, request.engine, todo, _executor(request, sweep), told)
        except NotNative as error:
            refuse(f"Error: C can't play these games: {error}.")
        except NoCluster as error:
            refuse(f"Error: {error}.")
        except StoreError as error:
            problem = str(error)
    return stop, problem, tuple(engines)


def _executor(request: Request, sweep: Sweep) -> Executor:
    from repl.results.clusters import on_dask
    from repl.results.running import here

    if request.on == "dask":
        return on_dask(sweep, request.processes, request.scheduler)
    return here(request.processes, tell_lost)


def _tell_found(there: Results) -> None:
    for path, reason in there.damaged.items():
        click.echo(f"{path.name}: {reason}; its games are played again.", err=True)
    if there.games:
        click.echo(f"{there.games:,} of {there.sweep.games:,} games were played before.", err=True)
