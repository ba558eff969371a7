"""Find what a program expression reads: the zones and numbers whose changes can change its value."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from dsl.program import program as p
from dsl.program.operators import children

MANY = 64


@attrs.frozen
class Spans:
    """How many zones, and how many numbers, `first + …` can mean, by the first of them."""

    zones: Mapping[int, int]
    numbers: Mapping[int, int]


def reads(expr: p.Expr, spans: Spans) -> tuple[set[int], set[int]]:
    """Zone indices, and number indices (facts as -1, -2, …) that an expression reads."""
    zones: set[int] = set()
    numbers: set[int] = set()
    todo = [expr]
    while todo:
        part = todo.pop()
        match part:
            case p.Int() | p.Local():
                continue
            case p.Zone(p.Int(index)):
                zones.add(index)
                continue
            case p.Zone(index):
                zones |= _indices(index, spans.zones)
            case p.Number(index):
                numbers |= _indices(index, spans.numbers)
            case p.Fact(fact, _):
                numbers.add(-1 - fact)
            case _:
                pass
        todo.extend(children(part))
    return zones, numbers


def _indices(index: p.Expr, counts: Mapping[int, int]) -> set[int]:
    """The indices that a zone or number expression can have: one, those of a family, or any."""
    match index:
        case p.Int(value):
            return {value}
        case p.Binary("+", p.Int(first), _) if first in counts:
            return set(range(first, first + counts[first]))
        case _:
            return set(range(MANY))
