"""`reverie simulate`: how a set of modules changes the odds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import attrs
import click

from dsl.text.files import Parts, reason
from repl.cli.options import (
    FOUND,
    Count,
    Once,
    game_options,
    json_option,
    only_files,
    print_json,
    processes_option,
    refuse,
    refusing,
    seed_option,
)
from repl.cli.stopping import Stop, partial, stoppable, tell_lost
from repl.cli.testing.skill import SKILLS, Player, check_skill, player
from repl.saves import jsontext
from repl.saves.recipe import LARGEST_SEED, SEEDS

if TYPE_CHECKING:
    from dsl import Program
    from interpreter import Row
    from repl.reports.comparison import Difference
    from repl.reports.odds import Odds


NOT_TOGETHER = (
    "--all-sets plays every number of players: leave out --players;"
    " --rows can't be combined with --all-sets, --rules or --pairs"
)


ALONE = "--compare needs modules, `--with`, and can't be combined with --all-sets, --rules or --pairs"


PLACES = ("here", "dask")


LASTING = (
    "--out can't be combined with --rules, --pairs, --compare, --rows or --faults;"
    " --all-sets plays every number of players: leave out --players"
)


LEFT = "Not counted: {} games that C can't play to their end; there is no such player in Python."


@click.command(cls=Once)
@click.argument("ruleset")
@game_options
@click.option(
    "--games", type=Count(most=10_000_000), default=1000, show_default=True,
    help="Number of games, at most 10,000,000.",
)  # fmt: skip
@click.option(
    "--policy",
    default="random",
    metavar="random|eager|learnt|search",
    show_default=True,
    help="How options are chosen: random; eager (prefers acting to passing, and options used less often); learnt (by"
    " what `reverie learn` learnt); or search (tries each option with games played by what was learnt).",
)
@click.option(
    "--playouts", type=Count(most=1_000_000), help="With --policy search: games tried at a decision (default: 400)."
)
@click.option(
    "--engine",
    default="auto",
    metavar="auto|native|python",
    show_default=True,
    help="What plays: compiled C (native), Python, or C where it pays (auto). The results are the same.",
)
@click.option(
    "--compare", is_flag=True, help="Play as many games without the modules, too, and show what the modules change."
)
@click.option(
    "--all-sets",
    is_flag=True,
    help="Divide the games among every set of modules, every number of players and the options that make some sets"
    " unplayable; draw the other options at random. Rules files given by --with are additional modules."
    " With few games, linking the sets takes most of the time.",
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
    help="Save failed games in this folder; `reverie replay` plays them. With --all-sets, --rules or --pairs.",
)
@seed_option("Seed of the first game (default: 0); later games use the next seeds. The same seed gives the same table.")
@processes_option("Worker processes")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Write a row for each game into DIR, as Parquet; the same command goes on where it was stopped. `reverie"
    " results DIR` shows them.",
)
@click.option(
    "--on",
    default="here",
    metavar="here|dask",
    show_default=True,
    help="Where --out plays: in processes of this machine, or in those of Dask, which are started here or, with"
    " --scheduler, have been started anywhere.",
)
@click.option("--scheduler", default="", metavar="ADDRESS", help="The address of a scheduler of Dask.")
@click.option("--rows", type=click.Path(dir_okay=False, path_type=Path), help="Write one JSON line per game to FILE.")
@json_option("Print the result as JSON.")
def simulate(
    ruleset: str, modules: tuple[str, ...], options: dict[str, str], players: int | None, games: int, policy: str,
    playouts: int | None, engine: str, compare: bool, all_sets: bool, rules: bool, pairs: bool, faults: Path,
    seed: int | None, processes: int, out: Path | None, on: str, scheduler: str, rows: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Simulate games of RULESET and show how they ended.

    With --all-sets, --rules or --pairs, the invariants of the rules are tested at every decision. The exit code is 1 if
    a game ended with a rules fault.
    """
    import dsl
    from repl.cli.testing.lasting import Request as Lasting
    from repl.cli.testing.lasting import run_lasting
    from repl.cli.testing.sweep import Request, run_sweep

    first = 0 if seed is None else seed
    _check(policy, engine, first, games)
    check_skill(policy, playouts, engine, all_sets or rules or pairs)
    if compare and (all_sets or rules or pairs or not modules):
        raise click.UsageError(ALONE)
    extra = only_files(modules, "--all-sets plays") if all_sets else ()
    game = None if all_sets else (modules, players)
    _check_place(out, on, scheduler)
    if out is not None:
        if rules or pairs or compare or rows or (all_sets and players) or _given("faults"):
            raise click.UsageError(LASTING)
        where = processes, out, on, scheduler
        run_lasting(Lasting(ruleset, game, extra, options, games, policy, playouts, engine, first, *where, as_json))
    if all_sets or rules or pairs:
        if rows or (all_sets and players):
            raise click.UsageError(NOT_TOGETHER)
        if engine == "native" and (rules or pairs):
            raise click.UsageError("--rules and --pairs count in Python: leave out --engine native")
        request = Request(ruleset, game, options, games, policy, engine, first, processes, faults, as_json)
        run_sweep(attrs.evolve(request, extra=extra, rules=rules, pairs=pairs))
    with refusing(as_json):
        program = dsl.load(ruleset, modules, players, options)
        without = _without(ruleset, program) if compare else None
    asked = _Asked(ruleset, games, first, policy, playouts, engine, processes, rows, as_json)
    _simulate(asked, program, without)


@attrs.frozen
class _Asked:
    """The request of a command line for games of one program."""

    ruleset: str
    games: int
    first: int
    policy: str
    playouts: int | None
    engine: str
    processes: int
    rows: Path | None
    as_json: bool


def _check_place(out: Path | None, on: str, scheduler: str) -> None:
    if on not in PLACES:
        raise click.UsageError(f"nothing plays on `{on}`: choose {' or '.join(PLACES)}")
    if on == "dask" and out is None:
        raise click.UsageError("--on dask goes with --out")
    if scheduler and on != "dask":
        raise click.UsageError("--scheduler goes with --on dask")


def _given(name: str) -> bool:
    """Whether an option stands in the command line."""
    return click.get_current_context().get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE


def _without(ruleset: str, program: Program) -> Program:
    """The game without its modules, for as many players and with the same options, as far as it has them."""
    import dsl

    known = {name for name, _ in dsl.load(ruleset, (), program.players).options}
    return dsl.load(ruleset, (), program.players, {name: v for name, v in program.options if name in known})


@attrs.frozen
class _Played:
    """The games that were played, why not all of them were, who played, and sentences that say what played, and why."""

    rows: Sequence[Row]
    stop: Stop
    player: Player
    engines: tuple[str, ...]


def _simulate(asked: _Asked, program: Program, without: Program | None) -> NoReturn:
    """Play, print the table, also of games that ended early, and end the command."""
    with RowsFile.writing(asked.rows) as written:
        played = _played(asked, program, written)
    found = _odds(program, played.rows)
    changed, last = _compared(asked, without, found, played)
    stop, engines = last.stop, tuple(dict.fromkeys([*played.engines, *last.engines]))
    left = 0 if played.stop.reason else asked.games - len(played.rows)
    if asked.as_json:
        early = {"partial": stop.reason} if stop.reason else {}
        compared = {"compared": [attrs.asdict(each) for each in changed]} if changed else {}
        print_json(
            _as_data(asked, program, found) | played.player.data | {"engine": " ".join(engines)} | compared | early
        )
    else:
        if stop.reason:
            click.echo(partial(stop, len(played.rows), asked.games, "games were played") + "\n")
        if played.rows or not stop.reason:
            table = _table(asked, program, found, played.player, left)
            click.echo("\n".join([table, *_changed(program, found, changed), *engines]))
    if written.problem:
        click.echo(f"Error: {written.problem}.", err=True)
    faulty = any(outcome.status == "fault" for outcome in found.outcomes)
    raise SystemExit(stop.code or (FOUND if faulty or written.problem else 0))


def _compared(
    asked: _Asked, without: Program | None, found: Odds, played: _Played
) -> tuple[tuple[Difference, ...], _Played]:
    """What the modules change, by games without them, unless games were stopped; and the games played last."""
    from repl.reports.comparison import differences

    if without is None or played.stop.reason:
        return (), played
    other = _played(asked, without, RowsFile(None))
    return (() if other.stop.reason else differences(_odds(without, other.rows), found)), other


def _changed(program: Program, found: Odds, changed: Sequence[Difference]) -> Iterator[str]:
    from repl.reports import comparison

    if changed:
        head = f"Compared with {found.games:,} games without {', '.join(program.modules)}:"
        yield from ["", head, "", *comparison.lines(changed), ""]


def _odds(program: Program, rows: Sequence[Row]) -> Odds:
    from repl.reports.odds import odds

    contested = program.scoring is not None and bool(program.scoring.ranks)
    return odds(rows, winnable=any(ending.status == "won" for ending in program.endings), contested=contested)


def _check(policy: str, engine: str, first: int, games: int) -> None:
    from interpreter import ENGINES, POLICIES

    if policy not in (*POLICIES, *SKILLS):
        raise click.UsageError(f"there is no policy `{policy}`: choose {', '.join(POLICIES)} or {' or '.join(SKILLS)}")
    if engine not in ENGINES:
        raise click.UsageError(f"there is no engine `{engine}`: choose {' or '.join(ENGINES)}")
    if first + games - 1 > LARGEST_SEED:
        raise click.UsageError(f"there are fewer than {games:,} seeds from {first:,} on: {SEEDS}")


def _played(asked: _Asked, program: Program, written: RowsFile) -> _Played:
    """Play, and write the rows; ends the command where C was asked for and can't be had."""
    from interpreter import NotNative
    from interpreter import simulate as play_games
    from repl.drivers.progress import bar

    rows: list[Row] = []
    engines: list[str] = []
    by = player(asked.policy, program, asked.playouts)

    def keep(part: Sequence[Row]) -> None:
        rows.extend(part)
        written.add(part)

    with stoppable() as stop, bar("playing", lines=not asked.as_json) as progress:
        try:
            play_games(
                program, asked.games, seed=asked.first, policy=by.policy, processes=asked.processes,
                engine=asked.engine, chosen=engines.append,
                progress=lambda done: progress(done, asked.games), part=keep, lost=tell_lost,
            )  # fmt: skip
        except NotNative as error:
            refuse(f"Error: C can't play these games: {error}.")
        written.keep()
    return _Played(rows, stop, by, tuple(engines))


def _table(asked: _Asked, program: Program, found: Odds, by: Player, left: int) -> str:
    from repl.reports import scores

    modules, players = program.modules, program.players
    what = f"{program.title} with {', '.join(modules)}" if modules else program.title
    games = "1 game" if found.games == 1 else f"{found.games} games"
    several = f", {players} players" if players > 1 else ""
    head = f"{what}: {games}, seed {asked.first}, policy {asked.policy}{several}"
    lines = [head, *([by.said] if by.said else []), *([LEFT.format(left)] if left else []), ""]
    for outcome in found.outcomes:
        share = f"{outcome.count:>9}  {outcome.share:>7.2%}"
        if outcome.interval:
            share += f"  {outcome.interval[0]:>7.2%} to {outcome.interval[1]:>7.2%}"
        lines.append(f"{outcome.status:<6}{share}  {outcome.sentence}".rstrip())
    if found.scores:
        lines += ["", *scores.table(found.scores), *_ties(found)]
    lines += ["", f"A game has {found.turns:.1f} turns and {found.decisions:.1f} decisions on average."]
    lines.append("The ranges are 95 % confidence intervals (Wilson).")
    return "\n".join(lines)


def _ties(found: Odds) -> Iterator[str]:
    """How often several players won together, and how often nobody won."""
    if found.shared or found.tied:
        yield ""
    if found.shared:
        yield f"In {found.shared:.2%} of the games, several players shared the victory, which counts for each of them."
    if found.tied:
        yield f"In {found.tied:.2%} of the games, nobody won, as players were level."


def _as_data(asked: _Asked, program: Program, found: Odds) -> dict[str, object]:
    game = {"ruleset": asked.ruleset, "modules": program.modules, "players": program.players}
    how = {"options": dict(program.options), "seed": asked.first, "policy": asked.policy}
    return {**game, **how, **attrs.asdict(found)}


class RowsFile:
    """The file for the rows of all games: written while they are played, and in its place only when all are there.

    `problem` says why it isn't. Without a path, nothing is written.
    """

    def __init__(self, path: Path | None) -> None:
        self.path, self.problem = path, ""
        self._parts: Parts | None = None
        if path is not None:
            try:
                self._parts = Parts(path)
            except OSError as error:
                refuse(f"Error: {path} can't be written: {reason(error)}.")

    @classmethod
    @contextmanager
    def writing(cls, path: Path | None) -> Iterator[RowsFile]:
        """A file that is dropped in the end unless it was kept."""
        file = cls(path)
        try:
            yield file
        finally:
            file._drop("not all games were played")

    def add(self, rows: Sequence[Row]) -> None:
        """Write some rows; if that fails, the games go on and nothing more is written."""
        if self._parts is not None:
            text = "".join(jsontext.written(attrs.asdict(row)) + "\n" for row in rows)
            self._try(lambda parts: parts.add(text.encode()))

    def keep(self) -> None:
        """Put the file in its place."""
        if self._parts is not None and self._try(Parts.keep):
            self._parts = None

    def _try(self, act: Callable[[Parts], None]) -> bool:
        assert self._parts is not None
        try:
            act(self._parts)
        except OSError as error:
            self._drop(reason(error))
            return False
        return True

    def _drop(self, why: str) -> None:
        if self._parts is not None:
            self._parts.drop()
            self._parts, self.problem = None, f"{self.path} is not written: {why}"
