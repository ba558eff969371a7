"""Checks for rules of two modules that act at the same moment in no declared order.

No order is needed if it makes no difference: the rules say the same, touch nothing in common, or are about different
cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

import attrs

from dsl.expressions.context import Context
from dsl.names.names import Names
from dsl.program import fold
from dsl.program import program as p
from dsl.program.reads import reads
from dsl.routines.steps import Branching, Invoke, Plain, Step, Watch, exprs, walk
from dsl.routines.whereabouts import whereabouts
from dsl.text.diagnostics import Label
from dsl.weaving.order import said
from dsl.weaving.weaving import Weaving, Woven


def replacements(weaving: Weaving) -> None:
    """Report two replacements of one event without an order, unless they can't both apply or are the same."""
    for first, second in _rivals(weaving.context, [w for w in weaving.woven if w.moment == "instead of"]):
        message = f"two modules replace `{first.event}`, and nothing says which comes first"
        _unordered(first, second, message, weaving.context.names)


def reactions(weaving: Weaving) -> None:
    """Report two modules' hooks at the same moment of one event that don't commute and have no order."""
    base = weaving.context.names.ruleset.base
    hooks = [w for w in weaving.woven if w.moment != "instead of" and w.part.module != base]
    conflicts: _Conflicts | None = None
    for first, second in _rivals(weaving.context, hooks):
        conflicts = conflicts or _Conflicts(weaving)
        if conflicts.between(first, second):
            act = f"two modules act {first.moment} `{first.event}` on the same things"
            _unordered(first, second, f"{act}, and nothing says which comes first", weaving.context.names)


def _rivals(context: Context, hooks: Iterable[Woven]) -> Iterator[tuple[Woven, Woven]]:
    """Pairs of two modules' hooks at the same moment of one event that may both act, in no order that is declared."""
    for first, second in combinations(hooks, 2):
        if (first.event, first.moment) != (second.event, second.moment) or first.part.module == second.part.module:
            continue
        ordered = said((first.part, first.hook), (second.part, second.hook))
        if not ordered and not _agree(first, second) and not _exclusive(first, second, context):
            yield first, second


def _unordered(first: Woven, second: Woven, message: str, names: Names) -> None:
    names.problems.add(
        "unordered",
        message,
        second.hook.span,
        label=f"in `{second.part.module}`",
        related=[Label(first.hook.span, f"in `{first.part.module}`")],
        help=f"{_ways(second, first)}, or {_ways(first, second)}",
    )


def _ways(one: Woven, other: Woven) -> str:
    """The help that orders one rule before or after the other."""
    return f"let the rule in `{one.part.module}` say `before {other.part.module}` or `after {other.part.module}`"


def _agree(first: Woven, second: Woven) -> bool:
    return first.hook.body == second.hook.body and first.hook.condition == second.hook.condition


def _exclusive(first: Woven, second: Woven, context: Context) -> bool:
    """Whether the printed values of every card exclude that both conditions hold for it."""
    if first.card < 0:
        return False
    cards, printed = len(context.names.ids), context.tables.printed
    held = fold.by_card(first.condition, first.card, cards, printed)
    return all(
        0 in pair for pair in zip(held, fold.by_card(second.condition, second.card, cards, printed), strict=True)
    )


@attrs.define
class _Effects:
    """The zones, numbers and facts that steps read and write."""

    reads: set[tuple[str, int]] = attrs.field(factory=set)
    writes: set[tuple[str, int]] = attrs.field(factory=set)


class _Conflicts:
    """Which rules don't commute: one of them writes a zone, a number or a fact that the other reads or writes."""

    def __init__(self, weaving: Weaving) -> None:
        self._finished = weaving.finished
        self._spans = weaving.context.names.spans
        self._expand = whereabouts(weaving.finished, len(weaving.context.names.zoned))

    def between(self, first: Woven, second: Woven) -> bool:
        """Whether two rules don't commute."""
        a, b = (self._effects([Branching(rule.condition, rule.steps, (), 0)]) for rule in (first, second))
        return bool(a.writes & (b.reads | b.writes) or b.writes & a.reads)

    def _effects(self, steps: Iterable[Step]) -> _Effects:
        effects = _Effects()
        seen: set[str] = set()
        todo = [tuple(steps)]
        while todo:
            for step in walk(todo.pop()):
                if isinstance(step, Invoke) and step.routine not in seen:
                    seen.add(step.routine)
                    todo.append(self._finished[step.routine].body)
                self._note(step, effects)
        return effects

    def _note(self, step: Step, effects: _Effects) -> None:
        for expr in exprs(step):
            zones, numbers = reads(expr, self._spans)
            effects.reads |= {("zone", z) for z in zones} | {("number", n) for n in numbers}
        match step:
            case Watch(writes, counters):
                effects.writes |= {("zone", z) for z in self._expand(writes)} | {("number", c) for c in counters}
            case Plain(p.Shuffle(p.Int(zone), _)):
                effects.writes.add(("zone", zone))
            case _:
                pass
