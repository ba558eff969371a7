"""Cards that are alike in something: in their name above all, by which people know them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from dsl.program.program import Program
from interpreter.analysis.memo import once_per_program

BYTE = 256


@once_per_program
def faces_of(program: Program) -> bytes:
    """For each card the least with its name, as a table for `bytes.translate`."""
    return first_like(face.name for face in program.faces)


@once_per_program
def twins_of(program: Program) -> bytes:
    """The cards that have the name of another card."""
    seen = Counter(face.name for face in program.faces)
    return bytes(card for card, face in enumerate(program.faces) if seen[face.name] > 1)


def first_like(keys: Iterable[object]) -> bytes:
    """For each card the first one with the same key, as a table for `bytes.translate`."""
    first: dict[object, int] = {}
    found = [first.setdefault(key, card) for card, key in enumerate(keys)]
    return bytes([*found, *range(len(found), BYTE)])
