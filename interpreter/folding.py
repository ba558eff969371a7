"""Expressions in which some locals are known: what that leaves of them.

Where code is written out once for each value of something, most of what it asks is known while it is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import attrs

from dsl.program import (
    And,
    Attribute,
    Binary,
    Cards,
    Element,
    Expr,
    If,
    Int,
    Local,
    Not,
    Or,
    Program,
)
from dsl.terms import OPERATORS, THROUGH, free_locals
from interpreter.runtime import element, inside

Known = Mapping[int, int]
"""Locals whose values are known."""


class Folding:
    """Folds expressions of one program."""

    def __init__(self, program: Program) -> None:
        self._tables = tuple(table.values for table in program.tables)

    def settled(self, expr: Expr, known: Known) -> Expr:
        """An expression with these locals known, and whatever follows from them."""
        if free_locals(expr).isdisjoint(known):
            return expr
        if isinstance(expr, Local):
            return Int(known[expr.index])
        within = known
        if isinstance(expr, THROUGH):
            within = {local: value for local, value in known.items() if local != expr.local}
        changed: dict[str, Any] = {}
        for field in attrs.fields(type(expr)):
            part = getattr(expr, field.name)
            if isinstance(part, tuple):
                changed[field.name] = tuple(self.settled(each, known) for each in part)
            elif attrs.has(type(part)):
                changed[field.name] = self.settled(part, known if field.name == "cards" else within)
        return self._folded(_evolved(expr, changed))

    def _folded(self, expr: Expr) -> Expr:
        match expr:
            case And(parts):
                return _joined(parts, And, decisive=0)
            case Or(parts):
                return _joined(parts, Or, decisive=1)
            case Not(Int(value)):
                return Int(int(not value))
            case If(Int(value), then, otherwise):
                return then if value else otherwise
            case Attribute(table, Int(card)):
                return Int(self._tables[table][card])
            case Element(Cards(ids), Int(position)):
                return Int(element(ids, position))
            case Binary():
                return _computed(expr)
            case _:
                return expr


def _evolved(expr: Any, changed: dict[str, Any]) -> Expr:
    settled: Expr = attrs.evolve(expr, **changed)
    return settled


def _computed(expr: Binary) -> Expr:
    match expr:
        case Binary(operator, Int(left), Int(right)):
            return Int(int(OPERATORS[operator](left, right)))
        case Binary("in", Int(card), Cards(ids)):
            return Int(int(inside(card, ids)))
        case Binary("+" | "-", part, Int(0)) | Binary("+", Int(0), part) | Binary("//" | "*", part, Int(1)):
            return part
        case _:
            return expr


def _joined(parts: Iterable[Expr], kind: type[And] | type[Or], *, decisive: int) -> Expr:
    left: list[Expr] = []
    for part in parts:
        if isinstance(part, kind):
            left += part.parts
        elif not isinstance(part, Int):
            left.append(part)
        elif bool(part.value) == bool(decisive):
            return Int(decisive)
    return kind(tuple(left)) if left else Int(1 - decisive)
