"""Check a module that somebody sent: alone, with the modules of its game that fit, and by its scenarios."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs

import dsl
from dsl import CompileError, Problem, SourceFile, Wanted
from dsl.linking.combinations import refusal
from dsl.reading.library import head_of
from interpreter import examine_scenario
from repl.authoring.checking import check_translations
from repl.authoring.rules_files import texts_beside
from repl.authoring.scenarios import loader
from reverie.checking import check


class Unfit(ValueError):
    """A file isn't a module for an installed game; the message is a sentence without its end."""


@attrs.frozen
class Received:
    """A module that somebody sent.

    `problems` are those of its rules, of its texts and of its scenarios; `fitting` are modules that go together with
    it, and `together` the problems that it has only with them.
    """

    path: Path
    name: str
    game: str
    ruleset: str
    problems: tuple[Problem, ...]
    fitting: tuple[str, ...] = ()
    together: tuple[Problem, ...] = ()


def received(path: Path, ruleset: str | None) -> Received:
    """Check the module in a file, for its own game or a ruleset; raises `CompileError` and `Unfit`."""
    if path.is_dir() and any(path.glob("*.rules")):
        raise Unfit(f"`{path}` is a folder: a game isn't added, but played from where it is, `reverie play {path}`")
    head = head_of(path)
    if head is None or not head.module:
        raise Unfit(f'`{path}` isn\'t a module: its first line would be `module name "Title" for game`')
    if ruleset is None and head.game not in dsl.rulesets():
        raise Unfit(f"`{path}` is a module for `{head.game}`, which doesn't come with Reverie: add `--for FOLDER`")
    ruleset = ruleset or head.game
    own = dsl.contents(ruleset)
    if own.base.name != head.game:
        raise Unfit(f"`{path}` is a module for `{head.game}`, not for `{own.base.name}`")
    if head.module in {each.name for each in own.modules}:
        raise Unfit(f"`{head.game}` has a module `{head.module}` of its own: this one needs another name")
    problems = check(ruleset, [path])
    problems = problems or tuple(_of_texts(path, head.module, ruleset)) or tuple(_of_scenarios(path, ruleset))
    if problems:
        return Received(path, head.module, head.game, ruleset, problems)
    sources, (name,) = dsl.sources_with(ruleset, [path])
    fitting = _fitting(sources, name, [each.name for each in own.modules], own.fewest)
    together = check(ruleset, [*fitting, path]) if fitting else ()
    return Received(path, name, head.game, ruleset, (), fitting, together)


def _fitting(sources: Sequence[SourceFile], name: str, others: Sequence[str], players: int) -> tuple[str, ...]:
    """As many other modules as the rules allow beside one, those first in the alphabet before the others."""
    found: tuple[str, ...] = ()
    for other in others:
        try:
            refused = refusal(sources, Wanted((*found, other, name), players))
        except CompileError:
            refused = ""
        found += () if refused else (other,)
    return found


def _of_texts(path: Path, module: str, ruleset: str) -> Iterator[Problem]:
    """The problems of the texts files for a module beside it."""
    names = {each.name for each in texts_beside(path, module)}
    if names:
        problems, _ = check_translations(ruleset, [str(path)])
        yield from (each for each in problems if each.span and Path(each.span.file.name).name in names)


def _of_scenarios(path: Path, ruleset: str) -> Iterator[Problem]:
    """The differences between the scenarios in a file and the game."""
    load = loader(path, ruleset=ruleset)
    for scenario in dsl.scenarios(path):
        yield from examine_scenario(scenario, load).problems
