"""Lay positions out anew: move cards of a state by hand, so that less is missing to a victory.

A card goes where cards of its kind have lain at the beginning of a turn, or where it counts for a victory; never out
of a line (what lies in order hangs together), never beyond a limit, never so that the game is over, and never so that
something is broken which must always hold. What lies on a card stays there, and so does what is under it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import attrs

from dsl.program import Program
from interpreter.ended import ends_of
from interpreter.faults import Fault
from interpreter.invariants import checks_of
from interpreter.layout import Flat, layout_of
from interpreter.nearness import nearness_of
from interpreter.riding import riders_of
from interpreter.runtime import changes_of

TRIES = 500
"""Moves that are tried to come nearer to a victory."""

STRAY = 24
"""Moves, at most, that are made for no reason."""

NEAREST = 4
"""What is missing to a victory in the end is less than this, if it can be."""


@attrs.frozen
class Position:
    """A state at the beginning of a turn, the deal it came from and the answers that led to it, by index.

    `lack` is what is missing to a victory (see `nearness`). `laid`: cards were moved by hand, so that no answers lead
    there.
    """

    state: tuple[Any, ...] = attrs.field(repr=False)
    seed: int
    answers: tuple[int, ...] = attrs.field(repr=False)
    lack: int
    laid: bool = False


class Layer:
    """Lays out positions of one program; `known` show where cards can lie."""

    def __init__(self, program: Program, known: Iterable[Position]) -> None:
        layout = layout_of(program)
        self._program = program
        self._changes = changes_of(program)
        self._zones = layout.zones
        self._riders = riders_of(program)
        zones = [zone for zone in range(len(program.places)) if not (program.riding and zone == program.riding.zone)]
        lain: set[tuple[int, str]] = set()
        for position in known:
            for zone in zones:
                lain |= {(zone, program.faces[card].kinds[0]) for card in position.state[layout.zones + zone]}
        every = [(zone, card) for zone in zones for card in range(len(program.faces))]
        self._every = every
        self._usual = [(zone, card) for zone, card in every if (zone, program.faces[card].kinds[0]) in lain] or every
        self._useful: list[tuple[int, int]] = []
        self._sources = [zone for zone in zones if program.places[zone].shape != "line"]

    def laid(self, position: Position, below: Callable[[int], int]) -> Position:
        """The position with cards moved; the same if nothing could be."""
        s: Flat = list(position.state)
        lack, wanted = position.lack, 1 + below(NEAREST - 1)
        for _ in range(TRIES):
            if lack > wanted:
                lack = self._nearer(s, lack, below)
        for _ in range(below(STRAY)):
            lack = self._moved(s, lack, self._usual, below, better=False)
        return attrs.evolve(position, state=tuple(s), answers=(), lack=lack, laid=True)

    def _nearer(self, s: Flat, lack: int, below: Callable[[int], int]) -> int:
        """Try to move a card so that less is missing, mostly one that has been of use before; what is missing then."""
        targets = self._useful if self._useful and below(4) else (self._usual, self._every)[below(2)]
        return self._moved(s, lack, targets, below, better=True)

    def _moved(
        self, s: Flat, lack: int, targets: Sequence[tuple[int, int]], below: Callable[[int], int], better: bool
    ) -> int:
        """Try to move a card to one of these targets; what is missing then."""
        target, card = targets[below(len(targets))]
        lying = [zone for zone in self._sources if zone != target and card in s[self._zones + zone]]
        if not lying or self._riders.on(s, card):
            return lack
        before = s[:]
        try:
            self._changes.move(s, card, lying[below(len(lying))], target, True)
            found = nearness_of(self._program).lack(s)
            if found > 0 and (found < lack or not better) and ends_of(self._program).met(s) is None:
                checks_of(self._program).inspect(s)
                if better and (target, card) not in self._useful:
                    self._useful.append((target, card))
                return found
        except Fault:
            pass
        s[:] = before
        return lack
