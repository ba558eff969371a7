"""Which selections of cards serve for an option, kept by the lists from which they are chosen.

This is for options that are about a selection only, and a condition that hangs on its cards alone. Where it hangs on
nothing but what is printed on them, what was found for some cards is known for all lists of cards like these. Of
selections that read the same there is one, unless what lies on the cards, or a fact, tells them apart.
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
from dsl.terms import children, within
from interpreter.options import KEPT, Pick
from interpreter.riding import riders_of
from interpreter.several import BASE, Selection, prefixed, selections_of, unpacked

BYTE = 256

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
        self._selections, riders = selections_of(program), riders_of(program)
        self._packed, self._special = riders.packed, riders.special
        self._like = _alike(program, parameter.condition) if _by_print(parameter.condition, parameter.zone) else None
        self._shapes: dict[tuple[bytes, ...], list[Places]] = {}
        self._read = _read(program, parameter)
        self._each = [range(BYTE * number, BYTE * (number + 1)) for number in range(len(parameter.sources))]

    def of(
        self, lists: tuple[bytes, ...], origin: int, serves: Serves, loads: Mapping[int, int] = NO_LOADS
    ) -> list[Pick]:
        """What is picked among these lists, without the option's number in front; `origin` is that of the option.

        `loads` tells what lies on cards. Picks that read the same are among them only if `riding.Riders.special` says
        that some of these cards are told apart by something else.
        """
        if any(self._special(cards, loads) for cards in lists):
            found = self._found(lists, origin, serves, self._each)
            return [(cards, ends, self._packed(unpacked(cards), loads)) for cards, ends in found]
        key = tuple([bytes(sorted(cards)) for cards in lists])
        picks = self.get(key)
        if picks is None:
            if len(self) >= KEPT:
                self.clear()
            picks = self[key] = [(*each, 0) for each in self._found(key, origin, serves, self._read)]
        return picks

    def _found(
        self, lists: tuple[bytes, ...], origin: int, serves: Serves, read: Sequence[Sequence[int]]
    ) -> list[Selection]:
        """The selections that serve; `read` has a number for each source and card: the first with the same numbers."""
        self._selections.check(lists, origin)
        ordered = [self._selections.ordered(cards) for cards in lists]
        codes = [card + 1 for cards in ordered for card in cards]
        numbers = [of[card] for of, cards in zip(read, ordered, strict=True) for card in cards]
        found: dict[tuple[int, ...], Places] = {}
        for places in self._places(ordered, codes, serves):
            found.setdefault(tuple([numbers[at] for at in places[0]]), places)
        return [(_packed([codes[at] for at in chosen]), ends) for chosen, ends in found.values()]

    def _places(self, ordered: Sequence[bytes], codes: Sequence[int], serves: Serves) -> Sequence[Places]:
        """The places of the selections that serve."""
        sizes = [len(cards) for cards in ordered]
        if self._like is None:
            return list(self._serving(codes, sizes, serves))
        shape = tuple([cards.translate(self._like) for cards in ordered])
        places = self._shapes.get(shape)
        if places is None:
            if len(self._shapes) >= KEPT:
                self._shapes.clear()
            places = self._shapes[shape] = list(self._serving(codes, sizes, serves))
        return places

    def _serving(self, codes: Sequence[int], sizes: Sequence[int], serves: Serves) -> Iterator[Places]:
        """The positions of the selections that serve, those of equal cards included."""
        stops = [sum(sizes[: number + 1]) for number in range(len(sizes) - 1)]
        for size in range(self._least, min(self._most, len(codes)) + 1):
            for chosen in combinations(range(len(codes)), size):
                ends = 0
                for number, stop in enumerate(stops):
                    ends += sum([at < stop for at in chosen]) * BASE**number
                if serves(_packed([codes[at] for at in chosen]), ends):
                    yield chosen, ends


def _packed(codes: Sequence[int]) -> int:
    return int.from_bytes(bytes(codes), "little")


def _read(program: Program, parameter: Parameter) -> list[list[int]]:
    """For each source of a parameter and each card a number, the same for what reads the same."""
    numbers: dict[str, int] = {}
    return [
        [numbers.setdefault(prefixed(source, face.name), len(numbers)) for face in program.faces]
        for source in parameter.sources
    ]


def _alike(program: Program, condition: Expr) -> bytes:
    """For each card, the first one on which the same is printed, of what a condition reads."""
    read = sorted({part.table for part in within(condition) if isinstance(part, Attribute | Common)})
    first: dict[tuple[int, ...], int] = {}
    columns = [tuple(program.tables[table].values[card] for table in read) for card in range(len(program.faces))]
    found = [first.setdefault(column, card) for card, column in enumerate(columns)]
    return bytes([*found, *range(len(found), BYTE)])


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
