"""Selections that serve are the same whether they are worked out or known from cards that are like these."""

from __future__ import annotations

from itertools import product

import pytest

from dsl.program.blocks import Parameter, Source
from dsl.program.expressions import Attribute, Binary, Cards, Expr, Int, Local, Sum, Unpacked
from interpreter.analysis.faults import Fault
from interpreter.choices.selections import Selection, selections_of, unpacked, words_of_selection
from interpreter.generated.selection_cache import SelectionCache, reads_print_only
from tests.support.builder import cards_in
from tests.support.labyrinth import labyrinth

CARDS, ENDS = 0, 1
TOTAL = Sum(Unpacked(Local(CARDS)), 2, Attribute(0, Local(2)))
EVEN = Binary("==", Binary("%", TOTAL, Int(2)), Int(0))


def parameter(condition: Expr = EVEN, prefixes: tuple[str, ...] = ("", "far")) -> Parameter:
    sources = tuple(Source(cards_in(zone), Int(zone), prefix) for zone, prefix in enumerate(prefixes))
    return Parameter(CARDS, ENDS, sources, condition, least=1, most=3)


def even(cards: int, _ends: int) -> bool:
    return sum(labyrinth().tables[0].values[card] for card in unpacked(cards)) % 2 == 0


def test_what_serves_is_what_is_tried_one_by_one() -> None:
    chosen, selections = SelectionCache(labyrinth(), parameter()), selections_of(labyrinth())
    for one, other in product([b"", b"\0", b"\0\0\1", b"\2\1"], [b"\1", b"\3\3", b"\4\2\1"]):
        expected = [(*each, 0) for each in selections.of((one, other), 1, 3, 0) if even(*each)]
        assert chosen.of((one, other), 0, even) == expected
        assert chosen.of((one[::-1], other), 0, even) == expected


@pytest.mark.parametrize("condition", [EVEN, Binary("in", Int(1), Unpacked(Local(CARDS)))])
def test_of_selections_that_read_the_same_the_first_one_serves(condition: Expr) -> None:
    of_both = parameter(condition, ("", ""))
    chosen, selections = SelectionCache(labyrinth(), of_both), selections_of(labyrinth())
    names = [face.name for face in labyrinth().faces]
    lists = (b"\2\1", b"\4\2\1")
    first: dict[str, Selection] = {}
    for each in selections.of(lists, 1, 3, 0):
        first.setdefault(words_of_selection(of_both, each, [names[card] for card in unpacked(each[0])]), each)
    found = chosen.of(lists, 0, lambda *_: True)
    assert found == [(*each, 0) for each in first.values()]
    assert len(found) < len(selections.of(lists, 1, 3, 0))


def test_loads_stand_in_the_tags_of_what_is_picked() -> None:
    chosen = SelectionCache(labyrinth(), parameter(prefixes=("",)))
    (plain, *_), (laden, *_) = (chosen.of((b"\0\0",), 0, lambda *_: True, loads) for loads in ({}, {0: 5}))
    assert plain[:2] == laden[:2]
    assert (plain[2], laden[2] > 0) == (0, True)
    assert chosen.of((b"\0\0",), 0, lambda *_: True, {3: 5})[0] == plain


def test_too_many_cards_are_a_fault() -> None:
    with pytest.raises(Fault):
        SelectionCache(labyrinth(), parameter(prefixes=("",))).of((bytes(16),), 0, even)


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (EVEN, True),
        (Binary("==", Local(ENDS), Int(2)), True),
        (Binary("==", Local(CARDS), Int(2)), False),
        (Binary("in", Int(2), Unpacked(Local(CARDS))), False),
        (Binary("==", Sum(Unpacked(Local(CARDS)), 2, Local(2)), Int(0)), False),
        (Cards(b"\1"), False),
    ],
)
def test_only_what_is_printed_makes_cards_alike(condition: Expr, expected: bool) -> None:
    assert reads_print_only(condition, ENDS) is expected
