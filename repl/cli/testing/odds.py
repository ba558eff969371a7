"""`reverie odds`: the impact report, which says what modules do to a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
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
    refusing,
    seed_option,
)
from repl.cli.stopping import Stop, partial, stoppable
from repl.cli.testing.keeping import File, in_parts, read
from repl.cli.testing.learn import practise_all
from repl.cli.testing.programs import know_options, load, playable
from repl.cli.testing.skill import SKILLS, check_skill, player

if TYPE_CHECKING:
    from dsl import Program
    from repl.cli.testing.skill import Player
    from repl.reports.impact import Deals, Impact, Interaction, Mean

COMMAND = "reverie odds"

AT_ONCE = 1000
"""Games of the first part of a set whose players don't search."""


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
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    help="Keep what was played in FILE, and go on with what it holds.",
)  # fmt: skip
@click.option("--markdown", is_flag=True, help="Print a section in Markdown: a line for each set of modules.")
@click.option(
    "--html", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Write a page with charts."
)
@seed_option("Seed of the first deal (default: 0); all sets are played with the same seeds.")
@processes_option("Worker processes or threads")
@json_option("Print the result as JSON.")
def odds(
    ruleset: str, modules: tuple[str, ...], options: dict[str, str], players: int | None, each: bool, pairs: bool,
    games: int, policy: str, playouts: int | None, seconds: float | None, out: Path | None, markdown: bool,
    html: Path | None, seed: int | None, processes: int, as_json: bool,
) -> None:  # fmt: skip
    """Show what modules do to RULESET: the same deals without them and with them.

    With --each or --pairs and without --with, all modules of the ruleset are compared. With --out, it can be stopped by
    Ctrl-C and goes on where it was when it is started again.
    """
    import dsl
    from repl.reports.impact import Deals

    _check(policy, playouts, modules, each or pairs)
    asked = _Asked(ruleset, games, policy, playouts, seed or 0, processes, out, as_json, markdown)
    kept = read(out, Deals, COMMAND)
    with refusing(as_json):
        wanted = modules or tuple(dsl.modules_of(ruleset))
        base = load(ruleset, (), players, options)
        all_sets = _sets(wanted, 2 if pairs else 1 if each else 0, bool(modules))
        sets = list(playable(ruleset, all_sets, base.players, options))
        know_options(ruleset, [base, *(program for _, program in sets)], base.players, options)
    if seconds:
        practise_all([((), base), *sets], seconds, processes, lines=not as_json)
    _report(asked, base, _Table.of(asked, [((), base), *sets], kept), html)


@attrs.frozen
class _Asked:
    """The request of a command line."""

    ruleset: str
    games: int
    policy: str
    playouts: int | None
    first: int
    processes: int
    out: Path | None
    as_json: bool
    markdown: bool


@attrs.frozen
class _Found:
    """The report: means without modules, impacts, interactions, sentences about how they were found, and the time."""

    base: tuple[Mean, ...]
    impacts: tuple[Impact, ...]
    together: tuple[Interaction, ...]
    notes: tuple[str, ...]
    seconds: float


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


@attrs.define
class _Set:
    """A set of modules: its game, who plays it, and what was played of it."""

    program: Program
    by: Player
    deals: Deals

    @classmethod
    def of(cls, asked: _Asked, modules: Sequence[str], program: Program) -> _Set:
        """A set before its first game."""
        from repl.reports.impact import Deals
        from repl.saves.kept import Player

        by = player(asked.policy, program, asked.playouts)
        played = Player(asked.policy, int(str(by.data.get("playouts", 0))), int(str(by.data.get("practised", 0))))
        winnable = any(ending.status == "won" for ending in program.endings)
        ids = program.game, tuple(modules), program.players, program.fingerprint
        return cls(program, by, Deals(*ids, asked.first, played, winnable))


@attrs.define
class _Table:
    """All sets, those without modules first, and where what is played of them is kept."""

    asked: _Asked
    sets: list[_Set]
    file: File[Deals]

    @classmethod
    def of(cls, asked: _Asked, programs: Sequence[tuple[tuple[str, ...], Program]], kept: Sequence[Deals]) -> _Table:
        """The sets, with what is kept of them."""
        sets = [_Set.of(asked, modules, program) for modules, program in programs]
        others = [old for old in kept if not any(old.like(each.deals) for each in sets)]
        for each in sets:
            each.deals = next((old for old in kept if old.like(each.deals)), each.deals)
        return cls(asked, sets, File(asked.out, others))

    def play(self, progress: Callable[[int, int], None]) -> None:
        """Play what isn't there yet."""
        asked = self.asked
        seeds, size = (
            range(asked.first, asked.first + asked.games),
            asked.processes if asked.policy == "search" else AT_ONCE,
        )
        for each in self.sets:
            for part in in_parts(each.program, each.by, seeds, each.deals.done, size, asked.processes):
                each.deals = each.deals.joined(part.rows, part.done, part.elapsed)
                progress(sum(min(one.deals.done, asked.games) for one in self.sets), asked.games * len(self.sets))
                self.file.save([one.deals for one in self.sets])

    @property
    def whole(self) -> list[_Set]:
        """The sets that were played to the end."""
        return [each for each in self.sets if each.deals.done >= self.asked.games]


def _report(asked: _Asked, base: Program, table: _Table, html: Path | None) -> NoReturn:
    """Play, print the report and write the page, and end the command."""
    from repl.drivers.progress import bar

    with stoppable() as stop, bar("playing", lines=not asked.as_json) as progress:
        table.play(progress)
    table.file.save([each.deals for each in table.sets], now=True)
    found = _found(table, stop)
    if not found.base:
        click.echo(f"Stopped before a set was played ({stop.reason}): there is no report.", err=True)
        raise SystemExit(stop.code)
    problem = table.file.problem or (_written(html, base, found) if html else "")
    if asked.as_json:
        head = {"ruleset": asked.ruleset, "players": base.players, "games": asked.games, "seed": asked.first}
        report = {key: value for key, value in attrs.asdict(found).items() if key != "notes"}
        print_json({"ok": True, **head, "policy": asked.policy, "notes": found.notes, **report})
    else:
        _print(asked, base, found)
    if problem:
        click.echo(f"Error: {problem}.", err=True)
    raise SystemExit(stop.code or (FOUND if problem else 0))


def _print(asked: _Asked, base: Program, found: _Found) -> None:
    from repl.reports import impact

    notes = [*found.notes, f"Played in {found.seconds:.0f} s."]
    if asked.markdown:
        shown = impact.section(_title(base), notes, found.base, found.impacts, found.together)
    else:
        shown = impact.lines(found.base, found.impacts, found.together)
        click.echo("\n".join([_title(base), *notes, ""]))
    click.echo("\n".join(shown))


def _found(table: _Table, stop: Stop) -> _Found:
    """The report on the sets that were played to the end."""
    from repl.reports.impact import impact, interaction, means

    asked, whole = table.asked, table.whole
    if not whole or whole[0] is not table.sets[0]:
        return _Found((), (), (), (), 0.0)
    games = {each.deals.modules: each.deals.first(asked.games) for each in whole}
    notes = {f"{asked.games:,} deals, seed {asked.first}, policy {whole[0].deals.player.name}.": None}
    notes |= dict.fromkeys(note for each in whole for note in _notes(each, asked))
    if stop.reason:
        notes |= {partial(stop, len(whole), len(table.sets), "sets were played"): None}
    first = games[()]
    pairs = [each for each in games if len(each) == 2 and all((one,) in games for one in each)]
    together = (interaction(first, games[one,], games[two,], games[one, two]) for one, two in pairs)
    impacts = tuple(impact(first, each) for modules, each in games.items() if modules)
    took = sum(each.deals.seconds for each in whole)
    return _Found(means(first), impacts, tuple(together), tuple(notes), took)


def _notes(each: _Set, asked: _Asked) -> list[str]:
    """What is to be said of the games of a set."""
    with_ = f"With {', '.join(each.deals.modules) or 'no modules'}"
    said, file = each.by.said, str(each.by.data.get("policy_file", ""))
    if asked.markdown and file:  # a document is read elsewhere, too
        said = said.replace(file, Path(file).name)
    notes = [f"{with_}: {said}"] if said else []
    missing = asked.games - len(each.deals.first(asked.games).measures.get("turns", ()))
    if missing:
        notes.append(f"{with_}: {missing:,} games aren't counted (a rules fault, or C couldn't play them).")
    return notes


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
