"""Link a base game and the chosen modules into one ruleset.

Decides which modules and settings are in force, opens the `when` sections that hold for them, and orders the
declarations: the base game first, then the modules by name, each in the order of its text. The order in which files
were read has no effect. This pass looks up modules, options and the number of players, and no other name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import attrs

from dsl.linking.missing_modules import itself, missing, unknown
from dsl.linking.ruleset import MOST_PLAYERS, Part, Ruleset, Wanted
from dsl.linking.sections import Opener
from dsl.model import model as m
from dsl.model.memo import once_each
from dsl.reading.catalogue import asked, expects
from dsl.text.diagnostics import Label, Problems
from dsl.text.source import SourceFile, Span
from dsl.text.spelling import counted, did_you_mean, nearest

OVER = 'to end the game, say `game over when …, "Why."`; `game over "Why."` is a statement, in a rule'
"""The advice about a line that ends the game, and is read as the head of a game of the name `over`."""


def link(files: Sequence[m.File], wanted: Wanted, problems: Problems) -> Ruleset:
    """The ruleset of a base game and the modules asked for; raises `CompileError` if it can't be put together."""
    base = _base(files, problems)
    modules = _modules(files, problems)
    chosen = _chosen(_named(wanted, files), modules, base, problems)
    problems.stop_if_any()
    head = base.head
    assert isinstance(head, m.Game)
    linked = [base, *(modules[name] for name in chosen)]
    players = _players(base, wanted)
    opener = Opener(chosen, wanted, players, frozenset(modules), base.span.file, problems)
    parts = [part for file in linked for part in opener.open(file)]
    parts += [part for file in files if expects(file) for part in opener.expect(file, head.name.text)]
    read = frozenset[str]().union(*map(_asked, [*linked, *filter(expects, files)]))
    ruleset = Ruleset(
        head.name.text, head.title, tuple(chosen), players, opener.settings, read, tuple(parts), head.span,
        wanted.coverage, tuple(files),
    )  # fmt: skip
    _check_players(ruleset.all(m.Players), head.span, players, problems)
    opener.check_wanted(files)
    _requirements(ruleset, modules, base.span.file, problems)
    _orders(ruleset.all(m.Hook), {head.name.text, *modules}, base.span.file, problems)
    problems.stop_if_any()
    return ruleset


@attrs.frozen
class Opened:
    """The declarations in the sections that hold for a set of modules, refused or not; `declared` are its options."""

    parts: tuple[Part, ...]
    declared: Mapping[str, m.Choice]


def opened(files: tuple[m.File, ...], wanted: Wanted) -> Opened:
    """The sections that hold for a set of modules; problems in them are not reported."""
    problems = Problems()
    base, modules = _told_apart(files)
    chosen = _chosen(_named(wanted, files), modules, base, problems)
    opener = Opener(chosen, wanted, _players(base, wanted), frozenset(modules), base.span.file, problems)
    linked = [base, *(modules[name] for name in chosen)]
    parts = tuple(part for file in linked for part in opener.open(file))
    return Opened(parts, opener.declared)


@once_each
def _told_apart(files: tuple[m.File, ...]) -> tuple[m.File, Mapping[str, m.File]]:
    """The file of the base game, and those of modules."""
    return _base(files, Problems()), _modules(files, Problems())


def _modules(files: Iterable[m.File], problems: Problems) -> dict[str, m.File]:
    """The files of modules by the modules' names."""
    modules: dict[str, m.File] = {}
    for file in _by_name(files):
        if isinstance(file.head, m.Module):
            first = modules.setdefault(file.head.name.text, file)
            if first is not file and first.head:
                message = f"two files are the module `{file.head.name.text}`"
                there = Label(first.head.name.span, "first declared here")
                problems.add("declared-twice", message, file.head.name.span, related=[there], help="rename one of them")
    return modules


def _by_name(files: Iterable[m.File]) -> list[m.File]:
    return sorted(
        (f for f in files if f.head), key=lambda f: (f.head.name.text, f.span.file.name) if f.head else ("", "")
    )


@once_each
def _asked(file: m.File) -> frozenset[str]:
    return frozenset(asked(file.declarations))


def _base(files: Sequence[m.File], problems: Problems) -> m.File:
    bases = [file for file in files if isinstance(file.head, m.Game)]
    for other in bases[1:]:
        problems.add(
            "two-games",
            "a ruleset has one base game",
            other.head.span if other.head else other.span,
            related=[Label(bases[0].span, "the other one stands here")],
            help='let the other file begin with `module NAME "Title" for GAME`',
        )
    heads = [head for file in files for head in _heads(file)]
    for file in files:
        for extra in _heads(file)[1:]:
            help_ = OVER if extra.name.text == "over" else "write a file for each"
            problems.add("two-games", "a file is one game or one module", extra.span, help=help_)
    if not bases:
        at = heads[0].span if heads else (files[0].span if files else None)
        problems.add(
            "no-game",
            "no file of this ruleset begins with `game`",
            at,
            help='begin the base file with `game name "Title"`',
        )
        problems.stop_if_any()
    return bases[0]


@once_each
def _heads(file: m.File) -> tuple[m.Game | m.Module, ...]:
    return tuple(each for each in file.declarations if isinstance(each, m.Game | m.Module))


def _named(wanted: Wanted, files: Iterable[m.File]) -> list[str]:
    """The modules that are asked for, without the names of files of expectations, which hold in any case."""
    expecting = {file.span.file.name for file in files if expects(file)}
    return [name for name in wanted.modules if name not in expecting]


def _chosen(wanted: Sequence[str], modules: Mapping[str, m.File], base: m.File, problems: Problems) -> list[str]:
    for name in wanted:
        if name not in modules:
            found = unknown(name, list(modules))
            problems.add("unknown-module", found.message, None, help=found.help)
    head = base.head
    for name in wanted:
        file = modules.get(name)
        if file and isinstance(file.head, m.Module) and head and file.head.game.text != head.name.text:
            problems.add(
                "wrong-game",
                f"`{name}` is a module for `{file.head.game.text}`, not for `{head.name.text}`",
                file.head.game.span,
                help=_for_this_game(file.head.game.text, head.name.text),
            )
    return sorted({name for name in wanted if name in modules})


def _for_this_game(written: str, name: str) -> str:
    """The help for a module of a game that isn't played: the name may be misspelt."""
    return did_you_mean(nearest(written, [name]), "leave the module out, or play it with its game")


def _players(base: m.File, wanted: Wanted) -> int:
    """The number of players to link for: the number asked for, or else the game's minimum."""
    if wanted.players is not None:
        return wanted.players
    fewest = [each.fewest for each in base.declarations if isinstance(each, m.Players)]
    return fewest[0] if fewest else 1


def _check_players(declared: Iterable[tuple[Part, m.Players]], span: Span, players: int, problems: Problems) -> None:
    rules = [rule for _, rule in declared]
    for other in rules[1:]:
        related = [Label(rules[0].span, "first said here")]
        problems.add(
            "declared-twice",
            "for how many players the game is stands here again",
            other.span,
            related=related,
            help="leave one of them out",
        )
    fewest, most, span = (rules[0].fewest, rules[0].most, rules[0].span) if rules else (1, 1, span)
    if not 1 <= fewest <= most <= MOST_PLAYERS:
        least, top = max(1, min(fewest, most, MOST_PLAYERS)), min(max(fewest, most), MOST_PLAYERS)
        said = f"players {least} to {top}" if top > least else f"players {least}"
        help_ = f"say `{said}`" if fewest <= most else f"the smaller number stands first: say `{said}`"
        problems.add("bad-value", f"a game is for 1 to {MOST_PLAYERS} players", span, help=help_)
    elif not fewest <= players <= most:
        these = f"{fewest} to {most} players" if most > fewest else counted(most, "player")
        problems.add("no-such-game", f"this game is for {these}, not for {players}", span)


def _contradicted(ruleset: Ruleset, problems: Problems) -> bool:
    """Report a module that requires another one and excludes it; returns whether one does."""
    every = [(part.module, rule, name.text) for part, rule in ruleset.all(m.Requires) for name in rule.modules]
    for module, rule, name in every:
        first = next(other for of, other, named in every if (of, named) == (module, name))
        if first.wanted != rule.wanted and name != module:
            message = f"`{module}` requires `{name}`, and excludes it"
            related = [Label(first.span, "the first")]
            problems.add("excludes", message, rule.span, related=related, help="leave one of the two out")
            return True
    return False


def _requirements(ruleset: Ruleset, known: Iterable[str], base: SourceFile, problems: Problems) -> None:
    if _contradicted(ruleset, problems):
        return
    for part, rule in ruleset.all(m.Refuse, m.Requires):
        if isinstance(rule, m.Refuse):
            problems.add("refused", rule.reason, rule.span, help="choose other modules or options")
            continue
        for name in rule.modules:
            if itself(name, part.module, "requires" if rule.wanted else "excludes", problems):
                continue
            if name.text not in known:
                missing(name, known, base, problems, needed=rule.wanted)
            elif rule.wanted and name.text not in ruleset.modules:
                problems.add(
                    "requires",
                    f"`{part.module}` needs the module `{name.text}`, which is not in play",
                    rule.span,
                    help=f"add `{name.text}`, or leave `{part.module}` out",
                )
            elif not rule.wanted and name.text in ruleset.modules:
                problems.add(
                    "excludes",
                    f"`{part.module}` can't be played with `{name.text}` here",
                    rule.span,
                    help=f"leave out `{name.text}` or `{part.module}`",
                )


def _orders(hooks: Iterable[tuple[Part, m.Hook]], known: Iterable[str], base: SourceFile, problems: Problems) -> None:
    """Report hooks that are ordered before or after modules that don't exist."""
    for _, hook in hooks:
        for name in hook.order.modules if hook.order else ():
            if name.text not in known:
                missing(name, known, base, problems)
