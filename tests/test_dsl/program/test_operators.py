"""What expressions are made of, and what operators give."""

from __future__ import annotations

import pytest

from dsl.program import program as p
from dsl.program.operators import OPERATORS, children, free_locals, operands, reads_state, rebuilt

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


@pytest.mark.parametrize(
    ("expr", "read", "state"),
    [
        (p.Binary("+", p.Local(2), p.Local(1)), {1, 2}, False),
        (p.Count(p.Cards(b""), 5, p.Binary("==", p.Local(5), p.Local(1))), {1}, False),
        (p.ExistsRun(p.Local(5), 3, 5, p.Local(5)), {5}, False),
        (p.Sum(p.Zone(ONE), 5, p.If(p.Local(5), p.Local(3), ONE)), {3}, True),
        (p.Covered(p.Local(0), 7), {0}, True),
        (p.Number(p.Local(4)), {4}, True),
        (p.Attribute(0, p.Local(4)), {4}, False),
    ],
)
def test_what_an_expression_hangs_on(expr: p.Expr, read: set[int], state: bool) -> None:
    assert free_locals(expr) == read
    assert reads_state(expr) == state


@pytest.mark.parametrize(
    ("what", "read"),
    [
        (p.Move(ONE, TWO, THREE, "last", 0), [ONE, TWO, THREE]),
        (p.Move(ONE, TWO, THREE, "last", 0, position=TWO), [ONE, TWO, THREE, TWO]),
        (p.Branch(ONE, (p.SetLocal(0, TWO, 0),), (), 0), [ONE]),
        (p.ForEach(1, TWO, (p.SetLocal(0, ONE, 0),), 0), [TWO]),
        (p.Call(0, (TWO, ONE), 0), [TWO, ONE]),
        (p.End(0, 0), []),
        (p.Fork(THREE, 1, 2, 0), [THREE]),
        (p.CallAndWait(0, (ONE, THREE), 1, 0), [ONE, THREE]),
    ],
)
def test_what_an_instruction_reads_itself(what: p.Instruction | p.Fork | p.CallAndWait, read: list[p.Expr]) -> None:
    assert operands(what) == read


EACH = [
    p.Cards(b"\1"), p.Local(3), p.Number(ONE), p.Attribute(2, ONE), p.Fact(2, ONE), p.Binary("-", ONE, TWO),
    p.And((ONE, TWO)), p.Or(()), p.Not(ONE), p.Covered(ONE, 7), p.If(ONE, TWO, THREE), p.Size(ONE), p.Common(4, ONE),
    p.Element(ONE, TWO), p.Position(ONE, TWO), p.Slice(ONE, TWO, None), p.Slice(ONE, TWO, THREE),
    p.Filter(ONE, 5, TWO), p.ExistsRun(ONE, 3, 5, TWO), p.Sum(ONE, 5, TWO), p.Without(ONE, TWO), p.Unpacked(ONE),
]  # fmt: skip


@pytest.mark.parametrize("expr", EACH, ids=repr)
def test_an_expression_with_other_children(expr: p.Expr) -> None:
    assert rebuilt(expr, lambda part: part) == expr
    assert list(children(rebuilt(expr, p.Not))) == [p.Not(part) for part in children(expr)]


def test_what_is_asked_of_each_card_changes_by_itself() -> None:
    assert rebuilt(p.Count(ONE, 5, TWO), p.Not, p.Size) == p.Count(p.Not(ONE), 5, p.Size(TWO))
