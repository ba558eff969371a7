"""Find steps that leave the cards alone that a condition asks for, although they move cards of the same zone.

Used by the check for loops: a block that moves doors out of a pile never ends a loop that asks for a nightmare in it.
Cards are told apart by what is printed on them; where that isn't known, a step may move any card.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import attrs

from dsl.program import fold
from dsl.program import program as p
from dsl.routines.steps import ForEach, Plain, Step
from dsl.weaving.weaving import Weaving

COUNTED = frozenset({">", ">=", "!=", "==", "<", "<="})


@attrs.frozen
class Spared:
    """The cards that a condition asks for in one zone, and those that the locals of its block may hold."""

    weaving: Weaving
    wanted: frozenset[int]
    held: Mapping[int, frozenset[int]]

    def by(self, step: Step, *, own: bool) -> bool:
        """Whether a step moves other cards only; `own`: it stands in the block, and so has its locals."""
        moved = self._moved(step, own)
        return moved is not None and self.wanted.isdisjoint(moved)

    def _moved(self, step: Step, own: bool) -> frozenset[int] | None:
        """The cards that a step may move, or None if it may be any."""
        match step:
            case Plain(p.Move(p.Local(index))):
                return self.held.get(index) if own else None
            case Plain(p.Move(cards) | p.MoveAll(cards)):
                return chosen(self.weaving, cards)
            case _:
                return None


def spared(weaving: Weaving, condition: p.Expr, steps: Iterable[Step]) -> Spared | None:
    """The cards that a condition asks for, if it only asks whether, or how many, lie in one zone."""
    match condition:
        case p.Exists(p.Zone(p.Int())) as asked:
            wanted = _such(weaving, asked.local, asked.condition)
        case p.Binary(operator, p.Count(p.Zone(p.Int())) as asked, p.Int()) if operator in COUNTED:
            wanted = _such(weaving, asked.local, asked.condition)
        case _:
            return None
    if weaving.context.names.followed:  # cards that lie on others go where these go
        return None
    return Spared(weaving, wanted, _held(weaving, steps))


def chosen(weaving: Weaving, cards: p.Expr) -> frozenset[int] | None:
    """The cards that are found by a condition, or None if it isn't known."""
    match cards:
        case p.Find(_, local, condition) | p.Filter(_, local, condition):
            return _such(weaving, local, condition)
        case _:
            return None


def _such(weaving: Weaving, local: int, condition: p.Expr) -> frozenset[int]:
    """The cards for which a condition may hold, by what is printed on them."""
    context = weaving.context
    held = fold.by_card(condition, local, len(context.names.ids), context.tables.printed)
    return frozenset(card for card, holds in enumerate(held) if holds != 0)


def _held(weaving: Weaving, steps: Iterable[Step]) -> dict[int, frozenset[int]]:
    """The cards that locals may hold, of those that hold only such as were found by a condition."""
    found: dict[int, list[frozenset[int] | None]] = {}
    for step in steps:
        match step:
            case ForEach(local, _, _, cards) | Plain(p.SetLocal(local, cards)):
                found.setdefault(local, []).append(chosen(weaving, cards))
            case Plain(p.Draw(local) | p.Roll(local) | p.Pick(local)):
                found.setdefault(local, []).append(None)
            case _:
                pass
    return {
        local: frozenset[int]().union(*(each for each in sets if each is not None))
        for local, sets in found.items()
        if None not in sets
    }
