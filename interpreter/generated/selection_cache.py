"""The selections of cards that serve for an option, cached by the lists from which they are chosen.

This serves options whose only parameter is a selection, with a condition that depends on its cards alone. If it depends
only on what is printed on them, the results for some cards hold for all lists of cards with the same print. Selections
that read the same are one, unless they are distinguished by attached cards or by a fact.
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
    Highest,
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
from interpreter.analysis.equal_names import first_by_key, first_by_name
from interpreter.analysis.memo import Cache
from interpreter.choices.attachments import attachments_of
from interpreter.choices.picks import Pick
from interpreter.choices.selections import Places, Selection, prefixed, selections_of, subsets

NO_LOADS: Mapping[int, int] = {}

Serves = Callable[[int, int], object]
"""Whether a selection serves, given its cards, packed, and how many come from which list."""

Lists = tuple[bytes, ...]
"""The lists from which cards are chosen, one for each source."""


class SelectionCache:
    """The picks for one parameter; only the latest entries are kept.

    There are entries by lists, in any order and sorted, by the names of the cards in them (equal cards have numbers of
    their own where they may carry others) and by what is printed on these; and for each selection whether it serves.
    """

    def __init__(self, program: Program, parameter: Parameter) -> None:
        self._least, self._most = parameter.least, parameter.most
        self._lists, self._join, self._ids = program.lists, program.lists().join, len(program.faces)
        self._selections, attachments = selections_of(program), attachments_of(program)
        self._pack, self._unpack = self._selections.packed, self._selections.unpacked
        self._packed, self._distinguished = attachments.packed, attachments.distinguished
        self._by_words = _numbered_by_words(program, parameter)
        self._by_card = [
            range(self._ids * number, self._ids * (number + 1)) for number in range(len(parameter.sources))
        ]
        self._first_by_name = first_by_name(program)
        by_print = reads_print_only(parameter.condition, parameter.zone)
        self._first_by_print = _first_by_print(program, parameter.condition) if by_print else None
        self._by_order: Cache[Lists, list[Pick]] = Cache()
        self._by_list: Cache[Lists, list[Pick]] = Cache()
        self._by_name: Cache[Lists, list[Places]] = Cache()
        self._by_print: Cache[tuple[int, ...], list[Places]] = Cache()
        self._served: Cache[object, bool] = Cache()

    def of(self, lists: Lists, origin: int, serves: Serves, loads: Mapping[int, int] = NO_LOADS) -> list[Pick]:
        """The picks among these lists, without the option's number in front; `origin` is that of the option.

        `loads` are the loads of cards. Some of the picks may read the same if cards in the lists are distinguished from
        others of their name (see `Attachments`).
        """
        known = self._by_order.get(lists)
        if known is not None and (not loads or loads.keys().isdisjoint(self._join(lists))):
            return known
        cards = self._join(lists)
        self._selections.check(len(cards), origin)
        if self._distinguished(cards, loads):
            ordered = [self._selections.ordered(each) for each in lists]
            found = self._listed(ordered, self._different(ordered, serves, self._by_card))
            return [(chosen, ends, self._packed(self._unpack(chosen), loads)) for chosen, ends in found]
        key = tuple([self._lists(sorted(each)) for each in lists])
        if (picks := self._by_list.get(key)) is None:
            picks = self._by_list.store(key, self._picks(key, serves))
        return self._by_order.store(lists, picks)

    def _picks(self, lists: Lists, serves: Serves) -> list[Pick]:
        """The picks if no card is distinguished from others of its name."""
        ordered = [self._selections.ordered(cards) for cards in lists]
        key = tuple([cards.translate(self._first_by_name) for cards in ordered])
        if self._first_by_print is None:
            places = self._different(ordered, serves, self._by_words)
        elif (known := self._by_name.get(key)) is None:
            places = self._by_name.store(key, self._different(ordered, serves, self._by_words))
        else:
            places = known
        return [(*each, 0) for each in self._listed(ordered, places)]

    def _different(self, ordered: Sequence[bytes], serves: Serves, numbered: Sequence[Sequence[int]]) -> list[Places]:
        """The places of the selections that serve: the first one of those with the same numbers.

        `numbered` has for each source the numbers of all cards.
        """
        numbers = [of[card] for of, cards in zip(numbered, ordered, strict=True) for card in cards]
        found: dict[tuple[int, ...], Places] = {}
        for places in self._places(ordered, serves):
            found.setdefault(tuple([numbers[at] for at in places[0]]), places)
        return list(found.values())

    def _places(self, ordered: Sequence[bytes], serves: Serves) -> list[Places]:
        """The places of all selections that serve, in order."""
        first = self._first_by_print or range(self._ids)
        prints = tuple([self._ids * number + first[card] for number, cards in enumerate(ordered) for card in cards])
        if (known := self._by_print.get(prints)) is None:
            known = self._by_print.store(prints, list(self._serving(ordered, prints, serves)))
        return known

    def _serving(self, ordered: Sequence[bytes], prints: Sequence[int], serves: Serves) -> Iterator[Places]:
        """The places of all selections that serve; cards with the same number in `prints` serve alike."""
        cards, packed = self._join(ordered), self._pack
        for taken, (chosen, ends) in subsets(tuple(map(len, ordered)), self._least, self._most):
            key = taken(prints)
            if (found := self._served.get(key)) is None:
                found = self._served.store(key, bool(serves(packed([cards[at] for at in chosen]), ends)))
            if found:
                yield chosen, ends

    def _listed(self, ordered: Sequence[bytes], places: Iterable[Places]) -> list[Selection]:
        cards, packed = self._join(ordered), self._pack
        return [(packed([cards[at] for at in chosen]), ends) for chosen, ends in places]


def _numbered_by_words(program: Program, parameter: Parameter) -> list[list[int]]:
    """For each source of a parameter a number for each card; those that read the same have the same number."""
    numbers: dict[str, int] = {}
    return [
        [numbers.setdefault(prefixed(source, face.name), len(numbers)) for face in program.faces]
        for source in parameter.sources
    ]


def _first_by_print(program: Program, condition: Expr) -> bytes:
    """For each card, the first one on which a condition reads the same print."""
    read = sorted({part.table for part in within(condition) if isinstance(part, Attribute | Common)})
    values = [program.tables[table].values for table in read]
    return first_by_key((tuple(of[card] for of in values) for card in range(len(program.faces))), program.lists)


def reads_print_only(expr: Expr, ends: int) -> bool:
    """Whether an expression reads nothing but what is printed on the selected cards, and how many there are."""
    match expr:
        case Attribute(_, Local()) | Unpacked(Local()):
            return True
        case Local(index):
            return index == ends
        case Binary(operator):
            return operator not in {"in", "++"} and all(reads_print_only(part, ends) for part in children(expr))
        case Int() | And() | Or() | Not() | If() | Size() | Slice() | Sum() | Highest() | Common():
            return all(reads_print_only(part, ends) for part in children(expr))
        case _:
            return False
