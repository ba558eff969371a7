"""Base game + chosen modules → one ruleset.

Decides which modules and settings are in force, opens the `when` sections that hold for them, and lines the
declarations up: the base game first, then the modules by name, each in the order of its text. The order in which
files were read never shows. Nothing is looked up here but modules, options and the number of players.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

import attrs

from dsl import model as m
from dsl.catalogue import asked, elsewhere
from dsl.diagnostics import Label, Problems
from dsl.source import SourceFile, Span
from dsl.spelling import nearest
from dsl.strangers import missing

MOST_PLAYERS = 8
MOST_VALUES = 1_000


@attrs.frozen
class Part:
    """A declaration in force, the module it stands in, and the modules that its section is a bridge to."""

    declaration: m.Declaration
    module: str
    bridges: frozenset[str] = frozenset()


@attrs.frozen
class Ruleset:
    """What a set of modules says together.

    `settings` are all options in force by name; `asked` those that the conditions of sections read; `base` is the
    name of the base game; `counted` is as in `Wanted`; `files` are those that the modules were picked from.
    """

    base: str
    title: str
    modules: tuple[str, ...]
    players: int
    settings: Mapping[str, str]
    asked: frozenset[str]
    parts: tuple[Part, ...]
    start: Span
    counted: bool = False
    files: tuple[m.File, ...] = attrs.field(default=(), eq=False, repr=False)

    def all(self, *types: type[m.Node]) -> Iterator[tuple[Part, m.Declaration]]:
        """The parts that declare something of these types."""
        found = [place for type_ in types for place in self._places.get(type_, ())]
        for place in found if len(types) == 1 else sorted(found):
            yield self.parts[place], self.parts[place].declaration

    @cached_property
    def _places(self) -> dict[type[m.Node], list[int]]:
        """At which places among the parts something of a type is declared."""
        places: dict[type[m.Node], list[int]] = {}
        for place, part in enumerate(self.parts):
            places.setdefault(type(part.declaration), []).append(place)
        return places


@attrs.frozen
class Wanted:
    """What somebody asked for: modules by name, the number of players, options by name.

    `counted`: the program tells which of its rules act (`program.Note`), and is played like any other.
    """

    modules: tuple[str, ...] = ()
    players: int = 1
    options: Mapping[str, str] = attrs.field(factory=dict)
    counted: bool = False


def link(files: Sequence[m.File], wanted: Wanted, problems: Problems) -> Ruleset:
    """The ruleset of a base game and the modules asked for; raises `CompileError` if it can't be put together."""
    base = _base(files, problems)
    modules = _modules(files, problems)
    chosen = _chosen(wanted.modules, modules, base, problems)
    problems.stop_if_any()
    head = base.head
    assert isinstance(head, m.Game)
    linked = [base, *(modules[name] for name in chosen)]
    opener = _Opener(chosen, wanted, frozenset(modules), base.span.file, problems)
    parts = [part for file in linked for part in opener.open(file)]
    _check_players(parts, head.span, wanted.players, problems)
    opener.check_wanted(files)
    _requirements(parts, chosen, modules, base.span.file, problems)
    _orders(parts, {head.name.text, *modules}, base.span.file, problems)
    problems.stop_if_any()
    read = frozenset(name for file in linked for name in asked(file.declarations))
    return Ruleset(
        head.name.text, head.title, tuple(chosen), wanted.players, opener.settings, read, tuple(parts), head.span,
        wanted.counted, tuple(files),
    )  # fmt: skip


@attrs.frozen
class Opened:
    """What stands in the sections of a set of modules that hold, refused or not; `declared` are the options there."""

    parts: tuple[Part, ...]
    declared: Mapping[str, m.Choice]


def opened(files: Sequence[m.File], wanted: Wanted) -> Opened:
    """The sections that hold for a set of modules; what is wrong with them is not told."""
    problems = Problems()
    modules, base = _modules(files, problems), _base(files, problems)
    chosen = _chosen(wanted.modules, modules, base, problems)
    opener = _Opener(chosen, wanted, frozenset(modules), base.span.file, problems)
    linked = [base, *(modules[name] for name in chosen)]
    parts = tuple(part for file in linked for part in opener.open(file))
    return Opened(parts, opener.declared)


def _modules(files: Iterable[m.File], problems: Problems) -> dict[str, m.File]:
    """The files of modules by the modules' names."""
    modules: dict[str, m.File] = {}
    for file in _by_name(files):
        if isinstance(file.head, m.Module):
            first = modules.setdefault(file.head.name.text, file)
            if first is not file and first.head:
                message = f"two files are the module `{file.head.name.text}`"
                there = Label(first.head.name.span, "first declared here")
                problems.add("declared-twice", message, file.head.name.span, related=[there])
    return modules


def _by_name(files: Iterable[m.File]) -> list[m.File]:
    return sorted(
        (f for f in files if f.head), key=lambda f: (f.head.name.text, f.span.file.name) if f.head else ("", "")
    )


def _base(files: Sequence[m.File], problems: Problems) -> m.File:
    bases = [file for file in files if isinstance(file.head, m.Game)]
    for other in bases[1:]:
        problems.add(
            "two-games",
            "a ruleset has one base game",
            other.head.span if other.head else other.span,
            related=[Label(bases[0].span, "the other one stands here")],
        )
    heads = [d for file in files for d in file.declarations if isinstance(d, m.Game | m.Module)]
    for file in files:
        for extra in [d for d in file.declarations if isinstance(d, m.Game | m.Module)][1:]:
            problems.add("two-games", "a file is one game or one module", extra.span)
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


def _chosen(wanted: Sequence[str], modules: Mapping[str, m.File], base: m.File, problems: Problems) -> list[str]:
    for name in wanted:
        if name not in modules:
            close = nearest(name, list(modules))
            known = ", ".join(f"`{module}`" for module in modules) or "none"
            problems.add(
                "unknown-module",
                f"no module is called `{name}`",
                None,
                help=f"did you mean `{close}`?" if close else f"modules of this game: {known}",
            )
    head = base.head
    for name in wanted:
        file = modules.get(name)
        if file and isinstance(file.head, m.Module) and head and file.head.game.text != head.name.text:
            problems.add(
                "wrong-game",
                f"`{name}` is a module for `{file.head.game.text}`, not for `{head.name.text}`",
                file.head.game.span,
            )
    return sorted({name for name in wanted if name in modules})


def _check_players(parts: Iterable[Part], span: Span, players: int, problems: Problems) -> None:
    rules = [part.declaration for part in parts if isinstance(part.declaration, m.Players)]
    for other in rules[1:]:
        related = [Label(rules[0].span, "first said here")]
        problems.add(
            "declared-twice", "for how many players the game is stands here again", other.span, related=related
        )
    fewest, most, span = (rules[0].fewest, rules[0].most, rules[0].span) if rules else (1, 1, span)
    if not 1 <= fewest <= most <= MOST_PLAYERS:
        problems.add("bad-value", f"a game is for 1 to {MOST_PLAYERS} players", span)
    elif not fewest <= players <= most:
        these = f"{fewest} to {most} players" if most > fewest else "1 player" if most == 1 else f"{most} players"
        problems.add("no-such-game", f"this game is for {these}, not for {players}", span)


def _no_value(choice: m.Choice, value: str) -> tuple[str, str, str]:
    """What is said of a value that an option doesn't have: the message, its label and a help."""
    close = nearest(value, list(choice.values))
    values = ", ".join(f"`{v}`" for v in choice.values)
    advice = f"did you mean `{close}`?" if close else f"choose one of {values}"
    return f"`{value}` is no value of the option `{choice.name.text}`", f"its values: {values}", advice


def _requirements(
    parts: Sequence[Part], chosen: Sequence[str], known: Iterable[str], base: SourceFile, problems: Problems
) -> None:
    for part in parts:
        rule = part.declaration
        if isinstance(rule, m.Refuse):
            problems.add("refused", rule.reason, rule.span, help="choose other modules or options")
        if not isinstance(rule, m.Requires):
            continue
        for name in rule.modules:
            if name.text not in known:
                missing(name, known, base, problems, needed=rule.wanted)
            elif rule.wanted and name.text not in chosen:
                problems.add(
                    "requires",
                    f"`{part.module}` needs the module `{name.text}`, which is not in play",
                    rule.span,
                    help=f"add `{name.text}`, or leave `{part.module}` out",
                )
            elif not rule.wanted and name.text in chosen:
                problems.add(
                    "excludes",
                    f"`{part.module}` can't be played with `{name.text}` here",
                    rule.span,
                    help=f"leave out `{name.text}` or `{part.module}`",
                )


def _orders(parts: Iterable[Part], known: Iterable[str], base: SourceFile, problems: Problems) -> None:
    """Rules come before or after those of modules that exist."""
    for part in parts:
        if isinstance(part.declaration, m.Hook) and part.declaration.order:
            for name in part.declaration.order.modules:
                if name.text not in known:
                    missing(name, known, base, problems)


@attrs.define
class _Opener:
    """Opens the sections of files: keeps those whose condition holds, and settles options where they are declared."""

    chosen: Sequence[str]
    wanted: Wanted
    known: frozenset[str]
    base: SourceFile
    problems: Problems
    declared: dict[str, m.Choice] = attrs.field(factory=dict)
    settings: dict[str, str] = attrs.field(factory=dict)

    def open(self, file: m.File) -> Iterator[Part]:
        assert file.head
        yield from self._open(file.declarations, file.head.name.text, frozenset())

    def _open(self, declarations: Iterable[m.Declaration], module: str, bridges: frozenset[str]) -> Iterator[Part]:
        for declaration in declarations:
            if isinstance(declaration, m.Section):
                if self._holds(declaration.condition):
                    yield from self._open(
                        declaration.declarations, module, bridges | self._named(declaration.condition)
                    )
            else:
                if isinstance(declaration, m.Choice):
                    self._settle(declaration)
                yield Part(declaration, module, bridges)

    def _settle(self, choice: m.Choice) -> None:
        """Give an option the value that was asked for, or its default."""
        name = choice.name.text
        if name in self.declared:
            self.problems.add(
                "declared-twice",
                f"the option `{name}` is declared twice",
                choice.name.span,
                related=[Label(self.declared[name].name.span, "first declared here")],
            )
        self.declared[name] = choice
        if not choice.values:
            self.problems.add("bad-value", "the range runs backwards", choice.span)
        elif len(choice.values) > MOST_VALUES:
            self.problems.add("too-many", f"an option has at most {MOST_VALUES} values", choice.span)
        elif choice.default not in choice.values:
            self.problems.add(
                "bad-value", f"the default `{choice.default}` is none of the option's values", choice.span
            )
        value = self.wanted.options.get(name, choice.default)
        if value not in choice.values and name in self.wanted.options:
            message, label, advice = _no_value(choice, value)
            self.problems.add("no-such-game", message, choice.span, label=label, help=advice)
        self.settings[name] = value

    def check_wanted(self, files: Sequence[m.File]) -> None:
        """Options that were asked for must be there."""
        for name in self.wanted.options:
            if name not in self.declared:
                close = nearest(name, list(self.declared))
                known = ", ".join(f"`{option}`" for option in self.declared) or "none"
                advice = f"did you mean `{close}`?" if close else f"options here: {known}"
                help_ = elsewhere(name, files, self.chosen) or advice
                self.problems.add("no-such-game", f"this game has no option `{name}`", None, help=help_)

    def _named(self, condition: m.Expression) -> frozenset[str]:
        """The modules that a section's condition asks for."""
        match condition:
            case m.All(parts) | m.Either(parts):
                return frozenset[str]().union(*(self._named(part) for part in parts))
            case m.Compare("in", m.Named(name), m.Named(m.Name("play"))):
                return frozenset([name.text])
            case _:
                return frozenset()

    def _holds(self, condition: m.Expression) -> bool:
        match condition:
            case m.All(parts):
                return all(self._holds(part) for part in parts)
            case m.Either(parts):
                return any(self._holds(part) for part in parts)
            case m.Negation(part):
                return not self._holds(part)
            case m.Compare("in" | "not in" as operator, m.Named(name), m.Named(m.Name("play"))):
                return self._in_play(name) == (operator == "in")
            case m.Compare("==" | "!=" as operator, m.Named(name), right):
                return self._is(name, right) == (operator == "==")
            case _:
                self.problems.add(
                    "not-fixed",
                    "a section's condition must be known before the game begins",
                    condition.span,
                    help="ask for `players is 2`, an option's value, or `… is in play`",
                )
                return False

    def _in_play(self, name: m.Name) -> bool:
        if name.text not in self.known:
            missing(name, self.known, self.base, self.problems)
        return name.text in self.chosen

    def _is(self, name: m.Name, right: m.Expression) -> bool:
        value = (
            right.name.text if isinstance(right, m.Named) else str(right.value) if isinstance(right, m.Integer) else ""
        )
        if name.text == "players":
            if not value.isdigit():
                self.problems.add("bad-value", f"`{value}` is no number of players", right.span)
            return str(self.wanted.players) == value
        if name.text not in self.settings:
            close = nearest(name.text, ["players", *self.settings])
            self.problems.add(
                "unknown-option",
                f"no option is called `{name.text}`",
                name.span,
                help=f"did you mean `{close}`?" if close else "an option is declared before it is read",
            )
            return False
        if value not in self.declared[name.text].values:
            message, label, advice = _no_value(self.declared[name.text], value)
            self.problems.add("bad-value", message, right.span, label=label, help=advice)
        return self.settings[name.text] == value
