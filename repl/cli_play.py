"""`reverie play` and `reverie replay`: games for people, and games that were kept."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from repl.cli_common import FOUND, game_options, json_option, print_json, recipe, refuse, refusing, seed_option

if TYPE_CHECKING:
    from repl.events import Event
    from repl.preferences import Attention
    from repl.replay import Replayed
    from repl.session import Session
    from repl.store import Save


@click.command()
@click.argument("ruleset", required=False)
@game_options
@seed_option("Which deal; without it, one that nobody knows.")
@click.option("--resume", is_flag=True, help="Go on with the game played last that isn't over.")
@click.option("--plain", "driver", flag_value="plain", help="Plain lines: no colour, no layout.")
@click.option("--json", "driver", flag_value="json", help="A JSON object a line in both directions, for programs.")
@click.option("--ephemeral", is_flag=True, help="Keep nothing of this game.")
def play(
    ruleset: str | None, modules: tuple[str, ...], options: dict[str, str], players: int, seed: int | None,
    resume: bool, driver: str | None, ephemeral: bool,
) -> None:  # fmt: skip
    """Play RULESET: the name of one that ships with Reverie, or a folder.

    The game is kept, answer by answer: whatever happens, `reverie play --resume` goes on with it. `help` in the game
    says what can be typed.
    """
    if resume == bool(ruleset):
        raise click.UsageError("--resume takes no ruleset" if resume else _which())
    from repl.drivers.choice import choose
    from repl.games import Engine
    from repl.replay import deal
    from repl.session import Session

    chosen = choose(driver or "", os.environ, sys.stdin.isatty() and sys.stdout.isatty())
    with refusing(as_json=chosen == "json"):
        if ruleset:
            engine = Engine()
            dealt = deal(recipe(ruleset, modules, players, options, seed), engine)
            session = Session(dealt, engine, not ephemeral, _attention(chosen))
            opening = session.greeting()
        else:
            session, opening = _resumed(chosen)
    try:
        code = _driven(chosen, session, opening)
    finally:
        session.close()
    raise SystemExit(code)


def _which() -> str:
    import dsl

    return f"name a ruleset to play ({', '.join(dsl.rulesets())}), or say --resume"


def _attention(chosen: str) -> Attention:
    """When to ask in open windows: a person is asked as they wish, a program or a script always."""
    from repl.attention import ALWAYS, NEW
    from repl.preferences import Attention

    return Attention(NEW if chosen == "terminal" else ALWAYS, kept=chosen != "json" and sys.stdin.isatty())


def _resumed(chosen: str) -> tuple[Session, list[Event]]:
    from repl import store
    from repl.games import Engine
    from repl.replay import replay
    from repl.session import Session

    save = store.unfinished()
    if save is None:
        refuse("There is no game to go on with: `reverie play RULESET` begins one.")
    engine = Engine()
    found = replay(save, engine)
    session = Session(found, engine, attention=_attention(chosen))
    return session, session.go_on(found, save, same_file=True)


def _driven(chosen: str, session: Session, opening: list[Event]) -> int:
    match chosen:
        case "terminal":
            from repl.drivers import terminal

            return terminal.run(session, opening)
        case "json":
            from repl.drivers import jsonlines

            return jsonlines.run(session, opening, sys.stdin, sys.stdout)
        case _:
            from repl.drivers import plain

            return plain.run(session, opening, sys.stdin, sys.stdout)


@click.command()
@click.argument("file")
@click.option("--show", is_flag=True, help="Show the game, answer by answer.")
@json_option("Say it as one JSON object.")
def replay(file: str, show: bool, as_json: bool) -> None:
    """Play FILE, a saved game or the name of one, again, and say whether it still comes to the same end.

    The exit code is 0 if it does, and 1 if it doesn't or was made under other rules.
    """
    from repl import store
    from repl.games import Engine
    from repl.replay import replay as played_again

    with refusing(as_json):
        path = Path(file)
        save = store.read(path if path.exists() else store.save_path(file))
        found = played_again(save, Engine())
    if as_json:
        print_json(_as_data(save, found, show))
    else:
        click.echo("\n".join(_in_words(save, found, show)))
    raise SystemExit(FOUND if found.fault or found.differences else 0)


def _in_words(save: Save, found: Replayed, show: bool) -> list[str]:
    lines = [f"{found.program.title}: {found.recipe.command}"]
    if show:
        lines += _shown(found)
    lines += [f"The rules differ: {each}." for each in found.differences]
    if save.cut:
        lines.append("The last line of the file was never finished, and is left out.")
    if found.fault:
        return [*lines, f"It doesn't come to the same end: {found.fault}."]
    outcome = found.timeline.game.outcome
    end = f"{outcome.status}: {outcome.sentence}" if outcome else "not over yet"
    assisted = ", assisted" if found.timeline.assisted else ""
    return [*lines, f"Every answer fits ({len(found.timeline.moves)}{assisted}); {end}"]


def _shown(found: Replayed) -> list[str]:
    from dsl.render import visible
    from repl.account import Account

    account = Account(found.program, found.timeline, "")
    return [
        visible(f"{number:4}  {line}" if number and not index else f"      {line}")
        for number in range(len(found.timeline.moves) + 1)
        for index, line in enumerate(account.answers(number))
    ]


def _as_data(save: Save, found: Replayed, show: bool) -> dict[str, object]:
    from repl.account import Account

    outcome = found.timeline.game.outcome
    data: dict[str, object] = {
        "ok": not (found.fault or found.differences),
        "fault": found.fault,
        "differences": found.differences,
        "cut": save.cut,
        "answers": len(found.timeline.moves),
        "assisted": found.timeline.assisted,
        "status": outcome.status if outcome else "playing",
        "sentence": outcome.sentence if outcome else "",
    }
    if show:
        account = Account(found.program, found.timeline, "")
        data["log"] = [line for number in range(len(found.timeline.moves) + 1) for line in account.answers(number)]
    return data
