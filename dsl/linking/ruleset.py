"""A request for a game, and the ruleset that linking makes of it: the declarations in force, from all files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, Literal, TypeVar, overload

import attrs

from dsl.model import model as m
from dsl.model.traverse import declared_in
from dsl.text.source import Span

MOST_PLAYERS = 8

Recording = bool | Literal["conditions", "parts"]
"""What a program records while it is played; see `Wanted`."""


def numbers_of_players(fewest: int, most: int) -> range:
    """The numbers of players to try; of a range that runs backwards or too far at least one, which reports it."""
    return range(fewest, max(fewest, min(most, MOST_PLAYERS)) + 1)


A = TypeVar("A", bound=m.Node)
B = TypeVar("B", bound=m.Node)
C = TypeVar("C", bound=m.Node)


@attrs.frozen
class Part:
    """A declaration in force, the module it stands in, and the modules that its section is a bridge to."""

    declaration: m.Declaration
    module: str
    bridges: frozenset[str] = frozenset()


@attrs.frozen
class Ruleset:
    """The declarations in force of a base game and a set of modules.

    `players` is the number of persons. `settings` are all options in force by name; `asked` those that the conditions
    of sections read; `base` is the name of the base game; `coverage` is as in `Wanted`; `files` are those that the
    modules were picked from.
    """

    base: str
    title: str
    modules: tuple[str, ...]
    players: int
    settings: Mapping[str, str]
    asked: frozenset[str]
    parts: tuple[Part, ...]
    start: Span
    coverage: Recording = False
    files: tuple[m.File, ...] = attrs.field(default=(), eq=False, repr=False)

    @cached_property
    def seats(self) -> int:
        """How many take turns: the persons, and the dummies that the rules declare."""
        return self.players + sum(1 for _ in self.all(m.Dummy))

    @cached_property
    def for_one(self) -> bool:
        """Whether only one takes turns, whatever modules, options and number of persons are chosen."""
        every = [each for file in self.files for each in declared_in(file)]
        more = (isinstance(each, m.Dummy) or (isinstance(each, m.Players) and each.most > 1) for each in every)
        return bool(every) and not any(more)

    @overload
    def all(self, one: type[A], /) -> Iterator[tuple[Part, A]]: ...

    @overload
    def all(self, one: type[A], other: type[B], /) -> Iterator[tuple[Part, A | B]]: ...

    @overload
    def all(self, one: type[A], other: type[B], third: type[C], /) -> Iterator[tuple[Part, A | B | C]]: ...

    @overload
    def all(self, *types: type[m.Node]) -> Iterator[tuple[Part, m.Declaration]]: ...

    def all(self, *types: type[m.Node]) -> Iterator[tuple[Part, Any]]:
        """The parts that declare something of these types, each with its declaration, in their order."""
        found = self._found.get(types)
        if found is None:
            places = sorted(place for type_ in types for place in self._places.get(type_, ()))
            found = self._found[types] = [(self.parts[place], self.parts[place].declaration) for place in places]
        return iter(found)

    def elsewhere(self) -> Iterator[m.Declaration]:
        """The declarations that aren't in play: those of other modules, and those in sections that don't hold."""
        inside = {id(part.declaration) for part in self.parts}
        return (each for file in self.files for each in declared_in(file) if id(each) not in inside)

    @cached_property
    def _found(self) -> dict[tuple[type[m.Node], ...], list[tuple[Part, Any]]]:
        """What was found of each combination of types."""
        return {}

    @cached_property
    def _places(self) -> dict[type[m.Node], list[int]]:
        """The indices of the parts that declare something of each type."""
        places: dict[type[m.Node], list[int]] = {}
        for place, part in enumerate(self.parts):
            places.setdefault(type(part.declaration), []).append(place)
        return places


@attrs.frozen
class Wanted:
    """A request for a game: modules by name, the number of players, options by name.

    `players`: None for the game's minimum.
    `coverage`: the program records which of its rules act (`program.Cover`), and plays like any other; "conditions":
    it also records which conditions of its rules hold, and which don't; "parts": the same of each part of a condition,
    and of those behind `where`, for rules that have been checked.
    """

    modules: tuple[str, ...] = ()
    players: int | None = None
    options: Mapping[str, str] = attrs.field(factory=dict)
    coverage: Recording = False
