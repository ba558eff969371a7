"""Checks for `repeat while` of which no round changes what its condition reads, or a part of it.

A block that moves cards of a zone may leave those alone that its condition asks for: cards are told apart by what is
printed on them, and where that isn't known, a step may move any card. Such a loop ends only by a statement that ends
the game or that leads out of it. If somebody is asked in it, it may also go on until the game is won or lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import attrs

from dsl.checks import loop_advice
from dsl.checks.changes import Ends, Read, assigned, called
from dsl.program import fold
from dsl.program import program as p
from dsl.program.operators import free_locals, within
from dsl.routines.steps import Asking, ForEach, GoTo, Looping, Plain, Step, walk
from dsl.text.source import Span
from dsl.weaving.weaving import MAIN, Weaving

ORDERED = frozenset({"<", "<=", ">", ">="})
"""The comparisons of numbers that count something up or down."""

COUNTED = frozenset({">", ">=", "!=", "==", "<", "<="})
"""The comparisons of a number of cards."""


def unchanging(weaving: Weaving) -> None:
    """Report loops that go on for ever once they begin, and counts in their conditions that never change."""
    reported: set[Span] = set()
    for name, routine in weaving.finished.items():
        for step in routine.of(Looping) if name != MAIN else ():
            if step.condition != p.Int(0):
                span = weaving.context.origins[step.origin].span
                if span not in reported and (how := _unchanging(weaving, step)) is not None:
                    reported.add(span)
                    message, help_ = loop_advice.told(weaving.context.names, span, partly=how == "partly")
                    weaving.context.problems.add("endless", message, span, help=help_)


def _unchanging(weaving: Weaving, loop: Looping) -> str | None:
    """How far the condition of a loop that nothing else ends stays as it is: "wholly", "partly", or None."""
    own, condition = tuple(walk(loop.body)), fold.uncovered(loop.condition)
    either = condition.parts if isinstance(condition, p.Or) else (condition,)
    both = [part for part in condition.parts if _counts(part)] if isinstance(condition, p.And) else []
    given = {local for step in own for local in assigned(step)}
    fixed = [part for part in (*either, *both) if given.isdisjoint(free_locals(part))]
    if not fixed or _led_out(loop, own):
        return None
    every = (*own, *called(weaving, own))
    fixed = [part for part in fixed if not _may_change(weaving, part, own, every)]
    if not fixed or any(isinstance(step, Plain) and isinstance(step.instruction, p.End) for step in every):
        return None
    if any(isinstance(step, Asking) for step in every) and Ends(weaving).may_end(loop.body):
        return None
    return "wholly" if any(part in either for part in fixed) else "partly"


def _may_change(weaving: Weaving, condition: p.Expr, own: Iterable[Step], every: Iterable[Step]) -> bool:
    """Whether some of all steps of a block may change what a condition reads; `own` are those that stand in it."""
    read, kept = Read.by(condition, weaving.context.names.spans), _spared(weaving, condition, own)
    inside = {id(step) for step in own}
    return any(
        read.may_change(step) and not (kept is not None and kept.by(step, own=id(step) in inside)) for step in every
    )


def _counts(condition: p.Expr) -> bool:
    """Whether a condition compares numbers that are locals, and reads nothing else that can change."""
    if not isinstance(condition, p.Binary) or condition.operator not in ORDERED:
        return False
    simple = (p.Binary, p.Local, p.Int)
    return any(isinstance(each, p.Local) for each in within(condition)) and all(
        isinstance(each, simple) for each in within(condition)
    )


def _led_out(loop: Looping, steps: Iterable[Step]) -> bool:
    """Whether one of the steps inside a loop continues outside it."""
    inside = {loop.label} | {step.label for step in steps if isinstance(step, Looping | Asking)}
    return any(isinstance(step, GoTo) and step.label not in inside for step in steps)


@attrs.frozen
class _Spared:
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
                return _chosen(self.weaving, cards)
            case _:
                return None


def _spared(weaving: Weaving, condition: p.Expr, steps: Iterable[Step]) -> _Spared | None:
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
    return _Spared(weaving, wanted, _held(weaving, steps))


def _chosen(weaving: Weaving, cards: p.Expr) -> frozenset[int] | None:
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
                found.setdefault(local, []).append(_chosen(weaving, cards))
            case Plain(p.Draw(local) | p.Roll(local) | p.Pick(local)):
                found.setdefault(local, []).append(None)
            case _:
                pass
    return {
        local: frozenset[int]().union(*(each for each in sets if each is not None))
        for local, sets in found.items()
        if None not in sets
    }
