"""Which selections of cards serve for an option, kept by the lists from which they are chosen.

This is for options that are about a selection only, and a condition that hangs on its cards alone. Where it hangs on
nothing but what is printed on them, what was found for some cards is known for all lists of cards like these. Of
selections that read the same there is one, unless what lies on the cards, or a fact, tells them apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from dsl.program.blocks import Parameter
from dsl.program.expressions import (
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
    Size,
    Slice,
    Sum,
    Unpacked,
)
from dsl.program.operators import children, within
from dsl.program.program import Program
from interpreter.analysis.equal_names import BYTE, first_by_key, first_by_name
from interpreter.analysis.memo import Latest
from interpreter.choices.attachments import attachments_of
from interpreter.choices.picks import Pick
from interpreter.choices.selections import Places, Selection, packed, prefixed, selections_of, subsets, unpacked

NO_LOADS: Mapping[int, int] = {}

Serves = Callable[[int, int], object]
"""Whether a selection serves: its cards, packed, and how many come from which list."""

Lists = tuple[bytes, ...]
"""The lists from which cards are chosen, one for each source."""


class Chosen:
    """What is picked for one parameter; only the latest answers are kept.

    They are kept by the lists from which is chosen, by these cards' names (equal cards have numbers of their own where
    something may lie on them), and by what is printed on the cards. So is whether a selection serves.
    """

    def __init__(self, program: Program, parameter: Parameter) -> None:
        self._least, self._most = parameter.least, parameter.most
        self._selections, attachments = selections_of(program), attachments_of(program)
        self._packed, self._special = attachments.packed, attachments.distinguished
        self._read = _read(program, parameter)
        self._each = [range(BYTE * number, BYTE * (number + 1)) for number in range(len(parameter.sources))]
        self._faces = first_by_name(program)
        self._like = _alike(program, parameter.condition) if _by_print(parameter.condition, parameter.zone) else None
        self._by_list: Latest[Lists, list[Pick]] = Latest()
        self._by_name: Latest[Lists, list[Places]] = Latest()
        self._by_print: Latest[tuple[int, ...], list[Places]] = Latest()
        self._served: Latest[object, bool] = Latest()

    def of(self, lists: Lists, origin: int, serves: Serves, loads: Mapping[int, int] = NO_LOADS) -> list[Pick]:
        """What is picked among these lists, without the option's number in front; `origin` is that of the option.

        `loads` are the loads of cards. Picks that read the same are among them only if `Attachments.distinguished` says
        that some of these cards are told apart by something else.
        """
        cards = b"".join(lists)
        self._selections.check(len(cards), origin)
        if self._special(cards, loads):
            ordered = [self._selections.ordered(each) for each in lists]
            found = _selections(ordered, self._different(ordered, serves, self._each))
            return [(chosen, ends, self._packed(unpacked(chosen), loads)) for chosen, ends in found]
        key = tuple([bytes(sorted(each)) for each in lists])
        if (picks := self._by_list.get(key)) is None:
            picks = self._by_list.keep(key, self._picks(key, serves))
        return picks

    def _picks(self, lists: Lists, serves: Serves) -> list[Pick]:
        """The picks if no card is told apart from others of its name."""
        ordered = [self._selections.ordered(cards) for cards in lists]
        key = tuple([cards.translate(self._faces) for cards in ordered])
        if self._like is None:
            places = self._different(ordered, serves, self._read)
        elif (known := self._by_name.get(key)) is None:
            places = self._by_name.keep(key, self._different(ordered, serves, self._read))
        else:
            places = known
        return [(*each, 0) for each in _selections(ordered, places)]

    def _different(self, ordered: Sequence[bytes], serves: Serves, read: Sequence[Sequence[int]]) -> list[Places]:
        """The places of what serves; of selections with the same numbers in `read`, by source and card, the first."""
        numbers = [of[card] for of, cards in zip(read, ordered, strict=True) for card in cards]
        found: dict[tuple[int, ...], Places] = {}
        for places in self._places(ordered, serves):
            found.setdefault(tuple([numbers[at] for at in places[0]]), places)
        return list(found.values())

    def _places(self, ordered: Sequence[bytes], serves: Serves) -> list[Places]:
        """The places of selections that serve, in the order in which they are listed: what is alike serves alike."""
        like = self._like or range(BYTE)
        alike = tuple([BYTE * number + like[card] for number, cards in enumerate(ordered) for card in cards])
        if (known := self._by_print.get(alike)) is None:
            known = self._by_print.keep(alike, list(self._serving(ordered, alike, serves)))
        return known

    def _serving(self, ordered: Sequence[bytes], alike: Sequence[int], serves: Serves) -> Iterator[Places]:
        cards = b"".join(ordered)
        for taken, (chosen, ends) in subsets(tuple(map(len, ordered)), self._least, self._most):
            key = taken(alike)
            if (found := self._served.get(key)) is None:
                found = self._served.keep(key, bool(serves(packed([cards[at] for at in chosen]), ends)))
            if found:
                yield chosen, ends


def _selections(ordered: Sequence[bytes], places: Iterable[Places]) -> list[Selection]:
    cards = b"".join(ordered)
    return [(packed([cards[at] for at in chosen]), ends) for chosen, ends in places]


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
    return first_by_key(
        tuple(program.tables[table].values[card] for table in read) for card in range(len(program.faces))
    )


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
