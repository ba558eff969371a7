"""The games that can be made of a ruleset: sets of modules, numbers of players, values of options.

All callers that enumerate games use this one list. A caller names the options to vary: those on which the refusals of
the rules depend (`Catalogue.deciding`), or all options that sections read (`Catalogue.asked`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

import attrs

from dsl.linking.link import Opened, link, opened
from dsl.linking.ruleset import MOST_PLAYERS, Wanted, numbers_of_players
from dsl.model import model as m
from dsl.reading.catalogue import Catalogue, catalogue
from dsl.reading.library import read_all
from dsl.text.diagnostics import REFUSALS, CompileError, Problem, Problems
from dsl.text.source import SourceFile
from dsl.text.spelling import did_you_mean, nearest


@attrs.frozen
class Combination:
    """A game that can be asked for, whether the rules refuse it or not.

    `options` holds the values of the options that are given or varied, `changed` the names of those among them that
    don't have their default; both in the order of declaration. `open` holds all values of each other option, by name.
    """

    modules: tuple[str, ...] = ()
    players: int = 1
    options: tuple[tuple[str, str], ...] = ()
    changed: tuple[str, ...] = ()
    open: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)

    @property
    def wanted(self) -> Wanted:
        """The shortest request for this game: options that have their default are left out."""
        return Wanted(self.modules, self.players, dict(each for each in self.options if each[0] in self.changed))


def every_game(
    sources: Sequence[SourceFile], apart: Collection[str], given: Mapping[str, str] | None = None,
    *, crossed: int | None = None,
) -> Iterator[Combination]:  # fmt: skip
    """Each set of the modules in rules files, for each number of players, with each value of the options `apart`.

    The fewest modules come first, then the fewest players. The options `given` have their given values in every game
    that has them. In sets of more than `crossed` modules only one option at a time differs from its default, because
    crossing many modules with several options would make too many games. Raises `CompileError` if a file can't be
    read, or if no game has one of the options given, or such a value of it.
    """
    files, given = read_all(sources), given or {}
    held = catalogue(files)
    for name, value in given.items():
        _know_option(name, value, held)
    shortened = [attrs.evolve(file, declarations=tuple(_laying_out(file.declarations))) for file in files]
    names = sorted(each.name for each in held.modules) if held else []
    for size in range(len(names) + 1):
        finder = _Finder(tuple(shortened), frozenset([*apart, *given]), given, crossed is None or size <= crossed)
        for modules in combinations(names, size):
            yield from finder.games(modules)


def refusal(sources: Sequence[SourceFile], wanted: Wanted) -> str:
    """The first reason that the rules give for refusing a game, or "".

    Links the files and runs no later pass. Raises `CompileError` for any other problem.
    """
    try:
        link(read_all(sources), wanted, Problems())
    except CompileError as error:
        if any(problem.code not in REFUSALS for problem in error.problems):
            raise
        return error.problems[0].message
    return ""


def _know_option(name: str, value: str, held: Catalogue | None) -> None:
    """Raise `CompileError` if no game has an option, or none has this value of it."""
    known = sorted(held.options) if held else []
    if name not in known:
        close = nearest(name, known)
        advice = did_you_mean(close, f"options there: {', '.join(f'`{each}`' for each in known)}")
        raise CompileError([Problem("no-such-game", f"no game has an option `{name}`", None, help=advice)])
    values = held.options[name] if held else ()
    if value not in values:
        close = nearest(value, list(values))
        advice = did_you_mean(close, f"its values: {', '.join(f'`{each}`' for each in values)}")
        message = f"`{value}` is no value of the option `{name}`"
        raise CompileError([Problem("no-such-game", message, None, help=advice)])


def _laying_out(declarations: Iterable[m.Declaration]) -> Iterator[m.Declaration]:
    """The declarations that decide which games exist; all others would only be carried along."""
    for declaration in declarations:
        if isinstance(declaration, m.Section):
            inner = tuple(_laying_out(declaration.declarations))
            if inner:
                yield attrs.evolve(declaration, declarations=inner)
        elif isinstance(declaration, m.Game | m.Module | m.Players | m.Choice):
            yield declaration


@attrs.frozen
class _Finder:
    """Finds the games of sets of modules; `settled` are the options that are given or varied."""

    files: tuple[m.File, ...]
    settled: frozenset[str]
    given: Mapping[str, str]
    crossed: bool

    def games(self, modules: tuple[str, ...]) -> Iterator[Combination]:
        for players in range(1, MOST_PLAYERS + 1):
            game = Wanted(modules, players)
            if players in _players(opened(self.files, game)):
                yield from self._settled(game, players, ())

    def _settled(self, game: Wanted, players: int, changed: tuple[str, ...]) -> Iterator[Combination]:
        """The games with the options that `game` has, and all values of those after them.

        An option may stand in a section, so whether it exists is known only when those before it have a value.
        """
        declared = opened(self.files, game).declared
        following = next((each for name, each in declared.items() if name in self.settled - game.options.keys()), None)
        if following is None:
            values = {name: each.values for name, each in declared.items() if name not in game.options}
            yield Combination(game.modules, players, tuple(game.options.items()), changed, values)
            return
        name, default = following.name.text, following.default
        for value in self._values(following, changed):
            options = {**game.options, name: value}
            now = changed if value == default else (*changed, name)
            yield from self._settled(attrs.evolve(game, options=options), players, now)

    def _values(self, option: m.Choice, changed: Sequence[str]) -> Sequence[str]:
        if option.name.text in self.given:
            return (self.given[option.name.text],)
        if not self.crossed and any(name not in self.given for name in changed):
            return (option.default,)
        return sorted(option.values, key=lambda value: value != option.default) or (option.default,)


def _players(found: Opened) -> range:
    rules = [part.declaration for part in found.parts if isinstance(part.declaration, m.Players)]
    return numbers_of_players(rules[0].fewest, rules[0].most) if rules else range(1, 2)
