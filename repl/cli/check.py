"""`reverie check`, `reverie test` and `reverie rules`: for authors, and for whoever wants to know a rule."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from repl.cli.options import (
    FOUND,
    colourful,
    game_options,
    json_option,
    only_files,
    print_json,
    print_lines,
    processes_option,
    refuse,
    refusing,
    show_problems,
)

if TYPE_CHECKING:
    from dsl import Help
    from dsl.linking.ruleset import Wanted
    from dsl.text.diagnostics import Problem
    from repl.authoring.checking import ScenarioResult
    from repl.reports.survey import Survey


@click.command()
@click.argument("what", nargs=-1, required=True, metavar="FILE…|RULESET")
@game_options
@click.option(
    "--all",
    "every",
    is_flag=True,
    help="Check every set of modules, with every number of players and the options that sections ask about.",
)
@processes_option("With --all: how many work at once.")
@json_option("Say it as one JSON object.")
def check(
    what: tuple[str, ...], modules: tuple[str, ...], options: dict[str, str], players: int | None, every: bool,
    processes: int, as_json: bool,
) -> None:  # fmt: skip
    """Check a ruleset, or the games that rules files make.

    Prints what is wrong, with the place and a way out, and ends with exit code 1; or "ok", and 0. With --all, each
    problem is told once, with the smallest set of modules that shows it; rules files that are named by --with are
    modules of these sets.
    """
    from repl.authoring.checking import check as look
    from repl.authoring.checking import check_file

    if every:
        if players:
            raise click.UsageError("--all checks every set of modules, for any number of players: leave out --players")
        _check_all(what, modules, options, processes, as_json)
        return
    found: list[Problem] = []
    for each in what:
        problems = (
            check_file(Path(each), modules, players, options)
            if each.endswith(".rules")
            else look(each, modules, players, options)
        )
        found += [problem for problem in problems if not any(map(problem.is_like, found))]
    _conclude(found, as_json)


def _check_all(
    what: tuple[str, ...], modules: tuple[str, ...], options: dict[str, str], processes: int, as_json: bool
) -> None:
    from repl.drivers.progress import bar
    from repl.reports.survey import survey

    if len(what) != 1 or what[0].endswith(".rules"):
        raise click.UsageError("--all checks one ruleset, with every set of its modules")
    extra = only_files(modules, "--all checks")
    with refusing(as_json), bar("checking") as progress:
        found = survey(what[0], extra, options, processes, progress)
    if as_json:
        print_json(_survey_as_data(found))
    else:
        _show_survey(found)
    raise SystemExit(FOUND if found.found else 0)


def _show_survey(survey: Survey) -> None:
    from dsl.text import render

    for found in survey.found:
        click.echo(render.excerpt(found.problem, colour=colourful(sys.stderr)), err=True)
        more = f", and by {found.games - 1} more of these games" if found.games > 1 else ""
        click.echo(f"  shown by: {_game(found.game)}{more}\n", err=True)
    intended = f", {survey.refused} of which the rules themselves refuse" if survey.refused else ""
    wrong = f"{len(survey.found)} problems" if len(survey.found) != 1 else "1 problem"
    games = f"{survey.checked} games of {survey.sets} {'set' if survey.sets == 1 else 'sets'} of modules{intended}"
    click.echo(f"{'ok' if not survey.found else wrong}: {games}, checked in {survey.seconds:.1f} s")


def _game(game: Wanted) -> str:
    modules = [f"--with {','.join(game.modules)}"] if game.modules else ["no modules"]
    options = [f"--option {name}={value}" for name, value in game.options.items()]
    return " ".join([*modules, f"--players {game.players}", *options])


def _survey_as_data(survey: Survey) -> dict[str, Any]:
    from dsl.text import render

    return {
        "ok": not survey.found,
        "checked": survey.checked,
        "sets": survey.sets,
        "refused": survey.refused,
        "seconds": round(survey.seconds, 3),
        "problems": [
            {
                **render.as_json(found.problem),
                "modules": found.game.modules,
                "players": found.game.players,
                "options": dict(found.game.options),
                "games": found.games,
            }
            for found in survey.found
        ],
    }


def _conclude(found: list[Problem], as_json: bool) -> None:
    if found:
        show_problems(found, as_json)
        raise SystemExit(FOUND)
    if as_json:
        print_json({"ok": True, "problems": []})
    else:
        click.echo("ok")


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH|RULESET]…")
@click.option("-v", "--verbose", is_flag=True, help="Name every scenario, not only those that fail.")
@json_option("One JSON object a scenario, then one for the whole.")
def test(paths: tuple[str, ...], verbose: bool, as_json: bool) -> None:
    """Play the scenarios in rules files, in folders, or of a ruleset; without PATH, of every ruleset that ships.

    The exit code is 0 if all hold, and 1 if one doesn't or there is none.
    """
    import dsl
    from repl.authoring.checking import run_scenarios

    held = failed = 0
    shown: list[Problem] = []
    with refusing(as_json):
        for result in run_scenarios([_scenario_path(path) for path in paths or dsl.rulesets()]):
            held, failed = held + (not result.problems), failed + bool(result.problems)
            _show_result(result, verbose, as_json, shown)
    if as_json:
        print_json({"ok": held > 0 and not failed, "held": held, "failed": failed})
    else:
        click.echo(f"{held} held, {failed} failed" if held or failed else "there are no scenarios")
    raise SystemExit(0 if held and not failed else FOUND)


def _scenario_path(path: str) -> Path:
    import dsl
    from dsl.text.files import is_folder

    return Path(path) if path.endswith(".rules") or is_folder(Path(path)) else dsl.ruleset_folder(path)


def _show_result(result: ScenarioResult, verbose: bool, as_json: bool, shown: list[Problem]) -> None:
    """Say how a scenario went; problems that were `shown` already aren't shown again."""
    from dsl.text import render

    if as_json:
        problems = [render.as_json(problem) for problem in result.problems]
        data = {"scenario": result.scenario.id, "file": str(result.path), "ok": not problems, "problems": problems}
        print_json(data)
    elif result.problems:
        click.echo(f"FAILED {result.scenario.id}: {result.scenario.title}")
        new = [problem for problem in result.problems if not any(map(problem.is_like, shown))]
        shown += new
        click.echo((render.report(new) if new else "  as above: it can't be played for the same reason") + "\n")
    elif verbose:
        click.echo(f"held   {result.scenario.id}")


@click.command()
@click.argument("ruleset")
@click.argument("card", nargs=-1)
@game_options
@json_option("Say it as one JSON object.")
def rules(
    ruleset: str,
    card: tuple[str, ...],
    modules: tuple[str, ...],
    options: dict[str, str],
    players: int | None,
    as_json: bool,
) -> None:
    """Show what the rules of RULESET say about CARD, or, without one or for `all`, about every card."""
    import attrs

    import dsl
    from repl.session import card_index, rulebook

    with refusing(as_json):
        program = dsl.load(ruleset, modules, players, options)
    words = " ".join(card)
    words = "" if words.casefold() == rulebook.ALL else words
    found = rulebook.matching(program, words) if words else program.help
    cards = rulebook.cards(program, words) if words and not found else ()
    if words and not found and not cards:
        sentence, guess = rulebook.unwritten(program, words)
        refuse(" ".join(f"{each[:1].upper()}{each[1:]}" for each in (f"{sentence}.", guess.strip()) if each))
    if as_json:
        listed = {"cards": [attrs.asdict(card) for card in cards]} if cards else {}
        print_json({"rules": [_help_as_data(entry) for entry in found], **listed})
    else:
        print_lines(rulebook.lines(found) or card_index.lines(cards) or ["This ruleset has no texts about its cards."])


def _help_as_data(entry: Help) -> dict[str, Any]:
    return {"title": entry.title, "text": entry.text, "citations": entry.citations, "module": entry.module}
