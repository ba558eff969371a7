"""`reverie check`: the problems of a ruleset or of rules files."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import attrs
import click

from repl.cli.options import (
    FOUND,
    Once,
    colourful,
    excerpts,
    game_options,
    json_option,
    only_files,
    print_json,
    print_lines,
    processes_option,
    refusing,
    show_problems,
)
from repl.cli.stopping import partial, stoppable, tell_lost

if TYPE_CHECKING:
    from dsl.linking.ruleset import Wanted
    from dsl.text.diagnostics import Problem
    from dsl.translation.checking import Untranslated
    from repl.reports.survey import Found, Survey

SOON = 2.0
"""Seconds after which the first problem is shown, if the check isn't over by then."""


@click.command(cls=Once)
@click.argument("what", nargs=-1, required=True, metavar="FILE…|RULESET")
@game_options
@click.option(
    "--all",
    "every",
    is_flag=True,
    help="Check every set of modules for every number of players, trying the values of options that `when` sections"
    " test.",
)
@click.option("--language", metavar="NAME", help="Also list what isn't translated into this language.")
@processes_option("Worker processes for --all")
@json_option("Print the result as JSON.")
def check(
    what: tuple[str, ...], modules: tuple[str, ...], options: dict[str, str], players: int | None, every: bool,
    language: str | None, processes: int, as_json: bool,
) -> None:  # fmt: skip
    """Check a ruleset, or the games of rules files.

    Prints each problem with its place and a suggested fix, or "ok". The scenarios of the ruleset, or of the
    files, are looked through if the rules have no problem. Then the game of a file or a folder is played a few times:
    rules that break down are a problem, and what looks odd is a note, which may be as it should be. Without --players,
    every number of players that the game allows is tried. With --all, each problem is reported once, with the smallest
    set of modules that shows it, and nothing is played; rules files given by --with are additional modules. The exit
    code is 1 if there is a problem, and 0 otherwise.
    """
    from repl.authoring.checking import check_file, check_ruleset, check_translations, rehearse_rules, whole_game

    if every:
        if players:
            raise click.UsageError("--all checks every number of players: leave out --players")
        _check_all(what, modules, options, processes, as_json)
        return
    found: list[Problem] = []
    notes: list[Problem] = []
    untranslated: list[Untranslated] = []
    for each in what:
        problems = (
            check_file(Path(each), modules, players, options)
            if each.endswith(".rules")
            else check_ruleset(each, modules, players, options)
        )
        if not problems and (game := whole_game(each)):
            problems, missing = check_translations(game, modules)
            untranslated += (each for each in missing if each.language == language)
        for problem in problems or rehearse_rules(each, modules, players, options):
            seen = notes if problem.note else found
            seen += [problem] if not any(map(problem.is_like, seen)) else []
    _conclude(found, notes, untranslated, _Files(_named(what, modules), players, options), as_json)


@attrs.frozen
class _Files:
    """The rules files that were named (see `_named`), and the players and options of their game."""

    paths: Sequence[Path]
    players: int | None
    options: Mapping[str, str]

    def concern(self, problem: Problem) -> bool:
        """Whether a problem is in one of them."""
        from repl.authoring.checking import concerns

        return not self.paths or concerns(problem, self.paths)

    def bring(self, problems: Sequence[Problem]) -> Sequence[Problem]:
        """Those of the problems in other files that there are only with these."""
        from repl.authoring.checking import brought

        return brought(problems, self.paths, self.players, self.options)


def _named(what: tuple[str, ...], modules: tuple[str, ...]) -> list[Path]:
    """The rules files that were named; none if a whole ruleset or a module by its name was, too."""
    every = (*what, *modules)
    return [Path(each) for each in every] if all(each.endswith(".rules") for each in every) else []


def _check_all(
    what: tuple[str, ...], modules: tuple[str, ...], options: dict[str, str], processes: int, as_json: bool
) -> None:
    from repl.drivers.progress import bar
    from repl.reports.survey import Surveying, Watch

    if len(what) != 1 or what[0].endswith(".rules"):
        raise click.UsageError("--all takes one ruleset and checks every set of its modules")
    extra = only_files(modules, "--all checks")
    with refusing(as_json):
        surveying = Surveying(what[0], extra, options)
    with refusing(as_json), stoppable() as stop, bar("checking", lines=not as_json) as progress:
        first = _First(progress, as_json)
        surveying.run(processes, Watch(first.progress, first.found, tell_lost))
    found = surveying.result()
    if as_json:
        print_json(_survey_as_data(found) | ({"ok": False, "partial": stop.reason} if stop.reason else {}))
    else:
        if stop.reason:
            click.echo(partial(stop, found.checked, surveying.games, "games were checked"))
        _show_survey(found)
    raise SystemExit(stop.code or (FOUND if found.found else 0))


class _First:
    """Shows the first problem of a check that takes a while, before the check is over."""

    def __init__(self, progress: Callable[[int, int], None], silent: bool) -> None:
        self._progress, self._silent = progress, silent
        self._begun = monotonic()
        self._found: Found | None = None

    def found(self, found: Found) -> None:
        self._found = self._found or found

    def progress(self, done: int, of: int) -> None:
        if self._found and not self._silent and done < of and monotonic() - self._begun > SOON:
            click.echo(f"The first problem, after {done:,} of {of:,} games; all of them follow at the end:\n", err=True)
            _show_found(self._found)
            self._silent = True
        self._progress(done, of)


def _show_found(found: Found) -> None:
    from dsl.reading.highlight import pieces
    from dsl.text import render
    from dsl.text.spelling import counted

    click.echo(render.excerpt(found.problem, colourful(sys.stderr), pieces), err=True)
    more = f", and by {counted(found.games - 1, 'more game')}" if found.games > 1 else ""
    click.echo(f"  shown by: {_game(found.game)}{more}\n", err=True)


def _show_survey(survey: Survey) -> None:
    from dsl.text.spelling import counted

    for found in survey.found:
        _show_found(found)
    intended = f" ({survey.refused} refused by the rules)" if survey.refused else ""
    wrong = counted(len(survey.found), "problem")
    games = f"{counted(survey.checked, 'game')} of {counted(survey.sets, 'set')} of modules{intended}"
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


def _conclude(
    found: list[Problem], notes: list[Problem], untranslated: Sequence[Untranslated], named: _Files, as_json: bool
) -> None:
    """Show the problems that the named files have, or bring to others; those of their neighbours are only counted."""
    from dsl.text import render
    from repl.authoring.checking import elsewhere
    from repl.authoring.rules_files import home_of
    from repl.reports import languages

    own = [problem for problem in found if named.concern(problem)]
    brought = named.bring([problem for problem in found if problem not in own])
    own += brought
    others = [problem for problem in found if problem not in own]
    if found and as_json:
        show_problems([*own, *others], as_json)
    elif own:
        show_problems([*own, *notes], as_json)
    if brought and not as_json:
        click.echo(f"Brought by {' and '.join(path.name for path in named.paths)}: {elsewhere(brought)}.", err=True)
    if others and not as_json:
        path = named.paths[0]
        folder = shlex.quote(str(home_of(path).ruleset or path.parent))
        begin = "" if own else f"Nothing was found in {path.name} so far; there may be more. "
        click.echo(f"{begin}Not shown: {elsewhere(others)}. See `reverie check {folder}`.", err=True)
    if found:
        raise SystemExit(FOUND)
    if as_json:
        missing = {"untranslated": languages.as_data(untranslated)} if untranslated else {}
        noted = {"notes": [render.as_json(note) for note in notes]} if notes else {}
        print_json({"ok": True, "problems": [], **missing, **noted})
    else:
        if notes:
            click.echo(excerpts(notes, sys.stderr), err=True)
        click.echo("ok")
        if untranslated:
            print_lines(languages.lines(untranslated))
