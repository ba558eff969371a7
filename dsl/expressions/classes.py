"""Kinds, classes and single cards: which cards of the game a word means, and tables of what is printed on them.

All of this is fixed before a game begins. Which cards belong to a class is found by asking its condition of each.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from dsl.expressions.values import Scope, Value, Variable
from dsl.linking.ruleset import Part
from dsl.model import model as m
from dsl.names import types as t
from dsl.names.names import Names
from dsl.program import fold
from dsl.program import program as p
from dsl.routines.steps import Routine


class Classes(ABC):
    """The classes of cards of one ruleset, and the program's tables."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.tables: list[p.Table] = [
            p.Table(a.name, tuple(a.values), tuple(names.enums.get(a.enumeration, ())))
            for a in names.attributes.values()
        ]
        self.table_of = {name: index for index, name in enumerate(names.attributes)}
        self._class_tables: dict[frozenset[int], int] = {}
        self.class_ids: dict[str, frozenset[int]] = {"card": frozenset(range(len(names.ids)))}
        self._copies: dict[frozenset[int], int] = {}
        self._sole: dict[frozenset[int], bool] = {}
        self._ranks = -1
        self._making: set[str] = set()
        self.broken: set[str] = set()

    @abstractmethod
    def truth(self, node: m.Expression, scope: Scope) -> p.Expr:
        """A condition."""

    def use(self, what: str, name: str) -> None:
        """Note that something is read."""
        self.names.used.add((what, name))

    def _class_table(self, name: str, ids: frozenset[int]) -> int:
        """A table of the program with 1 for these cards."""
        if ids not in self._class_tables:
            self._class_tables[ids] = len(self.tables)
            row = tuple(int(card in ids) for card in range(len(self.names.ids) + 1))
            self.tables.append(p.Table(name, row, ()))
        return self._class_tables[ids]

    @property
    def name_ranks(self) -> int:
        """A table of the program with each card's rank in the alphabet; no card comes before all of them."""
        if self._ranks < 0:
            names = sorted({face.name for face in self.names.ids}, key=lambda name: (name.casefold(), name))
            rank = {name: place for place, name in enumerate(names, 1)}
            self._ranks = len(self.tables)
            self.tables.append(p.Table("name", (*(rank[face.name] for face in self.names.ids), 0), ()))
        return self._ranks

    def class_name(self, text: str) -> str | None:
        """The kind, class or face that a word (or its plural) names."""
        for name in (text, text.removesuffix("s")):
            if name == "card" or name in self.names.kinds or name in self.names.classes or name in self.names.faces:
                return name
        return None

    def members(self, name: str) -> frozenset[int]:
        """The ids of a kind, class or face."""
        if name not in self.class_ids:
            self.class_ids[name] = frozenset()
            if name in self.names.classes:
                self._making.add(name)
                told = self.names.problems.told
                self.class_ids[name] = self._class_members(name)
                if self.names.problems.told > told:
                    self.broken.add(name)
                self._making.remove(name)
            else:
                self.class_ids[name] = self.names.ids_of(name)
        elif name in self._making:
            span = self.names.classes[name][1].span
            self.names.problems.add("circular", f"which cards are `{name}` hangs on itself", span)
        self.names.problems.told += name in self.broken
        return self.class_ids[name]

    def _class_members(self, name: str) -> frozenset[int]:
        part, node = self.names.classes[name]
        base = self.kind(node.kind, part)
        routine = Routine(name)
        local = routine.new()
        variable = Variable(Value(p.Local(local), t.Card()), local)
        scope = Scope(routine, part, {node.kind.text: variable}, variable)
        condition = self.truth(node.where, scope)
        values = fold.by_card(condition, local, len(self.names.ids), self.printed)
        if any(values[card] is None for card in base):
            self.names.problems.add("not-fixed", f"which cards are `{name}` must be printed on them", node.where.span)
        return frozenset(card for card in base if values[card])

    @property
    def printed(self) -> list[tuple[int, ...]]:
        """The values of all tables by card."""
        return [table.values for table in self.tables]

    def kind(self, name: m.Name, part: Part) -> frozenset[int]:
        """The ids that a class name in the text stands for; unknown ones are reported."""
        known = self.class_name(name.text)
        if known is None:
            self.names.say_unknown("kind", name, ["card", *self.names.kinds, *self.names.classes, *self.names.faces])
            return frozenset()
        self._see_class(known, name, part)
        return self.members(known)

    def _see_class(self, known: str, name: m.Name, part: Part) -> None:
        self.use("kind", known)
        if known in self.names.faces:
            self.names.see(name, self.names.faces[known].part, part)
        elif known in self.names.kinds:
            self.names.see(name, self.names.kinds[known].part, part)
        elif known in self.names.classes:
            self.names.see(name, self.names.classes[known][0], part)

    def belongs(self, ids: frozenset[int], name: str, card: p.Expr) -> p.Expr:
        """Whether a card is one of these."""
        if len(ids) == len(self.names.ids):
            return fold.TRUE
        if len(ids) == 1:
            return fold.binary("==", card, p.Int(next(iter(ids))))
        if not ids:
            return fold.FALSE
        return p.Attribute(self._class_table(name, ids), card)

    def copies(self, ids: frozenset[int]) -> int:
        """How many cards of the game have one of these ids."""
        if ids not in self._copies:
            faces = {self.names.ids[card].name for card in ids}
            self._copies[ids] = sum(count for name in faces for _, count, _ in self.names.faces[name].starts)
        return self._copies[ids]

    def sole(self, ids: frozenset[int]) -> bool:
        """Whether of each of these cards the game has only one."""
        if ids not in self._sole:
            faces = [self.names.ids[card] for card in ids]
            self._sole[ids] = all(sum(count for _, count, _ in face.starts) == len(face.ids) for face in faces)
        return self._sole[ids]
