"""`reverie play --resume`: which unfinished games there are, and how one of them continues.

A game that is damaged, or that no longer fits its rules, is named before any other, with what can be done about it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import click

from dsl import CompileError
from repl.cli.options import warn
from repl.saves import store
from repl.saves.replay import Replayed, recipe_of, replay
from repl.saves.store import Damaged, Save, Spoilt, StoreError
from repl.saves.workshop import Workshop
from repl.session.commands import COMMANDS
from repl.session.events import Event, Said
from repl.session.session import Session

if TYPE_CHECKING:
    from repl.session.computers import Computers
    from repl.session.preferences import Attention

MOST_LISTED = 50

LIST = "`reverie play --resume list` lists your other unfinished games"


def resumed(
    which: str, repair: bool, attention: Attention, engine: Workshop, computers: Computers | None = None
) -> tuple[Session, list[Event]]:
    """The session of unfinished game number `which`, and its first events; raises `StoreError` or `CompileError`."""
    if not which.isdecimal():
        raise click.UsageError(f"--resume takes a number or `list`, not `{which}`")
    found = list(islice(store.unfinished(), MOST_LISTED))
    number = int(which[:9])
    if not found:
        raise StoreError("there is no game to continue: `reverie play RULESET` starts one")
    if not 1 <= number <= len(found):
        raise StoreError(f"there is no unfinished game number {which}: `reverie play --resume list` lists them all")
    chosen = found[number - 1]
    try:
        session, opening = _continued(chosen, repair, attention, engine, computers)
    except StoreError as error:
        raise StoreError(f"{error}. {_ways_out(found, number, error)}") from error
    except CompileError:
        warn(f"The rules of {chosen.path} can no longer be linked. {_others(found, number)}.")
        raise
    if number == 1 and len(found) > 1:
        opening.insert(0, Said(f"{LIST}."))
    return session, opening


def opened(
    file: str, saving: bool, attention: Attention, engine: Workshop, computers: Computers | None = None
) -> tuple[Session, list[Event]]:
    """The session that continues the game in a file, in a file of its own; raises as `resumed` does."""
    save = store.read(Path(file))
    found = replay(save, engine)
    session = Session(found, engine, COMMANDS, saving, attention=attention, computers=computers)
    return session, session.go_on(found, save)


def unfinished() -> list[str]:
    """The unfinished games, the one played last first."""
    found = list(islice(store.unfinished(), MOST_LISTED))
    lines = [line for number, each in enumerate(found, 1) for line in _listed(number, each)]
    return [*lines, "`reverie play --resume N` continues game N."] if found else ["There are no unfinished games."]


def unfinished_data() -> list[dict[str, object]]:
    """The unfinished games for programs; `error` says why one can't be continued as it is."""
    return [_as_data(number, each) for number, each in enumerate(islice(store.unfinished(), MOST_LISTED), 1)]


def _as_data(number: int, each: Save | Spoilt) -> dict[str, object]:
    error = str(each.error) if isinstance(each, Spoilt) else ""
    save = each if isinstance(each, Save) else each.error.save if isinstance(each.error, Damaged) else None
    known = {"game": save.header.game, "seed": save.header.seed, "answers": save.answers} if save else {}
    return {"number": number, "file": str(each.path), **known, "error": error}


def _continued(
    chosen: Save | Spoilt, repair: bool, attention: Attention, engine: Workshop, computers: Computers | None
) -> tuple[Session, list[Event]]:
    save = _readable(chosen, repair)
    found = replay(save, engine)
    misfit = bool(found.fault)
    if misfit:
        save, found = _up_to_misfit(save, found, repair)
    session = Session(found, engine, COMMANDS, attention=attention, computers=computers)
    return session, session.go_on(found, save, same_file=True, damaged=misfit or isinstance(chosen, Spoilt))


def _readable(chosen: Save | Spoilt, repair: bool) -> Save:
    """The game, or the lines before its damage if it may be repaired."""
    if isinstance(chosen, Save):
        return chosen
    if repair and isinstance(chosen.error, Damaged):
        return chosen.error.save
    raise chosen.error


def _up_to_misfit(save: Save, found: Replayed, repair: bool) -> tuple[Save, Replayed]:
    """The game up to its first line that doesn't fit, if it may be repaired."""
    shorter = store.shortened(save, found.fitting)
    if not repair:
        reasons = [found.fault, *found.differences, store.before_it(shorter, "are possible")]
        raise Damaged(shorter, f"{save.path} can't be continued: {'; '.join(reasons)}")
    return shorter, attrs.evolve(found, fault="")


def _ways_out(found: Sequence[Save | Spoilt], number: int, error: StoreError) -> str:
    which = "" if number == 1 else f" {number}"
    ways = []
    if isinstance(error, Damaged):
        ways.append(
            f"`reverie play --resume{which} --repair` continues from there and keeps the damaged file as a copy"
        )
    ways.append(_others(found, number))
    return ". ".join(ways)


def _others(found: Sequence[Save | Spoilt], number: int) -> str:
    """How to play another game than number `number`."""
    other = next((at for at, each in enumerate(found, 1) if at != number and isinstance(each, Save)), None)
    if other is None:
        return "`reverie play RULESET` starts another game"
    game = found[other - 1]
    assert isinstance(game, Save)
    return f"`reverie play --resume {other}` continues another game, {_described(game)}; {LIST}"


def _listed(number: int, each: Save | Spoilt) -> list[str]:
    played = datetime.fromtimestamp(each.path.stat().st_mtime).astimezone()
    head = f"{number:3}  {played:%Y-%m-%d %H:%M}  "
    if isinstance(each, Save):
        return [head + _described(each)]
    known = _described(each.error.save) if isinstance(each.error, Damaged) else each.path.name
    return [f"{head}{known}: damaged", f"{'':{len(head)}}{each.error}"]


def _described(save: Save) -> str:
    asked = recipe_of(save.header).command.removeprefix("reverie play ")
    return f"{asked} ({save.answers} {'answer' if save.answers == 1 else 'answers'})"
