"""`reverie mutate`: whether the scenarios of a game notice slips in its rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, NoReturn

import attrs
import click

from repl.cli.options import (
    FOUND,
    Count,
    Once,
    json_option,
    know_hypothesis,
    modules_option,
    print_json,
    processes_option,
    refuse,
    refusing,
)
from repl.cli.stopping import Stop, partial, stoppable, tell_lost

if TYPE_CHECKING:
    from reverie.testing.mutation import Fate, Mutant, Rules, Share, Trial

SHOWN = 10
"""Number of failing scenarios that are named."""


@click.command(cls=Once)
@click.argument("ruleset")
@modules_option(
    "Change the base game and these modules only, by name or as .rules files, and run only the scenarios of games"
    " without other modules; can be repeated (default: all modules of the ruleset)."
)
@click.option("--module", metavar="NAME", help="Change only this module's rules; `base` stands for the base game.")
@click.option(
    "--scenarios", "more", multiple=True, type=click.Path(exists=True, path_type=Path), metavar="FILE",
    help="Run the scenarios of this file or folder, too; can be repeated.",
)  # fmt: skip
@click.option(
    "--at-least", "floor", type=click.FloatRange(0, 100), default=95, show_default=True, metavar="PERCENT",
    help="The share that must be noticed: of each file, and of all.",
)  # fmt: skip
@click.option("--sample", type=Count(), help="Make only so many changes, spread over the rules: always the same ones.")
@click.option(
    "--laws", "drawn", type=Count(), metavar="N",
    help="Also test laws in N drawn games of each change that the scenarios let pass.",
)  # fmt: skip
@click.option(
    "--html", "page", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    help="Also write a page with the table and the changes that nothing noticed.",
)  # fmt: skip
@processes_option("Worker processes")
@json_option("Print the result as JSON.")
def mutate(
    ruleset: str, modules: tuple[str, ...], module: str | None, more: tuple[Path, ...], floor: float,
    sample: int | None, drawn: int | None, page: Path | None, processes: int, as_json: bool,
) -> None:  # fmt: skip
    """Change the rules of RULESET, one place at a time, and see whether a scenario notices.

    Lists each change that every scenario lets pass, and why if that can be told, then the share of changes that were
    noticed in each file. Laws (`reverie verify`) can be tested as well. Changes that can't be linked, that make no
    other game, or that `mutants.txt` beside the rules lists as equivalent, don't count. The exit code is 0 if enough
    changes are noticed, and 1 otherwise.
    """
    from reverie.testing.mutation import Rules
    from reverie.testing.mutation import sample as spread

    know_hypothesis(drawn is not None)
    begin = perf_counter()
    with refusing(as_json):
        rules = Rules.of(ruleset, modules, more)
        chosen = [each for each in rules.mutants if module is None or _is_of(each, module)]
    if not chosen:
        refuse(f"Error: {_nothing(rules, module)}.")
    if not rules.scenarios:
        refuse("Error: there are no scenarios about these rules; `--scenarios FILE` adds some.")
    chosen = spread(chosen, sample) if sample else chosen
    found, stop = _tried(rules, chosen, processes, as_json)
    if drawn and not stop.reason:
        found, stop = _by_laws(rules, found, drawn, processes, as_json)
    result = _Result(ruleset, found, len(chosen), floor, perf_counter() - begin, stop)
    if page is not None:
        _write_page(page, rules, result)
    _conclude(result, as_json)


def _is_of(mutant: Mutant, module: str) -> bool:
    return Path(mutant.name).stem == module


def _nothing(rules: Rules, module: str | None) -> str:
    names = ", ".join(f"`{Path(source.name).stem}`" for source in rules.changeable)
    return (
        f"no rules file is called `{module}`: there are {names}" if module else "nothing in these rules can be changed"
    )


def _tried(rules: Rules, chosen: Sequence[Mutant], processes: int, as_json: bool) -> tuple[list[Fate], Stop]:
    """What became of the mutants that were tried, and why not all of them were."""
    from repl.drivers.progress import bar
    from reverie.testing.mutation import fates

    found: list[Fate] = []
    with refusing(as_json), stoppable() as stop:
        trial = _as_they_are(rules, processes, as_json)
        with bar("changing", lines=not as_json) as progress:
            for fate in fates(trial, chosen, processes, tell_lost):
                found.append(fate)
                progress(len(found), len(chosen))
    return found, stop


def _by_laws(rules: Rules, found: Sequence[Fate], drawn: int, processes: int, as_json: bool) -> tuple[list[Fate], Stop]:
    """The fates, of which those of survivors may have changed: laws may notice them."""
    from repl.drivers.progress import bar
    from reverie.testing.mutant_laws import noticed_by_laws

    survivors = [each for each in found if each.fate == "unnoticed"]
    now = {each.mutant: each for each in found}
    with refusing(as_json), stoppable() as stop, bar("drawing games", lines=not as_json) as progress:
        for number, fate in enumerate(noticed_by_laws(rules.sources, survivors, drawn, processes, tell_lost), 1):
            now[fate.mutant] = fate
            progress(number, len(survivors))
    return list(now.values()), stop


def _write_page(path: Path, rules: Rules, result: _Result) -> None:
    from dsl.text.files import reason, write_whole
    from repl.coverage.mutants import page
    from reverie.testing.mutation import shares, total

    files = shares(result.fates)
    try:
        every = {**files, "all": total(files.values())}
        write_whole(path, page(result.ruleset, rules.sources, every, result.survivors).encode())
    except OSError as error:
        refuse(f"Error: {path} can't be written: {reason(error)}.")


def _as_they_are(rules: Rules, processes: int, as_json: bool) -> Trial:
    """Play the scenarios without any change; ends the command if one fails."""
    from repl.drivers.progress import bar
    from reverie.testing.mutation import Looked, Trial, games, look

    looked: list[Looked] = []
    with bar("playing the rules as they are", lines=not as_json) as progress:
        for each in look(rules, processes, tell_lost):
            looked.append(each)
            progress(len(looked), games(rules))
    failing = [f"`{scenario.id}`" for each in looked for scenario in each.failing]
    if failing:
        more = f" and {len(failing) - SHOWN} more" if len(failing) > SHOWN else ""
        which = ", ".join(failing[:SHOWN]) + more
        refuse(
            f"Error: with the rules as they are, scenarios fail: {which}. `reverie test` shows why; mend them first."
        )
    return Trial.of(rules, looked)


@attrs.frozen
class _Result:
    """What became of the mutants, of so many, and how long that took."""

    ruleset: str
    fates: Sequence[Fate]
    of: int
    floor: float
    seconds: float
    stop: Stop

    @property
    def survivors(self) -> list[Fate]:
        return sorted(self.having("unnoticed"), key=lambda each: (each.mutant.name, each.mutant.line))

    def having(self, fate: str) -> list[Fate]:
        return [each for each in self.fates if each.fate == fate]


def _conclude(result: _Result, as_json: bool) -> NoReturn:
    from reverie.testing.mutation import shares, total

    files = shares(result.fates)
    every = total(files.values())
    enough = not result.stop.reason and all(share.percent >= result.floor for share in (every, *files.values()))
    if as_json:
        print_json(_as_data(result, files, every, enough))
    else:
        _show(result, files, every, enough)
    raise SystemExit(result.stop.code or (0 if enough else FOUND))


def _show(result: _Result, files: Mapping[str, Share], every: Share, enough: bool) -> None:
    if result.stop.reason:
        click.echo(partial(result.stop, len(result.fates), result.of, "changes were tried") + "\n")
    for each in result.survivors:
        click.echo(f"{each.mutant.name}:{each.mutant.line}: {each.mutant.edit.change}\n  {each.why}")
    click.echo("\n" * bool(result.survivors) + "\n".join(_table(files, every, result.floor)))
    left_out = ", ".join(
        f"{len(result.having(fate)):,} {words}"
        for fate, words in (
            ("refused", "found by the compiler"),
            ("same", "make no other game"),
            ("equivalent", "are listed as equivalent"),
        )
    )
    floor = f"{'' if enough else 'not '}at least {result.floor:g} % of each file"
    verdict = f"{'ok' if enough else 'not enough'}: {floor}" if not result.stop.reason else "not all of them were tried"
    click.echo(f"\nNot counted: {left_out}.\n{verdict}, in {result.seconds:.0f} s")


def _table(files: Mapping[str, Share], every: Share, floor: float) -> list[str]:
    rows = [*files.items(), ("all", every)]
    width = max(len(name) for name, _ in rows)
    return [
        f"{name:<{width}}  {share.noticed:>6,} of {share.of:>6,} noticed"
        f"{f'  {share.percent:>6.1f} %' if share.of else ''}{'' if share.percent >= floor else '  too few'}"
        for name, share in rows
    ]


def _as_data(result: _Result, files: Mapping[str, Share], every: Share, enough: bool) -> dict[str, Any]:
    survivors = [
        {"file": each.mutant.name, "line": each.mutant.line, "change": each.mutant.edit.change, "why": each.why}
        for each in result.survivors
    ]
    left_out = {fate: len(result.having(fate)) for fate in ("refused", "same", "equivalent")}
    early = {"ok": False, "partial": result.stop.reason} if result.stop.reason else {}
    return {
        "ok": enough, "ruleset": result.ruleset, "at_least": result.floor, **_share(every), **left_out,
        "files": {name: _share(share) for name, share in files.items()}, "survivors": survivors,
        "seconds": round(result.seconds, 3), **early,
    }  # fmt: skip


def _share(share: Share) -> dict[str, Any]:
    return {"noticed": share.noticed, "of": share.of, "percent": round(share.percent, 2)}
