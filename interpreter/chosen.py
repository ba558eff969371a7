"""Which selections of cards serve for an option, kept by the lists from which they are chosen.

This is for options that are about a selection only, and a condition that hangs on its cards alone. Where it hangs on
nothing but what is printed on them, what was found for some cards is known for all lists of cards like these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations

from dsl.program import (
    And,
    Attribute,
    Binary,
    Common,
    Expr,
    If,
    Int,
    Local,
    Not,
    Or,
    Parameter,
    Program,
    Size,
    Slice,
    Sum,
    Unpacked,
)
from dsl.terms import children
from interpreter.options import KEPT, Pick
from interpreter.riding import riders_of
from interpreter.several import BASE, selections_of, unpacked

NO_LOADS: Mapping[int, int] = {}

Serves = Callable[[int, int], object]
"""Whether a selection serves: its cards, packed, and how many come from which list."""

Places = tuple[tuple[int, ...], int]
"""Positions in the joined lists, and how many come from which list."""


class Chosen(dict[tuple[bytes, ...], list[Pick]]):
    """What is picked for one parameter, by the lists from which it is chosen; only the latest answers are kept."""

    def __init__(self, program: Program, parameter: Parameter) -> None:
        super().__init__()
        self._least, self._most = parameter.least, parameter.most
        self._selections, self._packed = selections_of(program), riders_of(program).packed
        self._like = _alike(program) if _by_print(parameter.condition, parameter.zone) else None
        self._shapes: dict[tuple[bytes, ...], list[Places]] = {}

    def of(
        self, lists: tuple[bytes, ...], origin: int, serves: Serves, loads: Mapping[int, int] = NO_LOADS
    ) -> list[Pick]:
        """What is picked among these lists, without the option's number in front; `origin` is that of the option.

        `loads` tells what lies on cards.
        """
        found = self._of(lists, origin, serves)
        if not loads or all(loads.keys().isdisjoint(cards) for cards in lists):
            return found
        return [(cards, ends, self._packed(unpacked(cards), loads)) for cards, ends, _ in found]

    def _of(self, lists: tuple[bytes, ...], origin: int, serves: Serves) -> list[Pick]:
        key = tuple([bytes(sorted(cards)) for cards in lists])
        found = self.get(key)
        if found is None:
            if len(self) >= KEPT:
                self.clear()
            self._selections.check(lists, origin)
            found = self[key] = self._found(key, origin, serves)
        return found

    def _found(self, lists: tuple[bytes, ...], origin: int, serves: Serves) -> list[Pick]:
        if self._like is None:
            selections = self._selections.of(lists, self._least, self._most, origin)
            return [(cards, ends, 0) for cards, ends in selections if serves(cards, ends)]
        ordered = [self._selections.ordered(cards) for cards in lists]
        shape = tuple([cards.translate(self._like) for cards in ordered])
        codes = [card + 1 for cards in ordered for card in cards]
        places = self._shapes.get(shape)
        if places is None:
            if len(self._shapes) >= KEPT:
                self._shapes.clear()
            places = self._shapes[shape] = list(self._serving(codes, [len(cards) for cards in ordered], serves))
        picks = [(int.from_bytes(bytes([codes[at] for at in chosen]), "little"), ends, 0) for chosen, ends in places]
        return list(dict.fromkeys(picks))

    def _serving(self, codes: Sequence[int], sizes: Sequence[int], serves: Serves) -> Iterator[Places]:
        """The positions of the selections that serve, those of equal cards included."""
        stops = [sum(sizes[: number + 1]) for number in range(len(sizes) - 1)]
        for size in range(self._least, min(self._most, len(codes)) + 1):
            for chosen in combinations(range(len(codes)), size):
                ends = 0
                for number, stop in enumerate(stops):
                    ends += sum([at < stop for at in chosen]) * BASE**number
                if serves(int.from_bytes(bytes([codes[at] for at in chosen]), "little"), ends):
                    yield chosen, ends


def _alike(program: Program) -> bytes:
    """For each card, the first one on which the same is printed."""
    first: dict[tuple[int, ...], int] = {}
    columns = [tuple(table.values[card] for table in program.tables) for card in range(len(program.faces))]
    found = [first.setdefault(column, card) for card, column in enumerate(columns)]
    return bytes([*found, *range(len(found), 256)])


def _by_print(expr: Expr, ends: int) -> bool:
    """Whether an expression reads nothing of the selected cards but what is printed on them, and how many there are."""
    match expr:
        case Attribute(_, Local()) | Unpacked(Local()):
            return True
        case Local(index):
            return index == ends
        case Binary(operator):
            return operator not in {"in", "++"} and all(_by_print(part, ends) for part in children(expr))
        case Int() | And() | Or() | Not() | If() | Size() | Slice() | Sum() | Common():
            return all(_by_print(part, ends) for part in children(expr))
        case _:
            return False
