"""`reverie add` and `reverie remove`: modules that somebody sent, kept among the player's files."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from repl.cli.options import Once, refuse, refusing, show_problems, warn
from reverie.command_line import quoted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from repl.authoring.receiving import Received
    from repl.saves.added import Added


@click.command(cls=Once)
@click.argument("file")
@click.option(
    "--for", "ruleset", metavar="RULESET", help="The game that the module is for (default: the one it names)."
)
@click.option("--replace", is_flag=True, help="Replace an older copy of the module without asking.")
def add(file: str, ruleset: str | None, replace: bool) -> None:
    """Check the module in FILE, and keep a copy of it beside its game.

    It is checked alone and with the game's own modules, and its scenarios are run. Then it can be named like
    those, as in `--with mirrors`. Texts files for it that lie beside FILE are kept, too.
    """
    from dsl.text.files import Unreadable, reason
    from repl.authoring.receiving import Unfit, received
    from repl.saves.added import content_of, keep

    try:
        with refusing():
            module = received(Path(file), ruleset)
            content = content_of(module.path)
            if module.problems:
                show_problems(module.problems, as_json=False)
                refuse(f"`{module.name}` isn't added.")
            if not _may_be_kept(module, content, replace):
                return
            kept = keep(module.game, module.name, content)
    except (Unfit, Unreadable) as error:
        refuse(f"Error: {error}.")
    except OSError as error:
        refuse(f"Error: the copy can't be written: {reason(error)}.")
    _tell(module, kept)


def _may_be_kept(module: Received, content: Mapping[str, bytes], replace: bool) -> bool:
    """Whether the files are to be written: not if they are there, or if an older copy is to stay."""
    from repl.saves.added import added, changes, kept_of

    there = next((each for each in added(module.game) if each.name.casefold() == module.name.casefold()), None)
    if there is None:
        return True
    if there.name != module.name:
        refuse(f"Error: `{there.name}` was added before; the two names differ only in capital letters.")
    before = kept_of(there)
    if before == content:
        click.echo(f"`{module.name}` is there already: {there.path}")
        return False
    click.echo(changes(before, content), nl=False)
    if replace:
        return True
    if not sys.stdin.isatty():
        refuse(f"Error: another `{module.name}` was added before; --replace puts this one in its place.")
    return click.confirm(f"Replace `{module.name}`?")


def _tell(module: Received, kept: Added) -> None:
    from dsl.text.spelling import counted

    game, name = quoted(module.ruleset), quoted(module.name)
    click.echo(f"{kept.name} is added: {kept.path}. To go on:")
    for command in (f"play {game} --with {name}", f"list {game}", f"remove {name}"):
        click.echo(f"  reverie {command}")
    if module.together:
        names = quoted(",".join((*module.fitting, module.name)))
        found = counted(len(module.together), "problem")
        warn(f"With other modules it has {found}: see `reverie check {game} --with {names}`.")


@click.command(cls=Once)
@click.argument("name")
@click.option("--for", "ruleset", metavar="RULESET", help="The game of the module, if several games have one.")
def remove(name: str, ruleset: str | None) -> None:
    """Remove the module NAME that was added. Games in progress that need it wait until it is added again."""
    from dsl.text.files import reason
    from dsl.text.spelling import nearest
    from repl.saves.added import added, game_of, unfinished_with
    from repl.saves.added import remove as removed

    with refusing():
        known = added(game_of(ruleset) if ruleset else None)
        found = [each for each in known if each.name == name]
        if not found:
            close = nearest(name, [each.name for each in known])
            near = f"; did you mean `{close}`?" if close else "; `reverie list` shows those that were"
            refuse(f"Error: no module `{name}` was added{near}")
        if len(found) > 1:
            games = " or ".join(f"`--for {each.game}`" for each in found)
            raise click.UsageError(f"several games have a module `{name}`: say {games}")
        needed = unfinished_with(found[0])
        try:
            removed(found[0])
        except OSError as error:
            refuse(f"Error: the copy can't be removed: {reason(error)}.")
    click.echo(f"{name} is removed.")
    if needed:
        games = "an unfinished game needs" if needed == 1 else f"{needed} unfinished games need"
        warn(f"Note: {games} it. Add it again to continue.")
