"""The layout of a state in memory: one flat list, the same for every executor.

    s[GENERATOR]             the random generator's integer
    s[FRAME]                 the top frame (see `frames`); None: the game is over
    s[STATUS]                PLAYING, an index of the program's endings + 1, or FAULT
    s[layout.numbers + n]    number n
    s[layout.zones + z]      the cards of zone z, as a list (see `dsl.program.lists`)
    s[layout.unordered + z]  how many of the first cards of zone z lie in an order that nobody knows yet
    s[layout.facts + f]      fact f of every card and of no card, as a list

Every element is immutable: `s[:]` is a full copy and `tuple(s)` a key.
At a decision, the block of the top frame is the one that ends in the choice. The blocks of the frames below are those
that run when the frame above returns.
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
"""Most frames on top of one another at a decision; more are a rules fault."""

Flat = list[Any]


@attrs.frozen
class Layout:
    """The index at which each part of a state begins, and the length of the list."""

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
    """A state before setup: every card in its first zone, every number at its first value, no rule run yet."""
    return [seeded(seed), *_beginning(program)]


@once_per_program
def _beginning(program: Program) -> tuple[Any, ...]:
    return (
        first_frame(program, program.main, None, ()),
        PLAYING,
        *(counter.initial for counter in program.counters),
        *(in_zone_order(program, zone, cards) for zone, cards in enumerate(program.begin)),
        *(0 for _ in program.places),
        *(_facts(program, number) for number in range(len(program.facts))),
    )


def in_zone_order(program: Program, zone: int, cards: bytes) -> bytes:
    """Cards in the order in which they lie in a zone: in a heap, sorted."""
    return program.lists(sorted(cards) if program.places[zone].shape == "heap" else cards)


def _facts(program: Program, number: int) -> bytes:
    fact = program.facts[number]
    values = [0] * (len(program.faces) + 1)
    values[fact.first : fact.first + fact.count] = [fact.initial] * fact.count
    return fact.lists(values)
