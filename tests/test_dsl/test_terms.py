"""What expressions are made of, and what operators give."""

from __future__ import annotations

import pytest

from dsl import program as p
from dsl.terms import OPERATORS, children

ONE, TWO, THREE = p.Int(1), p.Int(2), p.Int(3)


@pytest.mark.parametrize(
    ("operator", "left", "right", "result"),
    [("//", 7, 0, 0), ("%", 7, 0, 0), ("//", -7, 2, -4), ("%", -7, 2, 1), ("-", 2, 5, -3), ("&", 6, 3, 2)],
)
def test_arithmetic_has_an_answer_for_everything(operator: str, left: int, right: int, result: int) -> None:
    assert OPERATORS[operator](left, right) == result


@pytest.mark.parametrize(
    ("expr", "inside"),
    [
        (p.Int(4), []),
        (p.Local(0), []),
        (p.Fact(0, ONE), [ONE]),
        (p.And((ONE, TWO, THREE)), [ONE, TWO, THREE]),
        (p.If(ONE, TWO, THREE), [ONE, TWO, THREE]),
        (p.Slice(ONE, TWO, None), [ONE, TWO]),
        (p.Slice(ONE, TWO, THREE), [ONE, TWO, THREE]),
        (p.Count(ONE, 5, TWO), [ONE, TWO]),
        (p.ExistsRun(ONE, 3, 5, TWO), [ONE, TWO]),
    ],
)
def test_children_stand_in_order(expr: p.Expr, inside: list[p.Expr]) -> None:
    assert list(children(expr)) == inside
