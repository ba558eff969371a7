"""Lower the endings: victory, defeat, conditions that make victory unreachable, and invariants.

Reports an ending that can never come, or that has come before the game begins.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.conditions.contradictions import NEVER
from dsl.expressions import typed
from dsl.expressions.context import Context
from dsl.expressions.values import Scope
from dsl.model import model as m
from dsl.program import fold
from dsl.program import program as p
from dsl.routines.steps import Branching, Finished, Routine, Step
from dsl.text.diagnostics import Label
from dsl.weaving.weaving import Weaving

VICTORY = p.ENDS


def weave(weaving: Weaving) -> None:
    """Make one routine that tests victory, then defeat."""
    routine = Routine(VICTORY)
    steps = [*_victory(weaving.context, routine), *_defeats(weaving.context, routine)]
    start = weaving.context.names.ruleset.start
    weaving.finished[VICTORY] = Finished(VICTORY, "", 0, (), routine, tuple(steps), 0, start)


def _victory(context: Context, routine: Routine) -> Iterator[Step]:
    wins = [*context.names.ruleset.all(m.WinOnly)]
    sentence = _won(context)
    if not wins:
        message = "no rule says when the game is won"
        start = context.names.ruleset.start
        context.problems.add("no-victory", message, start, help="add `win only when …`")
        return
    part, first = wins[0]
    cited = tuple(dict.fromkeys(c for _, win in wins for c in win.citations))
    origin = context.origins.add(part, "victory", cited, first)
    with context.problems.trial() as trial:
        found = [(_some_time(context, win.condition, Scope(routine, q, origin=origin)), q, win) for q, win in wins]
    if fold.conj(condition for condition, _, _ in found) == fold.TRUE and trial.clean:
        _begun(context, "won", wins[-1][1].condition, "say for what one has to play")
    conditions = [context.coverage.watched(condition, q, "victory", win) for condition, q, win in found]
    yield Branching(fold.conj(conditions), (context.ending("won", sentence, origin),), (), origin)


def _defeats(context: Context, routine: Routine) -> Iterator[Step]:
    for part, node in context.names.ruleset.all(m.LoseWhen):
        origin = context.origins.add(part, "defeat", node.citations, node)
        with context.problems.trial() as trial:
            condition = _some_time(context, node.condition, Scope(routine, part, origin=origin))
        if condition == fold.TRUE and trial.clean:
            _begun(context, "lost", node.condition, "`refuse` says that a game isn't to be played")
        condition = context.coverage.watched(condition, part, "defeat", node)
        yield Branching(condition, (context.ending("lost", node.sentence, origin),), (), origin)


def _begun(context: Context, how: str, node: m.Expression, advice: str) -> None:
    message = f"this is always true, so the game would be {how} before it begins"
    context.problems.add("always-holds", message, node.span, help=advice)


def _some_time(context: Context, node: m.Expression, scope: Scope) -> p.Expr:
    """A condition that some state must meet; reports one that never holds."""
    condition, hopeless = typed.hoped(context, node, scope)
    if hopeless:
        context.problems.add("never-holds", NEVER, node.span)
    return condition


def _won(context: Context) -> str:
    """The sentence for the winner."""
    wons = [node for _, node in context.names.ruleset.all(m.Won)]
    for other in wons[1:]:
        related = [Label(wons[0].span, "first said here")]
        message = "there are two sentences for the winner"
        context.problems.add("declared-twice", message, other.span, related=related)
    return wons[0].sentence if wons else "The game is won."


def out_of_reach(context: Context) -> Iterator[p.OutOfReach]:
    """The conditions under which the game can't be won any more."""
    for part, node in context.names.ruleset.all(m.OutOfReach):
        routine = Routine("out of reach")
        origin = context.origins.add(part, "out of reach", (), node)
        condition = _some_time(context, node.condition, Scope(routine, part, origin=origin))
        condition = context.coverage.watched(condition, part, "out of reach", node)
        yield p.OutOfReach(condition, node.sentence, routine.locals, origin)


def invariants(context: Context) -> Iterator[p.Invariant]:
    """The conditions that must hold at every decision."""
    for part, node in context.names.ruleset.all(m.Invariant):
        routine = Routine("invariant")
        origin = context.origins.add(part, node.title, (), node)
        condition = _some_time(context, node.condition, Scope(routine, part, origin=origin))
        yield p.Invariant(node.title, condition, routine.locals, origin)
