"""`reverie play` and `reverie replay`: play a game, or replay a saved one."""

from __future__ import annotations

import os
import sys
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from repl.cli.options import (
    FOUND,
    Once,
    cards_named,
    game_options,
    json_option,
    know_watchfiles,
    print_json,
    print_lines,
    recipe,
    refusing,
    seed_option,
    warn,
)
from repl.cli.playing.seats import computers_in, know_seats, seat_option

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dsl import Program
    from repl.saves.recipe import Recipe
    from repl.saves.replay import Replayed
    from repl.saves.store import Save
    from repl.saves.swept import PositionRecord
    from repl.saves.workshop import Engine
    from repl.session.events import Event
    from repl.session.preferences import Attention
    from repl.session.session import Session


@click.command(cls=Once)
@click.argument("ruleset", required=False)
@game_options
@seed_option("Seed of the deal (default: random).")
@click.option(
    "--deal",
    "laid",
    metavar="CARD,…",
    callback=cards_named,
    default="",
    help="Lay these cards on top of what is shuffled at the beginning.",
)
@click.option(
    "--at",
    metavar="ID",
    help="Begin where the scenario ID ends; `undo all` returns to its position. Files in --with may hold it, too.",
)
@click.option(
    "--from",
    "file",
    metavar="FILE",
    help="Continue the game in FILE, a saved game or one that a test wrote; FILE stays as it is.",
)
@click.option(
    "--resume",
    is_flag=False,
    flag_value="1",
    metavar="[N|list]",
    help="Continue the last unfinished game, or the Nth game that `list` shows.",
)
@click.option(
    "--repair",
    is_flag=True,
    help="With --resume: continue a damaged game after its last readable answer; keeps a copy.",
)
@seat_option
@click.option("--language", metavar="NAME", default="", help="Play in this language, if the ruleset has texts in it.")
@click.option("--plain", is_flag=True, help="Print plain lines, without colour or layout.")
@click.option("--json", "as_json", is_flag=True, help="Read and write JSON, one object per line, for programs.")
@click.option("--ephemeral", is_flag=True, help="Don't save this game.")
@click.option("--watch", is_flag=True, help="Read the rules again whenever their files are saved, and play on.")
@click.option("--inspect", is_flag=True, help="Test what the rules say must always hold, after every answer.")
def play(
    ruleset: str | None, modules: tuple[str, ...], options: dict[str, str], players: int | None, seed: int | None,
    laid: tuple[str, ...], at: str | None, file: str | None, resume: str | None, repair: bool, seats: tuple[str, ...],
    playouts: int | None, language: str, plain: bool, as_json: bool, ephemeral: bool, inspect: bool, watch: bool,
) -> None:  # fmt: skip
    """Play RULESET, a folder or a ruleset that ships with Reverie.

    Every answer is saved at once, and `reverie play --resume` continues the game. In the game, `help` lists the
    commands.
    """
    if (bool(resume), bool(file), bool(ruleset)).count(True) != 1:
        raise click.UsageError(_resuming(str(ruleset), resume) if ruleset or resume else _which())
    if repair and not resume:
        raise click.UsageError("--repair is used with --resume")
    if plain and as_json:
        raise click.UsageError("use either --plain or --json, not both")
    if at and not ruleset:
        raise click.UsageError("--at begins a new game: name its ruleset")
    if at and (options or players or laid):
        raise click.UsageError("the scenario says which game it is: leave out --players, --option and --deal")
    know_watchfiles(watch)
    from repl.cli.playing.resume import opened, resumed, unfinished, unfinished_data
    from repl.drivers.choice import choose
    from repl.saves.workshop import Engine
    from repl.session.commands import COMMANDS
    from repl.session.session import Session

    if resume == "list":
        if as_json:
            print_json({"ok": True, "games": unfinished_data()})
        else:
            print_lines(unfinished())
        return
    asked = "json" if as_json else "plain" if plain else ""
    computers = computers_in(seats, playouts)
    opening: Iterable[Event]
    chosen = choose(asked, os.environ, sys.stdin.isatty() and sys.stdout.isatty())
    with refusing(as_json=chosen == "json"):
        if ruleset:
            engine = Engine(inspect, language)
            asked_for = recipe(ruleset, modules, players, options, seed, laid)
            dealt = _begun(asked_for, at, seed is None, engine, language)
            _warn(dealt.program, chosen)
            know_seats(computers, dealt.program, dealt.timeline.game)
            session = Session(dealt, engine, COMMANDS, not ephemeral, _attention(chosen), computers)
            opening = _greeted(session)
        elif file:
            session, opening = opened(file, not ephemeral, _attention(chosen), Engine(inspect, language), computers)
            know_seats(computers, session.program, session.game)
        else:
            session, opening = resumed(resume or "1", repair, _attention(chosen), Engine(inspect, language), computers)
            know_seats(computers, session.program, session.game)
    try:
        code = _driven(chosen, session, chain(_untranslated(language, session), opening), watch)
    finally:
        session.close()
    raise SystemExit(code)


def _begun(asked_for: Recipe, at: str | None, anew: bool, engine: Engine, language: str) -> Replayed:
    """A new game, with a random seed if it is dealt `anew`, or one that begins `at` a scenario."""
    from repl.saves.replay import deal, deal_anew

    if at:
        from repl.cli.playing.at import begun_at

        dealt = begun_at(asked_for, at, anew, engine)
        _know_language(language, dealt.recipe)
        return dealt
    _know_language(language, asked_for)
    return deal_anew(asked_for, engine) if anew else deal(asked_for, engine)


def _untranslated(language: str, session: Session) -> list[Event]:
    """Says which modules in play have no texts in the language that was asked for."""
    if not language:
        return []
    from dsl.translation.languages import without_texts
    from repl.reports import contents
    from repl.saves.added import files
    from repl.session.events import Said

    modules = files(session.recipe.game, session.recipe.modules)
    missing = without_texts(language, session.recipe.game, modules, session.program.modules)
    return [Said(words) for words in contents.untranslated(language, missing)]


def _know_language(language: str, recipe: Recipe) -> None:
    """Raise `CompileError` for a language that the ruleset of a recipe isn't translated into."""
    import dsl
    from repl.saves.added import files

    if language:
        dsl.know_language(language, recipe.game, files(recipe.game, recipe.modules))


def _warn(program: Program, chosen: str) -> None:
    """Say which modules of one's own ruleset can't be played, because their files hold mistakes."""
    from dsl.checker import mistakes_in_modules
    from dsl.reading.library import ruleset_sources, unreadable_modules

    came = program.loaded
    if came is None or os.sep not in came.game or chosen == "json":
        return
    files = unreadable_modules(came.game)
    sources = [source for source in ruleset_sources(came.game) if source.name not in files.values()]
    found = mistakes_in_modules(sources, program.modules, [program.players])
    files |= {module: problems[0].span.file.name for module, problems in found.items() if problems[0].span}
    for module, file in files.items():
        warn(f"The module `{module}` can't be played: `reverie check` shows the mistakes in {file}.")


def _resuming(ruleset: str, resume: str | None) -> str:
    if resume is None:
        return f"leave out `{ruleset}`: --from continues the game in a file, whatever it is a game of"
    return f"leave out `{ruleset}`: --resume continues the newest game, and `--resume list` shows all of them"


def _which() -> str:
    import dsl

    return f"name a ruleset to play ({', '.join(dsl.rulesets())}), or use --resume"


def _attention(chosen: str) -> Attention:
    """The attention in open windows: people choose for themselves, programs and scripts are always asked."""
    from repl.session.attention import ALWAYS, NEW
    from repl.session.preferences import Attention

    return Attention(NEW if chosen == "terminal" else ALWAYS, saved=chosen != "json" and sys.stdin.isatty())


def _greeted(session: Session) -> Iterator[Event]:
    """The first events, once the driver asks for them: the computer may begin, and the driver lets it be stopped."""
    yield from session.greeting()


def _driven(chosen: str, session: Session, opening: Iterable[Event], watch: bool) -> int:
    from repl.drivers.watching import Watcher

    watcher = Watcher() if watch else None
    match chosen:
        case "terminal":
            from repl.drivers import terminal

            return terminal.run(session, opening, watcher=watcher)
        case "json":
            from repl.drivers import jsonlines
            from repl.drivers.streams import for_programs

            for_programs(sys.stdin, sys.stdout)
            return jsonlines.run(session, opening, sys.stdin, sys.stdout, watcher)
        case _:
            from repl.drivers import plain

            return plain.run(session, opening, sys.stdin, sys.stdout, watcher)


@click.command(cls=Once)
@click.argument("file")
@click.option("--show", is_flag=True, help="Print the game, answer by answer.")
@click.option("--row", type=click.IntRange(0), metavar="N", help="Play game N of the sweep in the folder FILE again.")
@json_option("Print the result as JSON.")
def replay(file: str, show: bool, row: int | None, as_json: bool) -> None:
    """Replay FILE and check that it still ends the same way.

    FILE is a saved game or its name, or the folder of a sweep (`reverie simulate --out`). The exit code is 0 if it ends
    the same way, and 1 if it doesn't or its rules have changed.
    """
    from dsl.text.files import is_file, is_folder
    from repl.saves import store, swept
    from repl.saves.replay import replay as played_again
    from repl.saves.workshop import Engine

    if row is not None:
        from repl.cli.testing.results import replay_row

        replay_row(Path(file), row, show, as_json)
    if is_file(Path(file) / "sweep.json"):
        raise click.UsageError(f"{file} holds a sweep: name one of its games, --row N")
    with refusing(as_json):
        path = Path(file)
        path = path if is_file(path) or is_folder(path) else store.save_path(file)
        if laid_out := swept.read(path):
            _replay_position(laid_out, show, as_json)
        save = store.read(path)
        found = played_again(save, Engine(check=save.faulty))
    if as_json:
        print_json(as_data(save, found, show))
    else:
        print_lines(in_words(save, found, show))
    raise SystemExit(FOUND if found.fault or found.differences else 0)


def _replay_position(found: PositionRecord, show: bool, as_json: bool) -> NoReturn:
    """Replay a game from a rearranged position of a sweep; it is reproduced if it fails again."""
    from repl.saves import swept

    game = swept.play(found)
    outcome = game.outcome
    again = outcome is not None and outcome.status == "fault"
    log = [f"{number:4}  {answer.option}" for number, answer in enumerate(game.history, 1)] if show else []
    status, sentence = (outcome.status, outcome.sentence) if outcome else ("playing", "")
    if as_json:
        data = {"ok": again, "answers": len(found.answers), "status": status, "sentence": sentence}
        print_json(data | ({"log": log} if show else {}))
    else:
        begun = f"{found.recipe.command.removesuffix(' --seed 0')}, from a rearranged position"
        end = f"It fails again: {sentence}" if again else "It no longer fails."
        print_lines([begun, *log, end])
    raise SystemExit(0 if again else FOUND)


def in_words(save: Save, found: Replayed, show: bool) -> list[str]:
    """What came of a replay, for people."""
    from repl.saves.replay import result_of, score_words, tried_with

    lines = [f"{found.program.title}: {found.recipe.command}"]
    if show:
        lines += _shown(found)
    lines += [f"The rules differ: {each}." for each in found.differences]
    if found.differences:
        lines.append(f"It was replayed with {tried_with(found.program)}.")
    if save.cut:
        lines.append("The last line of the file is incomplete and was ignored.")
    if found.fault:
        return [*lines, f"It no longer ends the same way: {found.fault}."]
    outcome = found.timeline.game.outcome
    end = f"{outcome.status}: {outcome.sentence}" if outcome else "not over yet"
    if outcome and outcome.scores:
        end = f"{end} ({score_words(result_of(outcome))})"
    assisted = ", assisted" if found.timeline.assisted else ""
    return [*lines, f"Every answer fits ({len(found.timeline.moves)}{assisted}); {end}"]


def _shown(found: Replayed) -> list[str]:
    from dsl.text.render import visible
    from repl.session.account import Account

    account = Account(found.program, found.timeline, "")
    return [
        visible(f"{number:4}  {line}" if number and not index else f"      {line}")
        for number in range(len(found.timeline.moves) + 1)
        for index, line in enumerate(account.answers(number))
    ]


def as_data(save: Save, found: Replayed, show: bool) -> dict[str, object]:
    """What came of a replay, for programs."""
    from repl.saves.replay import tried_with
    from repl.session.account import Account

    outcome = found.timeline.game.outcome
    data: dict[str, object] = {
        "ok": not (found.fault or found.differences),
        "fault": found.fault,
        "differences": found.differences,
        "rules": tried_with(found.program),
        "cut": save.cut,
        "answers": len(found.timeline.moves),
        "assisted": found.timeline.assisted,
        "status": outcome.status if outcome else "playing",
        "sentence": outcome.sentence if outcome else "",
        "scores": outcome.scores_by_name if outcome else {},
        "winners": outcome.winners if outcome else (),
    }
    if show:
        account = Account(found.program, found.timeline, "")
        data["log"] = [line for number in range(len(found.timeline.moves) + 1) for line in account.answers(number)]
    return data
