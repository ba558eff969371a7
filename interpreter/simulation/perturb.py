"""Perturb positions: move cards of a state, without playing, so that it comes nearer to victory or to a condition.

A card goes to a zone in which cards of its kind have lain at the beginning of a turn, or in which it reduces the
distance. A move never takes a card out of a line, where order matters, never exceeds a limit, never ends the game and
never breaks an invariant. If a zone held the same number of cards at the beginning of every turn, a card comes back for
each that leaves. Attached cards and their carriers stay where they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any

import attrs

from dsl.program.expressions import Covered, Expr
from dsl.program.operators import zones_named
from dsl.program.program import Program
from interpreter.analysis.faults import Fault
from interpreter.choices.attachments import attachments_of
from interpreter.game.ended import endings_of
from interpreter.game.invariants import checks_of
from interpreter.players.distance import distance_of
from interpreter.state.changes import changes_of
from interpreter.state.layout import Flat, layout_of

TRIES = 500
"""Attempts to move a card nearer to victory."""

STRAY = 24
"""Most moves that are made at random."""

ENOUGH = 10
"""Known positions from which a zone that holds the same number of cards in all of them counts as steady.

From so many it is also known whether a zone ever holds a card.
"""

NEAREST = 4
"""The distance to victory in the end is less than this, if possible."""

Measure = Callable[[Flat], int]
"""The distance of a state from something."""

Fits = Callable[[Flat, int], bool]
"""Whether a card may lie where it was moved, by the state and its distance to victory."""

Move = Callable[[Flat, int, int, int, "Below"], bool]
"""Moves a card from a zone to another, if that is possible."""

Target = tuple[int, int]
"""A zone, and a card that may be moved there."""

Below = Callable[[int], int]
"""Gives a random number below another."""


@attrs.frozen
class Position:
    """A state at the beginning of a turn, the seed of its game and the answers that led to it, by index.

    `distance` is the distance to victory, and `worth` the best score. If the position is `perturbed`, cards were
    moved without playing, so no answers lead to it.
    """

    state: tuple[Any, ...] = attrs.field(repr=False)
    seed: int
    answers: tuple[int, ...] = attrs.field(repr=False)
    distance: int
    perturbed: bool = False
    worth: int = 0


class Perturber:
    """Perturbs positions of one program; the positions `known` show where cards can lie."""

    def __init__(self, program: Program, known: Iterable[Position]) -> None:
        layout, known = layout_of(program), list(known)
        self._program, self._known = program, known
        self._changes = changes_of(program)
        self._zones = layout.zones
        self._attachments = attachments_of(program)
        self._to_victory: Measure = distance_of(program).to_victory
        self._to = distance_of(program).to
        self._worth: Measure = distance_of(program).worth
        zones = [zone for zone in range(len(program.places)) if zone not in program.inner_zones]
        held = {zone: [position.state[layout.zones + zone] for position in known] for zone in zones}
        self._steady = {
            zone
            for zone, cards in held.items()
            if len(known) >= ENOUGH and {len(each) for each in cards} == {len(cards[0])} != {0}
        }
        self._most = {zone: max(map(len, cards), default=0) for zone, cards in held.items()}
        self._kinds = [face.kinds[0] for face in program.faces]
        self._lain = {(zone, self._kinds[card]) for zone, each in held.items() for cards in each for card in cards}
        backs = self._attachments.backs
        every = [(zone, card) for zone in zones for card in range(len(program.faces)) if card not in backs]
        self._every = every
        filled = {zone for zone, each in held.items() if any(each) or len(known) < ENOUGH}
        self._filled = [each for each in every if each[0] in filled] or every
        self._usual = [(zone, card) for zone, card in every if (zone, self._kinds[card]) in self._lain] or every
        self._useful: list[Target] = []
        self._sources = [zone for zone in zones if program.places[zone].shape != "line"]

    @cached_property
    def unmet(self) -> list[list[Covered]]:
        """For each rule with conditions that held in no known position, those conditions."""
        return _unmet(self._program, self._known)

    def nearer_to_victory(self, position: Position, below: Below) -> Position:
        """The position with cards moved so that it is nearer to victory, as far as that is possible."""
        s: Flat = list(position.state)
        distance, wanted = position.distance, 1 + below(NEAREST - 1)
        for _ in range(TRIES):
            if distance > wanted:
                distance = self._nearer(s, distance, below)
        for _ in range(below(STRAY)):
            self._moved(s, self._usual, below, lambda _s, _far: True)
        return self._position(position, s)

    def strayed(self, position: Position, below: Below) -> Position:
        """The position with some cards that exchanged places at random, where cards of their kinds have lain.

        So zones hold as many cards as before, because how many one may hold can depend on others; but cards also go out
        of piles to where so many have lain.
        """
        s: Flat = list(position.state)
        for _ in range(1 + below(STRAY)):
            self._moved(s, self._usual, below, lambda _s, _far: True, self._swap)
        return self._position(position, s)

    def nearer_to(self, position: Position, condition: Expr, below: Below) -> Position:
        """The position with cards moved so that it meets a condition, or is nearer to meeting it.

        Cards may also exchange places with others, in lines too. Where no card of its kind has lain, but others have, a
        card goes only if that brings the position nearer.
        """
        s: Flat = list(position.state)
        distance = self._to(condition, s)

        def fits(s: Flat, _far: int) -> bool:
            return self._to(condition, s) <= distance

        def nearer(s: Flat, _far: int) -> bool:
            return self._to(condition, s) < distance

        read = zones_named(condition)
        usual, every = ([each for each in targets if each[0] in read] for targets in (self._usual, self._filled))
        for _ in range(2 * TRIES):
            if not distance:
                break
            targets, wanted = (usual, fits) if usual and (below(2) or not every) else (every, nearer)
            if not targets:
                break
            if self._moved(s, targets, below, wanted, self._exchange if below(2) else self._move):
                distance = self._to(condition, s)
        return self._position(position, s)

    def distance(self, condition: Expr, position: Position) -> int:
        """How far a position is from meeting a condition; 0 if it does."""
        return self._to(condition, list(position.state))

    def _position(self, position: Position, s: Flat) -> Position:
        distance, worth = self._to_victory(s), self._worth(s)
        return attrs.evolve(position, state=tuple(s), answers=(), distance=distance, perturbed=True, worth=worth)

    def _nearer(self, s: Flat, distance: int, below: Below) -> int:
        """Try to move a card nearer, mostly to a target that has been useful before; returns the new distance."""
        targets = self._useful if self._useful and below(4) else (self._usual, self._every)[below(2)]
        target = self._moved(s, targets, below, lambda _, far: far < distance)
        if target and target not in self._useful:
            self._useful.append(target)
        return self._to_victory(s) if target else distance

    def _moved(
        self, s: Flat, targets: Sequence[Target], below: Below, fits: Fits, move: Move | None = None
    ) -> Target | None:
        """Try to move a card to one of these targets; returns the target, or None if no card was moved.

        `fits` is given the state and its distance to victory.
        """
        target, card = targets[below(len(targets))]
        lying = [zone for zone in self._sources if zone != target and card in s[self._zones + zone]]
        if not lying or self._attachments.on(s, card):
            return None
        before, source = s[:], lying[below(len(lying))]
        try:
            if (move or self._move)(s, card, source, target, below):
                far = self._to_victory(s)
                if far > 0 and endings_of(self._program).met(s) is None and fits(s, far):
                    checks_of(self._program).inspect(s)
                    return target, card
        except Fault:
            pass
        s[:] = before
        return None

    def _move(self, s: Flat, card: int, source: int, target: int, below: Below) -> bool:
        """Move a card; another one comes back for it if its zone or the target is steady."""
        if self._steady.isdisjoint((source, target)):
            return self._changes.move(s, card, source, target, True)
        other = self._other(s, s[self._zones + target], card, target, below)
        if other is None:
            return False
        self._changes.move(s, other, target, source, True)
        return self._changes.move(s, card, source, target, True)

    def _other(self, s: Flat, others: Sequence[int], card: int, target: int, below: Below) -> int | None:
        """One of some cards of a zone that may leave it, other than `card`; None if it may not."""
        other = others[below(len(others))] if others and target in self._sources else card
        if other == card or other in self._attachments.backs or self._attachments.on(s, other):
            return None
        return other

    def _swap(self, s: Flat, card: int, source: int, target: int, below: Below) -> bool:
        """Exchange a card with one whose kind has lain where it lies; or take it out of a pile, if there is room."""
        if self._program.places[source].shape == "pile" and below(2):
            room = len(s[self._zones + target]) < self._most[target] and target in self._sources
            return room and self._changes.move(s, card, source, target, True)
        others = [other for other in s[self._zones + target] if (source, self._kinds[other]) in self._lain]
        other = self._other(s, others, card, target, below)
        return other is not None and self._changes.exchange(s, card, source, other, target)

    def _exchange(self, s: Flat, card: int, source: int, target: int, below: Below) -> bool:
        """Exchange a card with another one of the same kind."""
        others = [each for each in s[self._zones + target] if self._kinds[each] == self._kinds[card]]
        other = others[below(len(others))] if others else card
        if other == card or self._attachments.on(s, other):
            return False
        return self._changes.exchange(s, card, source, other, target)


def _unmet(program: Program, known: Sequence[Position]) -> list[list[Covered]]:
    distance = distance_of(program)
    states: list[Flat] = [list(position.state) for position in known]
    found: dict[tuple[str, int], list[Covered]] = {}
    for condition in distance.conditions:
        if states and zones_named(condition) and all(distance.to(condition, s) for s in states):
            span = program.origins[condition.origin].span
            found.setdefault((span.file.name, span.start), []).append(condition)
    return list(found.values())
