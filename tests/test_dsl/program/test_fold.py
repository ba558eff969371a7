"""Expressions that are folded when they are made, and what is known of one card."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.program import program as p
from dsl.program.fold import FALSE, TRUE, binary, by_card, choose, compute, conj, disj, known, neg, specialised, total

A, B, C = p.Number(p.Int(1)), p.Number(p.Int(2)), p.Number(p.Int(3))
HERE = p.Local(0)
COLOUR, VALUE = p.Attribute(0, HERE), p.Attribute(1, HERE)
TABLES = [(1, 2, 4), (5, 0, 7)]


def test_both() -> None:
    assert conj([]) == TRUE
    assert conj([TRUE, A, TRUE]) == A
    assert conj([A, FALSE, B]) == FALSE
    assert conj([A, conj([B, C])]) == p.And((A, B, C))
    assert conj([A, disj([B, C])]) == p.And((A, p.Or((B, C))))


def test_either() -> None:
    assert disj([]) == FALSE
    assert disj([FALSE, A, FALSE]) == A
    assert disj([A, TRUE, B]) == TRUE
    assert disj([A, disj([B, C])]) == p.Or((A, B, C))


def test_any_number_but_zero_holds() -> None:
    assert conj([p.Int(7), A]) == A
    assert disj([p.Int(7), A]) == TRUE


def test_not() -> None:
    assert (neg(TRUE), neg(FALSE), neg(p.Int(7))) == (FALSE, TRUE, FALSE)
    assert neg(A) == p.Not(A)
    assert neg(neg(A)) == A


def test_arithmetic() -> None:
    assert binary("+", p.Int(2), p.Int(3)) == p.Int(5)
    assert binary("+", A, FALSE) == binary("+", FALSE, A) == binary("-", A, FALSE) == A
    assert binary("-", FALSE, A) == p.Binary("-", FALSE, A)
    assert binary("<", p.Int(2), p.Int(3)) == TRUE
    assert binary("*", A, p.Int(2)) == p.Binary("*", A, p.Int(2))
    assert binary("*", A, TRUE) == binary("*", TRUE, A) == A
    assert binary("*", A, FALSE) == binary("*", FALSE, A) == FALSE


@pytest.mark.parametrize(
    ("operator", "left", "right", "result"),
    [
        ("+", 2, 3, 5), ("-", 2, 3, -1), ("*", 2, 3, 6), ("%", 5, 3, 2), ("&", 6, 3, 2), ("|", 6, 3, 7),
        ("==", 2, 2, 1), ("!=", 2, 2, 0), ("<", 2, 2, 0), ("<=", 2, 2, 1), (">", 3, 2, 1), (">=", 1, 2, 0),
    ],
)  # fmt: skip
def test_operators(operator: str, left: int, right: int, result: int) -> None:
    assert compute(operator, left, right) == result


def test_sums_and_choices() -> None:
    assert total([]) == FALSE
    assert total([A, p.Int(0), B]) == p.Binary("+", A, B)
    assert total([p.Int(2), p.Int(3)]) == p.Int(5)
    assert (choose(TRUE, A, B), choose(FALSE, A, B), choose(C, A, B)) == (A, B, p.If(C, A, B))


@pytest.mark.parametrize(
    ("expr", "locals_", "value"),
    [
        (p.Int(3), {}, 3),
        (HERE, {}, None),
        (HERE, {0: 2}, 2),
        (COLOUR, {0: 2}, 4),
        (COLOUR, {}, None),
        (p.Not(COLOUR), {0: 2}, 0),
        (p.Not(A), {0: 2}, None),
        (p.And((A, p.Binary("==", COLOUR, p.Int(1)))), {0: 2}, 0),
        (p.And((A, p.Binary("==", COLOUR, p.Int(4)))), {0: 2}, None),
        (p.Or((A, p.Binary("==", COLOUR, p.Int(4)))), {0: 2}, 1),
        (p.Or((A, p.Binary("==", COLOUR, p.Int(1)))), {0: 2}, None),
        (p.Binary("+", COLOUR, VALUE), {0: 2}, 11),
        (p.Binary("+", COLOUR, A), {0: 2}, None),
        (p.Binary("in", HERE, p.Zone(p.Int(0))), {0: 2}, None),
        (p.Size(p.Zone(p.Int(0))), {0: 2}, None),
    ],
)
def test_what_is_known_of_a_card(expr: p.Expr, locals_: Mapping[int, int], value: int | None) -> None:
    assert known(expr, locals_, TABLES) == value


def test_an_expression_for_one_card() -> None:
    red, blue = p.Binary("==", COLOUR, p.Int(1)), p.Binary("==", COLOUR, p.Int(2))
    assert specialised(p.And((red, A)), 0, 0, TABLES) == A
    assert specialised(p.And((red, A)), 0, 1, TABLES) == FALSE
    assert specialised(p.Or((red, A)), 0, 0, TABLES) == TRUE
    assert specialised(p.Not(p.Or((blue, A))), 0, 0, TABLES) == p.Not(A)
    assert specialised(p.Binary("+", COLOUR, A), 0, 0, TABLES) == p.Binary("+", COLOUR, A)


LEAVES = st.sampled_from([TRUE, FALSE, COLOUR, VALUE, HERE, p.Int(3)])
NUMBERS = st.recursive(
    LEAVES, lambda inner: st.builds(p.Binary, st.sampled_from(["+", "-", "*"]), inner, inner), max_leaves=4
)
"""No condition is part of a number: nobody counts on its size."""


def branches(inner: st.SearchStrategy[p.Expr]) -> st.SearchStrategy[p.Expr]:
    return (
        st.builds(p.Not, inner)
        | st.lists(inner, min_size=1, max_size=3).map(lambda parts: p.And(tuple(parts)))
        | st.lists(inner, min_size=1, max_size=3).map(lambda parts: p.Or(tuple(parts)))
        | st.builds(p.Binary, st.sampled_from(["==", "<", "&"]), NUMBERS, NUMBERS)
    )


TREES = st.recursive(NUMBERS, branches, max_leaves=12)


def rebuilt(expr: p.Expr) -> p.Expr:
    """The expression made anew through the constructors that fold."""
    match expr:
        case p.Not(part):
            return neg(rebuilt(part))
        case p.And(parts):
            return conj(rebuilt(part) for part in parts)
        case p.Or(parts):
            return disj(rebuilt(part) for part in parts)
        case p.Binary(operator, left, right):
            return binary(operator, rebuilt(left), rebuilt(right))
        case _:
            return expr


@given(TREES, st.integers(0, 2))
def test_folding_changes_no_truth(expr: p.Expr, card: int) -> None:
    """A condition keeps its truth; a number that is asked only whether it holds may lose its size."""
    plain, folded = known(expr, {0: card}, TABLES), known(rebuilt(expr), {0: card}, TABLES)
    if isinstance(expr, p.And | p.Or | p.Not):
        assert bool(plain) == bool(folded)
    assert plain is not None
    assert folded is not None


@given(st.recursive(st.sampled_from([COLOUR, VALUE, HERE, p.Int(3), A, p.Local(1)]), branches, max_leaves=12))
def test_what_is_known_of_all_cards_at_once(expr: p.Expr) -> None:
    assert list(by_card(expr, 0, 3, TABLES)) == [known(expr, {0: card}, TABLES) for card in range(3)]


def test_one_unknown_among_many_conditions_leaves_a_card_unknown() -> None:
    one, other, last = p.Binary("<", COLOUR, p.Int(4)), p.Binary(">", VALUE, p.Int(0)), p.Binary("<", HERE, p.Int(9))
    assert list(by_card(p.And((one, other, last, A)), 0, 3, TABLES)) == [None, 0, 0]
    assert list(by_card(p.Or((neg(one), neg(other), neg(last), A)), 0, 3, TABLES)) == [None, 1, 1]
