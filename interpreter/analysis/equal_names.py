"""Cards with equal names: people can't tell them apart, so options about them are one option.

Tables over cards are lists of the program's kind, for `translate`, which for `bytes` wants an entry for every byte.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from dsl.program.program import Program
from interpreter.analysis.memo import once_per_program

BYTE = 256


@once_per_program
def first_by_name(program: Program) -> bytes:
    """For each card the first one with its name, as a table."""
    return first_by_key((face.name for face in program.faces), program.lists)


@once_per_program
def cards_sharing_names(program: Program) -> bytes:
    """The cards whose name another card has, too."""
    seen = Counter(face.name for face in program.faces)
    return program.lists(card for card, face in enumerate(program.faces) if seen[face.name] > 1)


def first_by_key(keys: Iterable[object], lists: type[bytes] = bytes) -> bytes:
    """For each card the first one with the same key, as a table."""
    first: dict[object, int] = {}
    found = [first.setdefault(key, card) for card, key in enumerate(keys)]
    return lists([*found, *range(len(found), BYTE)])
