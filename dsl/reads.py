"""What a program expression reads: the zones and numbers whose changes can change its value."""

from __future__ import annotations

from dsl import program as p
from dsl.terms import children

MANY = 64


def reads(expr: p.Expr, players: int) -> tuple[set[int], set[int]]:
    """Zone indices, and number indices (facts as -1, -2, …) that an expression reads."""
    zones: set[int] = set()
    numbers: set[int] = set()
    match expr:
        case p.Zone(index):
            zones |= _indices(index, players)
        case p.Number(index):
            numbers |= _indices(index, players)
        case p.Fact(fact, _):
            numbers.add(-1 - fact)
        case _:
            pass
    for part in children(expr):
        inner = reads(part, players)
        zones |= inner[0]
        numbers |= inner[1]
    return zones, numbers


def _indices(index: p.Expr, players: int) -> set[int]:
    """The indices that a zone or number expression can have: one, a player's, or any."""
    match index:
        case p.Int(value):
            return {value}
        case p.Binary("+", p.Int(first), _):
            return set(range(first, first + players))
        case _:
            return set(range(MANY))
