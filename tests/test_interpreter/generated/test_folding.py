from __future__ import annotations

import pytest

from dsl.program.expressions import (
    And,
    Attribute,
    Binary,
    Cards,
    Element,
    Expr,
    Filter,
    If,
    Int,
    Local,
    Not,
    Number,
    Or,
    Zone,
)
from interpreter.generated.folding import Folding
from tests.support.labyrinth import labyrinth

UNKNOWN = Number(Int(0))
TWO, THREE = Local(2), Local(3)


def settled(expr: Expr) -> Expr:
    return Folding(labyrinth()).settled(expr, {2: 4})


@pytest.mark.parametrize(
    ("expr", "expected"),
    [
        (Binary("*", Binary("-", TWO, Int(1)), Int(2)), Int(6)),
        (Binary("<", TWO, Int(4)), Int(0)),
        (Binary("+", THREE, Binary("-", TWO, Int(4))), THREE),
        (Element(Cards(b"\1\2"), Binary("%", TWO, Int(3))), Int(2)),
        (Binary("in", TWO, Cards(b"\4")), Int(1)),
        (And((UNKNOWN, Binary("==", TWO, Int(5)))), Int(0)),
        (And((UNKNOWN, Binary("==", TWO, Int(4)))), UNKNOWN),
        (And((Binary("==", TWO, Int(4)),)), Int(1)),
        (Or((UNKNOWN, Not(Binary("==", TWO, Int(5))))), Int(1)),
        (If(Binary("==", TWO, Int(4)), THREE, UNKNOWN), THREE),
        (Zone(Binary("+", TWO, Int(3))), Zone(Int(7))),
    ],
)
def test_what_follows_from_a_known_local(expr: Expr, expected: Expr) -> None:
    assert settled(expr) == expected


def test_a_printed_value_of_a_known_card() -> None:
    assert settled(Attribute(0, TWO)) == Int(labyrinth().tables[0].values[4])


def test_a_local_that_is_bound_again_is_not_the_known_one() -> None:
    each = Filter(Zone(TWO), 2, Binary("==", TWO, THREE))
    assert settled(each) == Filter(Zone(Int(4)), 2, Binary("==", TWO, THREE))


def test_what_reads_no_known_local_is_left_alone() -> None:
    expr = Binary("+", Int(1), Int(2))
    assert settled(expr) is expr
