"""Tables that generated code reads: printed attributes, the cards that fail a condition, and picks.

A condition that depends only on what is printed on a card is tested for every card beforehand; leaving cards out of a
list is then one call of `bytes.translate`. Picks are cached by the list of cards, because the same few lists come again
and again. Nothing here knows where code is written.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, cast

import attrs

from dsl.program.blocks import Parameter
from dsl.program.expressions import And, Binary, Expr, Not
from dsl.program.fold import by_card
from dsl.program.operators import OPERATORS, free_locals, reads_state, within
from dsl.program.program import Program
from interpreter.analysis.memo import Cache
from interpreter.choices.evaluate import Evaluator, Locals
from interpreter.choices.picks import Pick
from interpreter.generated.selection_cache import SelectionCache

OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
"""The comparison that holds where another doesn't."""

CARD = re.compile(r"\bc\d+\b")
"""The names of cards that exist, in generated code."""


class FailingByValue(dict[int, bytes]):
    """The cards that fail a condition `table[card] operator value`, by value; computed when they are first needed."""

    def __init__(self, table: tuple[int, ...], operator: Callable[[int, int], int], lists: type[bytes]) -> None:
        super().__init__()
        self._lists = lists
        self._table = table
        self._operator = operator

    def __missing__(self, value: int) -> bytes:
        found = self._lists(card for card, printed in enumerate(self._table) if not self._operator(printed, value))
        self[value] = found
        return found


class PickCache(Cache[bytes, tuple[Pick, ...]]):
    """The picks of an option whose only parameter is a card, by the cards that serve; computed when first needed.

    Cards with the same name share a pick. Only the latest entries are kept.
    """

    def __init__(self, names: Sequence[str], option: int, zone: int, tag: int) -> None:
        super().__init__()
        self._names = names
        self._picks = [(option, card, zone, tag) for card in range(len(names))]
        count = Counter(names)
        self._unique = frozenset(card for card, name in enumerate(names) if count[name] == 1)

    def told(self, cards: bytes, loads: Mapping[int, int], sources: int) -> Sequence[Pick]:
        """The picks of cards, some of which may have loads; the parameter has so many sources."""
        if loads.keys().isdisjoint(cards):
            return self[cards]
        found: dict[tuple[str, int], Pick] = {}
        for card in sorted(cards):
            option, _, zone, tag = self._picks[card]
            load = loads.get(card, 0)
            more = load * sources
            found.setdefault((self._names[card], load), (option, card, zone, tag - more if tag < 0 else tag + more))
        return list(found.values())

    def __missing__(self, cards: bytes) -> tuple[Pick, ...]:
        distinct = sorted(set(cards))
        if self._unique.issuperset(distinct):
            return self.store(cards, tuple([self._picks[card] for card in distinct]))
        first = dict(zip([self._names[card] for card in reversed(distinct)], reversed(distinct), strict=True))
        return self.store(cards, tuple([self._picks[card] for card in sorted(first.values())]))


class PickCacheByZone(dict[int, PickCache]):
    """The picks of an option whose card lies in a zone that isn't known beforehand, by zone."""

    def __init__(self, names: Sequence[str], option: int, tag: int) -> None:
        super().__init__()
        self._names = names
        self._option = option
        self._tag = tag

    def __missing__(self, zone: int) -> PickCache:
        found = self[zone] = PickCache(self._names, self._option, zone, self._tag)
        return found


class Constants:
    """Collects the constants of the code of one program, by their names in the code."""

    def __init__(self, program: Program) -> None:
        self.values: dict[str, Any] = {}
        self._names: dict[Any, str] = {}
        self._printed: dict[tuple[Expr, int], tuple[int, ...] | None] = {}
        self._failing: dict[tuple[Expr, int], str | None] = {}
        self._served: dict[int, tuple[Parameter, bytes]] = {}
        self._program = program
        self._lists = program.lists
        self._evaluator = Evaluator(program)
        self._tables = tuple(table.values for table in program.tables)
        self._cards = range(len(program.faces))
        self._face_names = tuple(face.name for face in program.faces)

    def name(self, prefix: str, key: object, value: Any) -> str:
        """The name of a constant; equal keys share one."""
        known = self._names.get((prefix, key))
        if known is None:
            known = self._names[prefix, key] = f"{prefix}{len(self._names)}"
            self.values[known] = value
        return known

    def cards(self, ids: bytes) -> str:
        """Source for a constant list of cards."""
        return repr(ids) if self._lists is bytes else self.name("L", ids, self._lists(ids))

    def table(self, table: int) -> str:
        """The name of a printed attribute's values."""
        return self.name("T", table, self._program.tables[table].values)

    def picks(self, block: int, option: int, tag: int, zone: int | None) -> str:
        """The name of the picks of an option of a block's choice, by cards; if the zone is None, by zone first."""
        names, key = self._face_names, (block, option, tag, zone)
        if zone is None:
            return self.name("P", key, PickCacheByZone(names, option, tag))
        return self.name("P", key, PickCache(names, option, zone, tag))

    def selections(self, parameter: Parameter, test: str) -> str:
        """The name of the selections that serve, by the lists they are from; `test` is source for whether one does."""
        prefixes = tuple(source.prefix for source in parameter.sources)
        numbers: dict[str, str] = {}
        key = CARD.sub(lambda found: numbers.setdefault(found[0], f"c{len(numbers)}"), test)
        return self.name(
            "S", (parameter.least, parameter.most, prefixes, key), SelectionCache(self._program, parameter)
        )

    def printed(self, expr: Expr, local: int) -> tuple[int, ...] | None:
        """An expression's value for each card in a local, if it depends on nothing else."""
        if (expr, local) not in self._printed:
            self._printed[expr, local] = self._by_card(expr, local)
        return self._printed[expr, local]

    def _by_card(self, expr: Expr, local: int) -> tuple[int, ...] | None:
        if reads_state(expr) or free_locals(expr) - {local}:
            return None
        known = by_card(expr, local, len(self._cards), self._tables)
        if None not in known:
            return tuple(cast(Sequence[int], known))
        values = []
        scratch: Locals = [0] * (_highest_local(expr, local) + 1)
        for card in self._cards:
            scratch[local] = card
            values.append(self._evaluator.number(expr, [], scratch))
        return tuple(values)

    def failing(self, condition: Expr, local: int) -> str | None:
        """The name of the cards that fail a condition, if it depends on the card alone."""
        if (condition, local) not in self._failing:
            values = self.printed(condition, local)
            failing = None if values is None else self._lists(card for card, value in enumerate(values) if not value)
            self._failing[condition, local] = None if failing is None else self.name("D", failing, failing)
        return self._failing[condition, local]

    def serving(self, parameter: Parameter) -> bytes:
        """The cards that a parameter for one card can be about, judged by what is printed on them."""
        served = self._served.get(id(parameter))
        if served is None:
            condition = parameter.condition
            parts = condition.parts if isinstance(condition, And) else (condition,)
            printed = [values for part in parts if (values := self.printed(part, parameter.card)) is not None]
            cards = self._lists(card for card in self._cards if all(values[card] for values in printed))
            served = self._served[id(parameter)] = parameter, cards
        return served[1]

    def possible(self, parameters: Iterable[Parameter]) -> bool:
        """Whether cards exist that an option with these parameters can be about, judged by their print."""
        return all(each.values or each.most or self.serving(each) for each in parameters)

    def compared(self, condition: Expr, local: int) -> tuple[str, Expr] | None:
        """For a condition that compares a printed value with one that isn't about the card.

        The name of the cards that fail it, by that other value, and the other value.
        """
        if isinstance(condition, Not) and isinstance(condition.part, Binary) and condition.part.operator in OPPOSITE:
            condition = attrs.evolve(condition.part, operator=OPPOSITE[condition.part.operator])
        if not isinstance(condition, Binary) or condition.operator not in OPERATORS:
            return None
        operator = OPERATORS[condition.operator]
        left, right = self._side(condition.left, local), self._side(condition.right, local)
        if left is not None and local not in free_locals(condition.right):
            key = ("left", condition.operator, left)
            return self.name("E", key, FailingByValue(left, operator, self._lists)), condition.right
        if right is not None and local not in free_locals(condition.left):
            key, turned = ("right", condition.operator, right), lambda one, other: operator(other, one)
            return self.name("E", key, FailingByValue(right, turned, self._lists)), condition.left
        return None

    def _side(self, expr: Expr, local: int) -> tuple[int, ...] | None:
        return self.printed(expr, local) if local in free_locals(expr) else None


def _highest_local(expr: Expr, local: int) -> int:
    return max(local, *(getattr(each, "local", 0) for each in within(expr)))
