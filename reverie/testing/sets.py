"""The games that can be put together from a ruleset, for drawing some of them.

Whatever is asked for is brought to a game that the rules accept: what they refuse loses options, then modules, until
it is one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import combinations

import attrs

import dsl
from dsl import SourceFile, Wanted
from dsl.linking.combinations import refusal
from dsl.linking.link import opened
from dsl.reading.library import read_all, sources_with
from reverie.testing.cases import Case, stamp

Options = tuple[tuple[str, str], ...]

TOGETHER = 4
"""The most modules in a mix."""

MODULE, PLAYERS = "", "players"
"""Stand for the name of the option in what is chosen for a game, if that is a module or a number of players."""

Choice = tuple[str, str]
"""A module, a number of players, or an option with a value that isn't its default."""

Pair = tuple[Choice, Choice]


@attrs.frozen(slots=False)
class Sets:
    """The games of a ruleset in which the rules files `extra` are in play and the options `given` have these values."""

    ruleset: str
    extra: tuple[str, ...] = ()
    given: Options = ()
    _mixes: dict[object, tuple[Case, ...]] = attrs.field(factory=dict, init=False, eq=False, repr=False)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The modules that a game may have, without those in the files `extra`."""
        return tuple(sorted(module.name for module in self._contents.modules if module.name not in self._own))

    @cached_property
    def players(self) -> range:
        """The numbers of players that some game is for."""
        return range(self._contents.fewest, self._contents.most + 1)

    @cached_property
    def options(self) -> dict[str, tuple[str, ...]]:
        """Every option that some game has, with its values, the default first."""
        found: dict[str, tuple[str, ...]] = {}
        for name, values in self._contents.options.items():
            default = self._contents.where(name)[0][1].default
            if name not in dict(self.given):
                found[name] = tuple(dict.fromkeys([default, *values]))
        return found

    @cached_property
    def of_modules(self) -> frozenset[str]:
        """The options that only modules declare."""
        return frozenset(name for name in self.options if all(owner for owner, _ in self._contents.where(name)))

    @cached_property
    def pairs(self) -> tuple[tuple[str, ...], ...]:
        """The pairs of modules whose rules meet, by the link report of the largest game, without the files `extra`."""
        case = self.nearest(self.names, self.players[0], ())
        found = [each.modules for each in dsl.report(case.program).meetings]
        return tuple(pair for pair in found if set(pair) <= set(self.names))

    def values(self, modules: Sequence[str], players: int) -> dict[str, tuple[str, ...]]:
        """The options of a game, in the order of the text, each with its values, the default first."""
        wanted = Wanted((*self._own_names, *modules), players, dict(self.given))
        declared = opened(tuple(read_all(self._sources)), wanted).declared
        return {
            name: tuple(dict.fromkeys([each.default, *each.values]))
            for name, each in declared.items()
            if name not in dict(self.given)
        }

    def mixes(self, names: tuple[str, ...], players: tuple[int, ...]) -> tuple[Case, ...]:
        """Few games of some modules so that each two things that can be chosen are together in one of them.

        These are two modules, or a module or a number of players and a value of an option. What the rules refuse
        isn't in any. Such games are a covering array of strength 2, found greedily.
        """
        if (names, players) not in self._mixes:
            self._mixes[names, players] = tuple(self._mixed(names, players))
        return self._mixes[names, players]

    def _mixed(self, names: tuple[str, ...], players: tuple[int, ...]) -> Iterator[Case]:
        modules, numbers = [(MODULE, name) for name in names], [(PLAYERS, str(number)) for number in players]
        values = [(name, value) for name, every in self.options.items() for value in every[1:]]
        left = {_pair(*each) for each in combinations(modules, 2)}
        left |= {_pair(one, other) for one in modules for other in (*numbers, *values)}
        left |= {_pair(one, other) for one in numbers for other in values}
        while left:
            aim = min(left)
            case = self._mix(aim, left, names, players)
            chosen = [*((MODULE, name) for name in case.modules), (PLAYERS, str(case.players)), *case.options]
            covered = {_pair(*each) for each in combinations(chosen, 2)} & left
            left -= {aim, *covered}
            if covered:
                yield case

    def _mix(self, aim: Pair, left: set[Pair], names: tuple[str, ...], players: tuple[int, ...]) -> Case:
        """A game with the two things that are aimed at, and with others so that many pairs that are left come together.

        What the rules refuse is left out, what is aimed at last of all.
        """
        options = [each for each in aim if each[0] not in (MODULE, PLAYERS)]
        owners = [owner for name, _ in options for owner, _ in self._contents.where(name)[:1] if owner in names]
        modules = list(dict.fromkeys([*(name for kind, name in aim if kind == MODULE), *owners]))
        wanted = [int(value) for kind, value in aim if kind == PLAYERS]
        chosen = [*aim, *((MODULE, name) for name in modules)]

        def gain(choice: Choice) -> tuple[int, int]:
            met = sum(_pair(choice, each) in left for each in chosen)
            return met, sum(choice in pair for pair in left)

        while len(modules) < min(TOGETHER, len(names)):
            modules.append(max((name for name in names if name not in modules), key=lambda name: gain((MODULE, name))))
            chosen.append((MODULE, modules[-1]))
        number = (*wanted, max(players, key=lambda each: gain((PLAYERS, str(each)))))[0]
        base = self.nearest(modules, number, options)
        own = [name for name in base.modules if name not in self.extra]
        chosen = [*((MODULE, name) for name in own), (PLAYERS, str(base.players))]
        for name, values in self.values(own, base.players).items():
            value = max(values[1:], key=lambda each: gain((name, each)), default="")
            more = (*options, (name, value))
            if name not in dict(options) and gain((name, value))[0] and not self._refused(own, base.players, more):
                options.append((name, value))
        return self.nearest(own, base.players, options)

    def nearest(self, modules: Sequence[str], players: int, options: Iterable[tuple[str, str]]) -> Case:
        """The game that is asked for; if the rules refuse it, one with fewer options or modules that they accept."""
        chosen, values = list(modules), list(options)
        while self._refused(chosen, players, values):
            if values:
                values.pop()
            elif chosen:
                chosen.pop()
            elif players < self.players[-1]:
                players += 1
            else:
                many = f"for {players} players" if players > 1 else "for one player"
                raise ValueError(f"the rules of {self.ruleset} refuse every game {many} with these files and options")
        return Case(self.ruleset, (*self.extra, *sorted(chosen)), players, (*self.given, *values))

    def _refused(self, modules: Sequence[str], players: int, options: Sequence[tuple[str, str]]) -> bool:
        wanted = (*self._own_names, *modules)
        return _refused(tuple(self._sources), wanted, players, (*self.given, *options))

    @cached_property
    def _read(self) -> tuple[list[SourceFile], tuple[str, ...]]:
        return sources_with(self.ruleset, self.extra)

    @property
    def _sources(self) -> list[SourceFile]:
        return self._read[0]

    @property
    def _own_names(self) -> tuple[str, ...]:
        return self._read[1]

    @property
    def _own(self) -> frozenset[str]:
        return frozenset(self._own_names)

    @cached_property
    def _contents(self) -> dsl.Catalogue:
        return dsl.contents(self._sources)


def _pair(one: Choice, other: Choice) -> Pair:
    return (one, other) if one < other else (other, one)


@lru_cache(maxsize=4096)
def _refused(sources: tuple[SourceFile, ...], modules: tuple[str, ...], players: int, options: Options) -> bool:
    return bool(refusal(sources, Wanted(modules, players, dict(options))))


def sets_of(ruleset: str, extra: tuple[str, ...] = (), given: Options = ()) -> Sets:
    """The games of a ruleset; raises `CompileError` if its rules can't be read."""
    return _sets(ruleset, extra, given, stamp(ruleset, extra))


@lru_cache(maxsize=64)
def _sets(ruleset: str, extra: tuple[str, ...], given: Options, _written: object) -> Sets:
    return Sets(ruleset, extra, given)


def given_options(options: Mapping[str, str] | None) -> Options:
    """Options as pairs."""
    return tuple((options or {}).items())
