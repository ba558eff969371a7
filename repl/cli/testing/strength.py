"""`reverie strength`: how well the automatic players play; it can be stopped, and goes on where it was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from time import monotonic, process_time
from typing import TYPE_CHECKING, NoReturn

import attrs
import click

from dsl.text.files import reason
from repl.cli.options import (
    FOUND,
    Count,
    Once,
    json_option,
    print_json,
    print_lines,
    processes_option,
    refuse,
    refusing,
    seed_option,
)
from repl.cli.stopping import Stop, partial, stoppable, tell_lost
from repl.cli.testing.learn import practise_all
from repl.cli.testing.skill import player

if TYPE_CHECKING:
    from dsl import Program
    from repl.reports.strength import Result

PLAYOUTS = (100, 400, 1600)

QUICK = 1.0
"""So many seconds should the games of a part take."""

SAVED_EVERY = 2.0
"""Seconds between two writings of the file."""


class _Numbers(click.ParamType[tuple[int, ...]]):
    name = "numbers"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:
        if isinstance(value, tuple):
            return value
        one = Count(most=1_000_000)
        return tuple(one.convert(each.strip(), param, ctx) for each in str(value).split(","))


@click.command(cls=Once)
@click.argument("rulesets", nargs=-1, required=True, metavar="RULESET…")
@click.option("--each", is_flag=True, help="Also each module alone, and all of them together.")
@click.option("--players", type=Count(), help="Number of players (default: the game's minimum).")
@click.option(
    "--playouts", type=_Numbers(), default=PLAYOUTS, show_default="100,400,1600", metavar="N,…",
    help="Games that a search tries at a decision; a search for each number.",
)  # fmt: skip
@click.option("--games", type=Count(most=1_000_000), default=300, show_default=True, help="Games for each search.")
@click.option(
    "--fast-games", type=Count(most=10_000_000), default=10_000, show_default=True,
    help="Games for the players that don't search: random, and learnt.",
)  # fmt: skip
@click.option(
    "--learn", "seconds", type=click.FloatRange(0.1, 86_400), metavar="S",
    help="Before, practise each game for S seconds for which nothing was learnt under its own rules.",
)  # fmt: skip
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    help="Keep the results in FILE, and go on with those that it holds.",
)  # fmt: skip
@click.option("--markdown", is_flag=True, help="Print the table in Markdown.")
@seed_option("Seed of the first deal (default: 0).")
@processes_option("Threads that play")
@json_option("Print the results as JSON.")
def strength(
    rulesets: tuple[str, ...], each: bool, players: int | None, playouts: tuple[int, ...], games: int, fast_games: int,
    seconds: float | None, out: Path | None, markdown: bool, seed: int | None, processes: int, as_json: bool,
) -> None:  # fmt: skip
    """Measure how well the automatic players play each RULESET.

    Random play, what was learnt, and searches play whole games; the table shows their shares of victories, or their
    mean scores, with 95 % intervals, and the processor time of a decision. With --out, it can be stopped by Ctrl-C and
    goes on where it was when it is started again.
    """
    asked = _Asked(playouts, games, fast_games, seed or 0, processes, out, as_json, markdown)
    kept = _read(out)
    with refusing(as_json):
        programs = [program for name in rulesets for program in _programs(name, each, players)]
    if seconds:
        practise_all([(program.modules, program) for program in programs], seconds, processes, lines=not as_json)
    _measure(asked, programs, kept)


@attrs.frozen
class _Asked:
    """The request of a command line."""

    playouts: tuple[int, ...]
    games: int
    fast_games: int
    seed: int
    threads: int
    out: Path | None
    as_json: bool
    markdown: bool

    def wanted(self, result: Result) -> int:
        """The number of games that a player should play."""
        return self.games if result.player.playouts else self.fast_games


def _read(out: Path | None) -> list[Result]:
    from repl.reports.strength import StrengthError, read

    try:
        return read(out) if out else []
    except StrengthError as error:
        refuse(f"Error: {out} can't be used: {error}.")


def _programs(ruleset: str, each: bool, players: int | None) -> Iterator[Program]:
    """The base game, then each module alone and all together, as far as the rules allow them."""
    import dsl

    yield dsl.load(ruleset, (), players)
    modules = tuple(dsl.modules_of(ruleset)) if each else ()
    for some in dict.fromkeys([*((one,) for one in modules), modules] if modules else []):
        try:
            yield dsl.load(ruleset, some, players)
        except dsl.CompileError:
            click.echo(f"Left out: {ruleset} with {', '.join(some)} can't be played.", err=True)


@attrs.define
class _Table:
    """The results that were asked for, of which some may be kept from before, and where they are saved."""

    asked: _Asked
    programs: list[Program]
    results: list[Result]
    others: list[Result]
    saved: float = 0.0
    problem: str = ""

    @classmethod
    def of(cls, asked: _Asked, programs: Sequence[Program], kept: Sequence[Result]) -> _Table:
        """The results of all players, those that play fast first, with what is kept of them."""
        wanted = [
            (program, _of(program, asked, policy, playouts))
            for policy, playouts in [("random", 0), ("learnt", 0), *(("search", number) for number in asked.playouts)]
            for program in programs
            if policy != "learnt" or _practised(program)
        ]
        results = [next((old for old in kept if old.like(new)), new) for _, new in wanted]
        others = [old for old in kept if not any(old.like(new) for new in results)]
        return cls(asked, [program for program, _ in wanted], results, others)

    def save(self, now: bool = False) -> None:
        """Write all results, if it is time for it."""
        from repl.reports.strength import write

        if self.asked.out is None or not (now or monotonic() - self.saved > SAVED_EVERY):
            return
        try:
            write(self.asked.out, [*self.others, *self.results])
            self.saved = monotonic()
        except OSError as error:
            self.problem = f"{self.asked.out} can't be written: {reason(error)}"


def _of(program: Program, asked: _Asked, policy: str, playouts: int) -> Result:
    """The result of a player before its first game."""
    from repl.reports.strength import Player, Result

    by = Player(policy, playouts, _practised(program) if policy != "random" else 0)
    winnable = any(ending.status == "won" for ending in program.endings)
    return Result(program.game, program.modules, program.players, program.fingerprint, asked.seed, by, winnable)


def _practised(program: Program) -> int:
    """The number of games from which was learnt what suits a program best; 0 if there is nothing."""
    from reverie.policies import policy_for

    found = policy_for(program)
    return found.policy.games if found else 0


def _measure(asked: _Asked, programs: Sequence[Program], kept: Sequence[Result]) -> NoReturn:
    """Play what isn't there yet, the fast players first; print the table, and end the command."""
    from repl.drivers.progress import bar

    table = _Table.of(asked, programs, kept)
    total = sum(map(asked.wanted, table.results))
    with stoppable() as stop, bar("playing", lines=not asked.as_json) as progress:
        for number, program in enumerate(table.programs):
            for longer in _played(asked, program, table.results[number]):
                table.results[number] = longer
                progress(sum(each.done for each in table.results), total)
                table.save()
    table.save(now=True)
    _show(table, stop, total)


def _played(asked: _Asked, program: Program, result: Result) -> Iterator[Result]:
    """A result with more and more games, up to those that were asked for."""
    from interpreter import NotNative, simulate

    by, size = player(result.player.policy, program, result.player.playouts or None), asked.threads
    while result.done < asked.wanted(result):
        games = min(size, asked.wanted(result) - result.done)
        begun, clock = process_time(), monotonic()
        try:
            rows = simulate(
                program, games, seed=asked.seed + result.done, policy=by.policy, processes=asked.threads, lost=tell_lost
            )
        except NotNative as error:
            refuse(f"Error: C can't play these games: {error}.")
        result = result.joined(rows, result.done + games, process_time() - begun)
        size = size * 2 if monotonic() - clock < QUICK else size
        yield result


def _show(table: _Table, stop: Stop, total: int) -> NoReturn:
    """Print the table and end the command."""
    from repl.reports import strength as report

    done = sum(each.done for each in table.results)
    played = [each for each in table.results if each.done]
    note = partial(stop, done, total, "games were played") if stop.reason else ""
    if table.asked.as_json:
        early = {"partial": stop.reason} if stop.reason else {}
        print_json({"ok": not table.problem, "results": [report.as_data(each) for each in played], **early})
    else:
        shown = report.table(played) if table.asked.markdown else report.lines(report.by_game(played))
        print_lines([*shown, *(["", note] if note else [])])
    if table.problem:
        click.echo(f"Error: {table.problem}.", err=True)
    raise SystemExit(stop.code or (FOUND if table.problem else 0))
