"""`reverie strength`: how well the automatic players play; it can be stopped, and goes on where it was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import attrs
import click

from repl.cli.options import (
    FOUND,
    Count,
    Once,
    json_option,
    options_option,
    print_json,
    print_lines,
    processes_option,
    refusing,
    seed_option,
)
from repl.cli.stopping import Stop, partial, stoppable
from repl.cli.testing.keeping import File, in_parts, read
from repl.cli.testing.learn import practise_all
from repl.cli.testing.programs import know_options, load, playable
from repl.cli.testing.skill import player

if TYPE_CHECKING:
    from dsl import Program
    from repl.reports.strength import Result

PLAYOUTS = (100, 400, 1600)

COMMAND = "reverie strength"


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
@options_option("Set an option of those rulesets and modules that have it; can be repeated.")
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
    rulesets: tuple[str, ...], each: bool, options: dict[str, str], players: int | None, playouts: tuple[int, ...],
    games: int, fast_games: int, seconds: float | None, out: Path | None, markdown: bool, seed: int | None,
    processes: int, as_json: bool,
) -> None:  # fmt: skip
    """Measure how well the automatic players play each RULESET.

    Random play, what was learnt, and searches play whole games; the table shows their shares of victories, or their
    mean scores, with 95 % intervals, and the processor time of a decision. With --out, it can be stopped by Ctrl-C and
    goes on where it was when it is started again.
    """
    from repl.reports.strength import Result

    asked = _Asked(playouts, games, fast_games, seed or 0, processes, out, as_json, markdown)
    kept = read(out, Result, COMMAND)
    with refusing(as_json):
        found = [program for name in rulesets for program in _programs(name, each, players, options)]
        know_options(rulesets[0], found, players, options)
    if seconds:
        practise_all([(program.modules, program) for program in found], seconds, processes, lines=not as_json)
    _measure(asked, found, kept)


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

    def seeds(self, result: Result) -> range:
        """Their seeds."""
        return range(self.seed, self.seed + self.wanted(result))


def _programs(ruleset: str, each: bool, players: int | None, options: dict[str, str]) -> Iterator[Program]:
    """The base game, then each module alone and all together, as far as the rules allow them."""
    import dsl

    yield load(ruleset, (), players, options)
    modules = tuple(dsl.modules_of(ruleset)) if each else ()
    sets = [*((one,) for one in modules), *([modules] if len(modules) > 1 else [])]
    yield from (program for _, program in playable(ruleset, sets, players, options))


@attrs.define
class _Table:
    """The results that were asked for, of which some may be kept from before, and where they are saved."""

    asked: _Asked
    programs: list[Program]
    results: list[Result]
    file: File[Result]

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
        return cls(asked, [program for program, _ in wanted], results, File(asked.out, others))


def _of(program: Program, asked: _Asked, policy: str, playouts: int) -> Result:
    """The result of a player before its first game."""
    from repl.reports.strength import Result
    from repl.saves.kept import Player

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
    tried = sum(_tried(each, asked.wanted(each)) for each in table.results)
    with stoppable() as stop, bar("playing", lines=not asked.as_json) as progress:
        for number, program in enumerate(table.programs):
            for longer in _played(asked, program, table.results[number]):
                table.results[number] = longer
                progress(sum(_tried(each, each.done) for each in table.results), tried)
                table.file.save(table.results)
    table.file.save(table.results, now=True)
    _show(table, stop, total)


def _tried(result: Result, games: int) -> int:
    """How long games take, beside others: as many as are tried at each decision."""
    return games * max(1, result.player.playouts)


def _played(asked: _Asked, program: Program, result: Result) -> Iterator[Result]:
    """A result with more and more games, up to those that were asked for."""
    by, seeds = player(result.player.policy, program, result.player.playouts or None), asked.seeds(result)
    for part in in_parts(program, by, seeds, result.done, asked.threads, asked.threads):
        result = result.joined(part.rows, part.done, part.busy)
        yield result


def _show(table: _Table, stop: Stop, total: int) -> NoReturn:
    """Print the table and end the command."""
    from repl.reports import strength as report

    done = sum(each.done for each in table.results)
    played = [each for each in table.results if each.done]
    note = partial(stop, done, total, "games were played") if stop.reason else ""
    if table.asked.as_json:
        early = {"partial": stop.reason} if stop.reason else {}
        print_json({"ok": not table.file.problem, "results": [report.as_data(each) for each in played], **early})
    else:
        shown = report.table(played) if table.asked.markdown else report.lines(report.by_game(played))
        print_lines([*shown, *(["", note] if note else [])])
    if table.file.problem:
        click.echo(f"Error: {table.file.problem}.", err=True)
    raise SystemExit(stop.code or (FOUND if table.file.problem else 0))
