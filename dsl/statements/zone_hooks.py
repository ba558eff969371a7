"""Put hooks on changes of zones around the statements that move cards: cards leave a zone, enter it, or are revealed.

The cards concerned are read before the statement, and the hooks run once for all of them. `weaving/zone_events` weaves
the hooks, and removes those that can't happen.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from dsl.expressions.context import Context
from dsl.expressions.values import CardRef, Location, Scope
from dsl.names.hooked_changes import LEAVING, REVEALING, Hooked
from dsl.program import fold
from dsl.program import program as p
from dsl.routines.steps import Branching, Invoke, Plain, Step, Touching, Whereabouts, may_lie


@attrs.frozen
class Passage:
    """Cards that a statement takes from a zone to another; `cards` as the table stands before it."""

    cards: p.Expr
    source: p.Expr
    sources: Whereabouts
    target: p.Expr
    targets: Whereabouts

    def touching(self, hooked: Hooked) -> Touching:
        """The zones in which the cards can lie, and those in which a hook needs one to lie."""
        return (self.sources if hooked.change == LEAVING else self.targets), hooked.zones


def one_card(card: p.Expr, zone: p.Expr, position: p.Expr | None, scope: Scope) -> p.Expr:
    """The list of a card, empty if it doesn't lie in `zone` (at `position`)."""
    local = scope.routine.new()
    same = p.Filter(p.Zone(zone), local, p.Binary("==", p.Local(local), card))
    one = p.Slice(same, p.Int(0), p.Int(1))
    if position is None:
        return one
    return p.If(p.Binary("==", p.Element(p.Zone(zone), position), card), one, p.Cards(b""))


def first_with_room(targets: Location, rooms: Sequence[p.Expr]) -> p.Expr:
    """The zone that a card goes to: the first with room, or the last; `rooms`: whether each but the last has room."""
    zone = targets.spots[-1].zone
    for spot, room in zip(reversed(targets.spots[:-1]), reversed(rooms), strict=True):
        zone = p.If(room, spot.zone, zone)
    return zone


def around(
    context: Context,
    passages: Sequence[Passage],
    steps: Sequence[Step],
    scope: Scope,
    origin: int,
    *,
    reveals: bool = False,
    exposes: bool = False,
) -> list[Step]:
    """The steps of a statement, with the hooks on its changes of zones; `exposes`: it takes a top card."""
    before: list[Step] = []
    after: list[Step] = []
    for passage in passages:
        hooks = [h for h in context.hooked if _concerns(h, passage, reveals)]
        if hooks:
            _surround(passage, hooks, before, after, scope, origin, exposes)
    return [*before, *steps, *after]


def _concerns(hooked: Hooked, passage: Passage, reveals: bool) -> bool:
    if hooked.change == REVEALING and not reveals:
        return False
    return may_lie(*passage.touching(hooked))


def _surround(
    passage: Passage,
    hooks: Sequence[Hooked],
    before: list[Step],
    after: list[Step],
    scope: Scope,
    origin: int,
    exposes: bool,
) -> None:
    touching = tuple(passage.touching(hooked) for hooked in hooks)
    reading, those, zones = read(passage, (passage.source, passage.target), scope, origin, touching, exposes)
    before.append(reading)
    for hooked in hooks:
        at = zones[0] if hooked.moment == "before" else zones[1]
        where = passage.sources if hooked.moment == "before" else passage.targets
        changed = fold.binary("!=", zones[0], zones[1])
        there = fold.one_of(zones[0] if hooked.change == LEAVING else zones[1], hooked.zones)
        some = p.Binary(">", p.Size(those), p.Int(0))
        run = Invoke(hooked.routine, (those, at), (where, None), origin)
        step = Branching(fold.conj([there, changed, some]), (run,), (), origin, (passage.touching(hooked),))
        (before if hooked.moment == "before" else after).append(step)
    if before[-1] is not reading:
        before.append(reading)


def read(
    passage: Passage,
    zones: Sequence[p.Expr],
    scope: Scope,
    origin: int,
    touching: tuple[Touching, ...],
    exposes: bool = False,
) -> tuple[Step, p.Expr, list[p.Expr]]:
    """A step that saves the cards of a passage and some zones before it; returns it with the saved cards and zones."""
    those = scope.routine.new()
    scope.routine.lists.add(those)
    steps: list[Step] = [Plain(p.Expose(passage.source, p.Int(1), origin))] if exposes else []
    steps.append(Plain(p.SetLocal(those, passage.cards, origin)))
    saved = [scope.kept(zone, steps, origin) for zone in zones]
    return Branching(fold.TRUE, tuple(steps), (), origin, touching), p.Local(those), saved


def exchanged(cards: tuple[CardRef, CardRef], scope: Scope) -> list[Passage]:
    """The two passages of an exchange."""
    first, second = cards
    assert first.zone is not None
    assert second.zone is not None
    one, two = first.where or frozenset(), second.where or frozenset()
    here, there = (
        one_card(card.expr, zone, card.position, scope) for card, zone in ((first, first.zone), (second, second.zone))
    )
    both = fold.conj([p.Binary(">", p.Size(here), p.Int(0)), p.Binary(">", p.Size(there), p.Int(0))])
    nothing = p.Cards(b"")
    return [
        Passage(p.If(both, here, nothing), first.zone, one, second.zone, two),
        Passage(p.If(both, there, nothing), second.zone, two, first.zone, one),
    ]
