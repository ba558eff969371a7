"""Markers that stand at places: a place as a position of a marker.

Functions of the lowerer `Expressions`. A marker is a number whose values are bits, one for each of its positions; a
place is its own number. Where the one meets the other, the place becomes the position of that name.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import attrs

from dsl import fold
from dsl import program as p
from dsl.values import Value

if TYPE_CHECKING:
    from dsl.names import Names


def positions(names: Names, place: str, marker: str) -> dict[int, int]:
    """The positions of a marker (their bits) that are places of a type, by the number of the place.

    Both are types of values; nothing if the other one is no marker or never stands at such places.
    """
    family = names.numbers.get(marker.removeprefix("enum "))
    if not place.startswith("place ") or not marker.startswith("enum ") or family is None or not family.positions:
        return {}
    of, bits = names.domain(place.removeprefix("place ")), names.enums[family.name]
    assert of is not None
    return {value: bits[word] for value, word in zip(of.values, of.words, strict=True) if word in bits}


def standing(names: Names, value: Value, wanted: str) -> Value:
    """A place where a position of a marker is wanted, as that position; none is no position. Else the value itself."""
    found = positions(names, value.type, wanted)
    if not found:
        return value
    result: p.Expr = p.Int(0)
    for place, bit in found.items():
        result = fold.choose(fold.binary("==", value.expr, p.Int(place)), p.Int(bit), result)
    return attrs.evolve(value, expr=result, type=wanted)


def put(expr: p.Expr) -> Iterator[int]:
    """The positions (their bits) that an expression can come to, as far as its text names them."""
    match expr:
        case p.Int(value):
            yield value
        case p.If(_, then, otherwise):
            yield from put(then)
            yield from put(otherwise)
        case _:
            pass
