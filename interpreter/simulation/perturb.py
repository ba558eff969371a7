"""Lay positions out anew: move cards of a state by hand, so that less is missing to a victory or to a rule's condition.

A card goes where cards of its kind have lain at the beginning of a turn, or where it counts; never out of a line (what
lies in order hangs together), never beyond a limit, never so that the game is over, and never so that something is
broken which must always hold. Where there were as many cards at the beginning of every turn, a card comes back for each
that goes. What lies on a card stays there, and so does what is under it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import attrs

from dsl.program.expressions import Covered, Expr, Int, Zone
from dsl.program.operators import within
from dsl.program.program import Program
from interpreter.analysis.faults import Fault
from interpreter.choices.attachments import attachments_of
from interpreter.game.ended import ends_of
from interpreter.game.invariants import checks_of
from interpreter.players.distance import nearness_of
from interpreter.state.changes import changes_of
from interpreter.state.layout import Flat, layout_of

TRIES = 500
"""Moves that are tried to come nearer to a victory."""

STRAY = 24
"""Moves, at most, that are made for no reason."""

ENOUGH = 10
"""Positions that must be known for a zone with as many cards in all of them to be one that always has so many."""

NEAREST = 4
"""What is missing to a victory in the end is less than this, if it can be."""

Measure = Callable[[Flat], int]
"""What a state lacks."""


@attrs.frozen
class Position:
    """A state at the beginning of a turn, the deal it came from and the answers that led to it, by index.

    `lack` is what is missing to a victory (see `nearness`). `laid`: cards were moved by hand on the way to it, so that
    no answers lead there.
    """

    state: tuple[Any, ...] = attrs.field(repr=False)
    seed: int
    answers: tuple[int, ...] = attrs.field(repr=False)
    lack: int
    laid: bool = False


class Layer:
    """Lays out positions of one program; `known` show where cards can lie."""

    def __init__(self, program: Program, known: Iterable[Position]) -> None:
        layout, known = layout_of(program), list(known)
        self._program = program
        self._changes = changes_of(program)
        self._zones = layout.zones
        self._attachments = attachments_of(program)
        self._lack: Measure = nearness_of(program).lack
        self._lack_of = nearness_of(program).lack_of
        zones = [zone for zone in range(len(program.places)) if not (program.riding and zone == program.riding.zone)]
        held = {zone: [position.state[layout.zones + zone] for position in known] for zone in zones}
        self._steady = {
            zone
            for zone, cards in held.items()
            if len(known) >= ENOUGH and {len(each) for each in cards} == {len(cards[0])} != {0}
        }
        lain = {(zone, program.faces[card].kinds[0]) for zone, each in held.items() for cards in each for card in cards}
        every = [(zone, card) for zone in zones for card in range(len(program.faces))]
        self._every = every
        self._usual = [(zone, card) for zone, card in every if (zone, program.faces[card].kinds[0]) in lain] or every
        self._useful: list[tuple[int, int]] = []
        self._sources = [zone for zone in zones if program.places[zone].shape != "line"]
        self.unheld = _unheld(program, known)
        """For each rule with conditions that held in none of the positions known, these."""

    def laid(self, position: Position, below: Callable[[int], int]) -> Position:
        """The position with cards moved, so that less is missing to a victory; the same if nothing could be."""
        s: Flat = list(position.state)
        lack, wanted = position.lack, 1 + below(NEAREST - 1)
        for _ in range(TRIES):
            if lack > wanted:
                lack = self._nearer(s, self._lack, lack, below)
        for _ in range(below(STRAY)):
            self._moved(s, self._usual, below, lambda _: True)
        return self._position(position, s)

    def aimed(self, position: Position, condition: Expr, below: Callable[[int], int]) -> Position:
        """The position with cards moved, so that a condition holds or less is missing for it to.

        Cards may also exchange their places with others, in lines too.
        """
        s: Flat = list(position.state)
        lack = self._lack_of(condition, s)

        def fits(s: Flat) -> bool:
            return self._lack_of(condition, s) <= lack

        read = _zones_read(condition)
        usual, every = ([each for each in targets if each[0] in read] for targets in (self._usual, self._every))
        for _ in range(2 * TRIES):
            if lack and self._moved(s, usual or every, below, fits, exchanging=True):
                lack = self._lack_of(condition, s)
        return self._position(position, s)

    def _position(self, position: Position, s: Flat) -> Position:
        return attrs.evolve(position, state=tuple(s), answers=(), lack=self._lack(s), laid=True)

    def _nearer(self, s: Flat, measure: Measure, lack: int, below: Callable[[int], int]) -> int:
        """Try to move a card so that less is lacking, mostly one that has been of use before; what is lacking then."""
        targets = self._useful if self._useful and below(4) else (self._usual, self._every)[below(2)]
        target = self._moved(s, targets, below, lambda s: measure(s) < lack)
        if target and target not in self._useful:
            self._useful.append(target)
        return measure(s) if target else lack

    def _moved(
        self,
        s: Flat,
        targets: Sequence[tuple[int, int]],
        below: Callable[[int], int],
        fits: Callable[[Flat], bool],
        exchanging: bool = False,
    ) -> tuple[int, int] | None:
        """Try to move a card to one of these targets; where it went, or None if nothing was moved."""
        target, card = targets[below(len(targets))]
        lying = [zone for zone in self._sources if zone != target and card in s[self._zones + zone]]
        if not lying or self._attachments.on(s, card):
            return None
        before, source = s[:], lying[below(len(lying))]
        move = self._exchange if exchanging and below(2) else self._move
        try:
            if move(s, card, source, target, below) and self._goes_on(s) and fits(s):
                checks_of(self._program).inspect(s)
                return target, card
        except Fault:
            pass
        s[:] = before
        return None

    def _goes_on(self, s: Flat) -> bool:
        return self._lack(s) > 0 and ends_of(self._program).met(s) is None

    def _move(self, s: Flat, card: int, source: int, target: int, below: Callable[[int], int]) -> bool:
        """Move a card; another one comes back for it if there are always as many where it lay or where it goes."""
        if self._steady.isdisjoint((source, target)):
            return self._changes.move(s, card, source, target, True)
        others = s[self._zones + target]
        other = others[below(len(others))] if others and target in self._sources else card
        if other == card or self._attachments.on(s, other):
            return False
        self._changes.move(s, other, target, source, True)
        return self._changes.move(s, card, source, target, True)

    def _exchange(self, s: Flat, card: int, source: int, target: int, below: Callable[[int], int]) -> bool:
        """Let a card exchange its place with another one of the same kind."""
        kind = self._program.faces[card].kinds[0]
        others = [each for each in s[self._zones + target] if self._program.faces[each].kinds[0] == kind]
        other = others[below(len(others))] if others else card
        if other == card or self._attachments.on(s, other):
            return False
        return self._changes.exchange(s, card, source, other, target)


def _unheld(program: Program, known: Sequence[Position]) -> list[list[Covered]]:
    nearness = nearness_of(program)
    states: list[Flat] = [list(position.state) for position in known]
    found: dict[tuple[str, int], list[Covered]] = {}
    for asked in nearness.asked:
        if states and _zones_read(asked) and all(nearness.lack_of(asked, s) for s in states):
            span = program.origins[asked.origin].span
            found.setdefault((span.file.name, span.start), []).append(asked)
    return list(found.values())


def _zones_read(condition: Expr) -> set[int]:
    """The zones that a condition names."""
    named = [part.index for part in within(condition) if isinstance(part, Zone)]
    return {index.value for index in named if isinstance(index, Int)}
