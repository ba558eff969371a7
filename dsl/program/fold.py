"""Constructors of program expressions that fold known values, and a reader of the value for one card.

Lowering builds every expression through these, so that a setting or a printed attribute that is fixed costs nothing at
run time, and so that conditions that can never hold are found.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import repeat

from dsl.program import program as p
from dsl.program.operators import OPERATORS, rebuilt

TRUE, FALSE = p.Int(1), p.Int(0)

LARGEST = 1_000_000
"""What a variable counts for at most where it is multiplied; numbers that are declared are smaller."""


def conj(parts: Iterable[p.Expr]) -> p.Expr:
    """All of them hold."""
    return _joined(parts, p.And, TRUE, FALSE)


def disj(parts: Iterable[p.Expr]) -> p.Expr:
    """One of them holds."""
    return _joined(parts, p.Or, FALSE, TRUE)


def _joined(parts: Iterable[p.Expr], kind: type[p.And] | type[p.Or], neutral: p.Int, deciding: p.Int) -> p.Expr:
    undecided: list[p.Expr] = []
    for part in parts:
        if isinstance(part, kind):
            undecided.extend(part.parts)
        elif not isinstance(part, p.Int):
            undecided.append(part)
        elif bool(part.value) == bool(deciding.value):
            return deciding
    return neutral if not undecided else undecided[0] if len(undecided) == 1 else kind(tuple(undecided))


def neg(part: p.Expr) -> p.Expr:
    """It doesn't hold."""
    if isinstance(part, p.Int):
        return FALSE if part.value else TRUE
    return part.part if isinstance(part, p.Not) else p.Not(part)


def binary(operator: str, left: p.Expr, right: p.Expr) -> p.Expr:
    """Arithmetic or a comparison of two integers."""
    if isinstance(left, p.Int):
        if isinstance(right, p.Int):
            return p.Int(compute(operator, left.value, right.value))
    elif not isinstance(right, p.Int):
        return p.Binary(operator, left, right)
    match operator, left, right:
        case ("+" | "-", part, p.Int(0)) | ("+", p.Int(0), part):
            return part
        case ("*", part, p.Int(1)) | ("*", p.Int(1), part):
            return part
        case ("*", _, p.Int(0)) | ("*", p.Int(0), _):
            return FALSE
        case _:
            return p.Binary(operator, left, right)


def compute(operator: str, left: int, right: int) -> int:
    """The value of an operator of `Binary` for two integers."""
    return int(OPERATORS[operator](left, right))


def one_of(expr: p.Expr, numbers: Collection[int]) -> p.Expr:
    """Whether an integer is one of these."""
    first, last = min(numbers), max(numbers)
    if first == last:
        return binary("==", expr, p.Int(first))
    if len(numbers) == last - first + 1:
        return conj([binary(">=", expr, p.Int(first)), binary("<=", expr, p.Int(last))])
    return disj(binary("==", expr, p.Int(number)) for number in sorted(numbers))


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


def uncovered(expr: p.Expr) -> p.Expr:
    """The expression as it is in a program that isn't linked for coverage."""
    match expr:
        case p.Covered(part):
            return uncovered(part)
        case p.And(parts):
            return conj(map(uncovered, parts))
        case p.Or(parts):
            return disj(map(uncovered, parts))
        case _:
            return rebuilt(expr, uncovered)


def known(expr: p.Expr, locals_: Mapping[int, int], tables: Sequence[Sequence[int]]) -> int | None:
    """The value of an expression as far as printed attributes and known locals tell, or None.

    `locals_` gives locals that are known; `tables` are the values of the printed attributes by card.
    """
    match expr:
        case p.Attribute(table, card):
            at = known(card, locals_, tables)
            return None if at is None else tables[table][at]
        case p.Local(index):
            return locals_.get(index)
        case p.Int(value):
            return value
        case p.Binary(operator, left, right) if operator not in ("++", "in"):
            a, b = known(left, locals_, tables), known(right, locals_, tables)
            return None if a is None or b is None else compute(operator, a, b)
        case p.And(parts):
            return _decided(parts, locals_, tables, deciding=0)
        case p.Or(parts):
            return _decided(parts, locals_, tables, deciding=1)
        case p.Not(part):
            held = known(part, locals_, tables)
            return None if held is None else int(not held)
        case p.Covered(part):
            return known(part, locals_, tables)
        case _:
            return None


def _decided(
    parts: Iterable[p.Expr], locals_: Mapping[int, int], tables: Sequence[Sequence[int]], deciding: int
) -> int | None:
    """The joint value of several conditions: of all (`deciding` 0), or of any."""
    result: int | None = 1 - deciding
    for part in parts:
        held = known(part, locals_, tables)
        if held is None:
            result = None
        elif bool(held) == bool(deciding):
            return deciding
    return result


Column = int | Sequence[int | None] | None
"""A value for each card: one for all of them, a list by card, or unknown for all."""


def by_card(expr: p.Expr, local: int, cards: int, tables: Sequence[Sequence[int]]) -> Sequence[int | None]:
    """What `known` says of an expression for each of the first `cards` cards in `local`, all at once."""
    column = _column(expr, local, range(cards), tables)
    return [column] * cards if column is None or isinstance(column, int) else column


def _column(expr: p.Expr, local: int, cards: range, tables: Sequence[Sequence[int]]) -> Column:
    match expr:
        case p.Int(value):
            return value
        case p.Local(index):
            return cards if index == local else None
        case p.Attribute(table, p.Local(index)):
            return tables[table][: len(cards)] if index == local else None
        case p.Attribute(table, card):
            return _each(lambda one: tables[table][one], _column(card, local, cards, tables))
        case p.Covered(part):
            return _column(part, local, cards, tables)
        case p.Not(part):
            return _each(lambda one: int(not one), _column(part, local, cards, tables))
        case p.And(parts):
            return _joint([_column(part, local, cards, tables) for part in parts], deciding=False)
        case p.Or(parts):
            return _joint([_column(part, local, cards, tables) for part in parts], deciding=True)
        case p.Binary(operator, left, right) if operator not in ("++", "in"):
            return _computed(operator, _column(left, local, cards, tables), _column(right, local, cards, tables))
        case _:
            return None


def _each(change: Callable[[int], int], column: Column) -> Column:
    if column is None:
        return None
    if isinstance(column, int):
        return change(column)
    return [None if one is None else change(one) for one in column]


def _joint(columns: Sequence[Column], deciding: bool) -> Column:
    """The joint value of several conditions: of all (`deciding` False), or of any."""
    lists = [column for column in columns if column is not None and not isinstance(column, int)]
    single = _decide([column for column in columns if column is None or isinstance(column, int)], deciding)
    if not lists or single == deciding:
        return single
    if len(lists) == 1:
        return [None if one is None else int(deciding) if bool(one) == deciding else single for one in lists[0]]
    if len(lists) > 2:
        return _joint([_joint([single, *lists[:-1]], deciding), lists[-1]], deciding)
    return [
        int(deciding)
        if (one is not None and bool(one) == deciding) or (other is not None and bool(other) == deciding)
        else None
        if one is None or other is None
        else single
        for one, other in zip(*lists, strict=True)
    ]


def _decide(truths: Sequence[int | None], deciding: bool) -> int | None:
    if any(truth is not None and bool(truth) == deciding for truth in truths):
        return int(deciding)
    return None if None in truths else int(not deciding)


def _computed(operator: str, left: Column, right: Column) -> Column:
    if left is None or right is None:
        return None
    apply = OPERATORS[operator]
    if isinstance(left, int):
        return _each(lambda one: int(apply(left, one)), right)
    if isinstance(right, int):
        values = [one for one in left if one is not None]
        if len(values) == len(left):
            return list(map(int, map(apply, values, repeat(right))))
        return [None if one is None else int(apply(one, right)) for one in left]
    pairs = zip(left, right, strict=True)
    return [None if one is None or other is None else int(apply(one, other)) for one, other in pairs]


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


def within_bounds(expr: p.Expr) -> p.Expr:
    """A factor in which no variable counts for more than a million, or a loop of products would grow without end."""
    match expr:
        case p.Local():
            above = p.If(p.Binary(">", expr, p.Int(LARGEST)), p.Int(LARGEST), expr)
            return p.If(p.Binary("<", expr, p.Int(-LARGEST)), p.Int(-LARGEST), above)
        case p.Binary("+" | "-" as operator, left, right):
            return p.Binary(operator, within_bounds(left), within_bounds(right))
        case p.If(condition, then, otherwise):
            return p.If(condition, within_bounds(then), within_bounds(otherwise))
        case _:
            return expr
