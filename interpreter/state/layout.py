"""How a state lies in memory: one flat list, the same for every executor.

    s[GENERATOR]             the random generator's integer
    s[FRAME]                 where the game stands: the top frame (see `frames`); None: it is over
    s[STATUS]                PLAYING, an index of the program's endings + 1, or FAULT
    s[layout.numbers + n]    number n
    s[layout.zones + z]      the cards of zone z, as bytes
    s[layout.unordered + z]  how many of its first cards lie in an order that nobody knows yet
    s[layout.facts + f]      fact f of every card and of no card, as bytes

Every element is immutable: `s[:]` is a full copy and `tuple(s)` a key.
At a decision the block of the top frame is the one that ends in the choice; the blocks of the frames below it
are those with which they go on.
"""

from __future__ import annotations

from typing import Any

import attrs

from dsl.program.program import Program
from interpreter.analysis.memo import once_per_program
from interpreter.state.frames import first_frame
from interpreter.state.generator import seeded

GENERATOR, FRAME, STATUS, FIRST = 0, 1, 2, 3
PLAYING, FAULT = 0, -1

FRAME_LIMIT = 300
"""Frames that may lie upon one another at a decision; more are a rules fault."""

Flat = list[Any]


@attrs.frozen
class Layout:
    """Where each part of a state begins in the list, and how long the list is."""

    numbers: int
    zones: int
    unordered: int
    facts: int
    size: int


@once_per_program
def layout_of(program: Program) -> Layout:
    """The layout of a program's states."""
    zones = FIRST + len(program.counters)
    unordered = zones + len(program.places)
    facts = unordered + len(program.places)
    return Layout(FIRST, zones, unordered, facts, facts + len(program.facts))


def blank(program: Program, seed: int) -> Flat:
    """A state before setup: every card where it begins, every number at its first value, nothing run yet."""
    return [seeded(seed), *_beginning(program)]


@once_per_program
def _beginning(program: Program) -> tuple[Any, ...]:
    return (
        first_frame(program, program.main, None, ()),
        PLAYING,
        *(counter.initial for counter in program.counters),
        *(laid(program, zone, cards) for zone, cards in enumerate(program.begin)),
        *(0 for _ in program.places),
        *(_facts(program, number) for number in range(len(program.facts))),
    )


def laid(program: Program, zone: int, cards: bytes) -> bytes:
    """Cards as they lie in a zone: a heap keeps them sorted."""
    return bytes(sorted(cards)) if program.places[zone].shape == "heap" else bytes(cards)


def _facts(program: Program, number: int) -> bytes:
    fact = program.facts[number]
    values = bytearray(len(program.faces) + 1)
    values[fact.first : fact.first + fact.count] = bytes([fact.initial]) * fact.count
    return bytes(values)
