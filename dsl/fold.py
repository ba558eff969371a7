"""Constructors of program expressions that fold what is known, and a reader for what is known of one card.

`lower` builds every expression through these, so that a setting or a printed attribute that is fixed costs nothing
at run time, and so that `check` can tell what can never hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from dsl import program as p
from dsl.terms import OPERATORS

TRUE, FALSE = p.Int(1), p.Int(0)


def conj(parts: Iterable[p.Expr]) -> p.Expr:
    """All of them hold."""
    return _joined(parts, p.And, TRUE, FALSE)


def disj(parts: Iterable[p.Expr]) -> p.Expr:
    """One of them holds."""
    return _joined(parts, p.Or, FALSE, TRUE)


def _joined(parts: Iterable[p.Expr], kind: type[p.And] | type[p.Or], neutral: p.Int, deciding: p.Int) -> p.Expr:
    kept: list[p.Expr] = []
    for part in parts:
        if isinstance(part, kind):
            kept.extend(part.parts)
        elif not isinstance(part, p.Int):
            kept.append(part)
        elif bool(part.value) == bool(deciding.value):
            return deciding
    return neutral if not kept else kept[0] if len(kept) == 1 else kind(tuple(kept))


def neg(part: p.Expr) -> p.Expr:
    """It doesn't hold."""
    if isinstance(part, p.Int):
        return FALSE if part.value else TRUE
    return part.part if isinstance(part, p.Not) else p.Not(part)


def binary(operator: str, left: p.Expr, right: p.Expr) -> p.Expr:
    """Arithmetic or a comparison of two integers."""
    if isinstance(left, p.Int) and isinstance(right, p.Int):
        return p.Int(compute(operator, left.value, right.value))
    if operator in "+-" and right == FALSE:
        return left
    if operator == "+" and left == FALSE:
        return right
    return p.Binary(operator, left, right)


def compute(operator: str, left: int, right: int) -> int:
    """What an operator of `Binary` gives for two integers."""
    return int(OPERATORS[operator](left, right))


def choose(condition: p.Expr, then: p.Expr, otherwise: p.Expr) -> p.Expr:
    """One of two values."""
    if isinstance(condition, p.Int):
        return then if condition.value else otherwise
    return p.If(condition, then, otherwise)


def total(parts: Sequence[p.Expr]) -> p.Expr:
    """Their sum."""
    result: p.Expr = FALSE
    for part in parts:
        result = binary("+", result, part)
    return result


def known(expr: p.Expr, locals_: Mapping[int, int], tables: Sequence[Sequence[int]]) -> int | None:
    """The value of an expression as far as printed attributes and known locals tell, or None.

    `locals_` gives locals that are known; `tables` are the values of the printed attributes by card.
    """
    match expr:
        case p.Int(value):
            return value
        case p.Local(index):
            return locals_.get(index)
        case p.Attribute(table, card):
            at = known(card, locals_, tables)
            return None if at is None else tables[table][at]
        case p.Not(part):
            held = known(part, locals_, tables)
            return None if held is None else int(not held)
        case p.And(parts):
            truths = [known(part, locals_, tables) for part in parts]
            return 0 if 0 in truths else None if None in truths else 1
        case p.Or(parts):
            truths = [known(part, locals_, tables) for part in parts]
            return 1 if any(truths) else None if None in truths else 0
        case p.Binary(operator, left, right) if operator not in ("++", "in"):
            a, b = known(left, locals_, tables), known(right, locals_, tables)
            return None if a is None or b is None else compute(operator, a, b)
        case _:
            return None


def specialised(expr: p.Expr, local: int, card: int, tables: Sequence[Sequence[int]]) -> p.Expr:
    """The expression where `local` is known to be `card`, folded."""
    value = known(expr, {local: card}, tables)
    if value is not None:
        return p.Int(value)
    match expr:
        case p.And(parts):
            return conj(specialised(part, local, card, tables) for part in parts)
        case p.Or(parts):
            return disj(specialised(part, local, card, tables) for part in parts)
        case p.Not(part):
            return neg(specialised(part, local, card, tables))
        case _:
            return expr
