"""The games that can be put together from a ruleset, for drawing some of them.

Whatever is asked for is brought to a game that the rules accept: what they refuse loses options, then modules, until
it is one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache

import attrs

import dsl
from dsl import SourceFile, Wanted
from dsl.linking.combinations import refusal
from dsl.linking.link import opened
from dsl.reading.library import read_all, sources_with
from reverie.testing.cases import Case, stamp

Options = tuple[tuple[str, str], ...]


@attrs.frozen(slots=False)
class Sets:
    """The games of a ruleset in which the rules files `extra` are in play and the options `given` have these values."""

    ruleset: str
    extra: tuple[str, ...] = ()
    given: Options = ()

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
