"""Tables of the program by card: printed attributes, the cards of a class, and how many copies there are of each."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from dsl.names.names import Names
from dsl.program import program as p


@attrs.define
class Tables:
    """The tables made so far, their values by card, and those of the printed attributes by name."""

    names: Names
    made: list[p.Table] = attrs.field(init=False)
    printed: list[tuple[int, ...]] = attrs.field(init=False)
    of: dict[str, int] = attrs.field(init=False)
    _of_class: dict[frozenset[int], int] = attrs.field(init=False, factory=dict)
    _ranks: int = attrs.field(init=False, default=-1)
    _copies: dict[frozenset[int], int] = attrs.field(init=False, factory=dict)
    _sole: dict[frozenset[int], bool] = attrs.field(init=False, factory=dict)
    _bounds: dict[int, tuple[int, int]] = attrs.field(init=False, factory=dict)
    _values: dict[tuple[int, frozenset[int]], frozenset[int]] = attrs.field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        attributes, enums = self.names.attributes, self.names.enums
        self.made = [
            p.Table(each.name, tuple(each.values), tuple(enums.get(each.enumeration, ())))
            for each in attributes.values()
        ]
        self.printed = [table.values for table in self.made]
        self.of = {name: index for index, name in enumerate(attributes)}

    def of_class(self, name: str, ids: frozenset[int]) -> int:
        """A table with 1 for these cards."""
        if ids not in self._of_class:
            self._of_class[ids] = len(self.made)
            row = tuple(int(card in ids) for card in range(len(self.names.ids) + 1))
            self._add(name, row)
        return self._of_class[ids]

    def _add(self, name: str, row: tuple[int, ...]) -> None:
        self.made.append(p.Table(name, row, ()))
        self.printed.append(row)

    @property
    def name_ranks(self) -> int:
        """A table with each card's rank in the alphabet; no card comes before all of them."""
        if self._ranks < 0:
            names = sorted({face.name for face in self.names.ids}, key=lambda name: (name.casefold(), name))
            rank = {name: place for place, name in enumerate(names, 1)}
            self._ranks = len(self.made)
            self._add("name", (*(rank[face.name] for face in self.names.ids), 0))
        return self._ranks

    def values(self, table: int, ids: frozenset[int]) -> frozenset[int]:
        """The values in a table that any of these cards has, and the one that no card has."""
        if (table, ids) not in self._values:
            row = self.printed[table]
            self._values[table, ids] = frozenset([row[-1], *(row[card] for card in ids)])
        return self._values[table, ids]

    def bounds(self, table: int) -> tuple[int, int]:
        """The least and the greatest value in a table, no card included."""
        if table not in self._bounds:
            row = self.printed[table]
            self._bounds[table] = (min(row), max(row))
        return self._bounds[table]

    def copies(self, ids: frozenset[int]) -> int:
        """How many cards of the game have one of these ids; a card and the back that may lie in its place are one."""
        if ids not in self._copies:
            found = self._counted(self.names.ids[card].name for card in ids)
            if p.BACK in self.names.faces:
                found = min(found, self._counted(name for name in self.names.faces if name != p.BACK))
            self._copies[ids] = found
        return self._copies[ids]

    def _counted(self, names: Iterable[str]) -> int:
        return sum(count for name in {*names} for _, count, _ in self.names.faces[name].starts)

    def sole(self, ids: frozenset[int]) -> bool:
        """Whether of each of these cards the game has only one."""
        if ids not in self._sole:
            faces = [self.names.ids[card] for card in ids]
            self._sole[ids] = all(sum(count for _, count, _ in face.starts) == len(face.ids) for face in faces)
        return self._sole[ids]
