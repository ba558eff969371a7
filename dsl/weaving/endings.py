"""When a game ends, can't be won any more, or is at fault: victory, defeat, what is out of reach, invariants.

Functions of `Weaver`. An end that never comes, or that has come before the game begins, is reported.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from dsl.expressions.constant_comparisons import NEVER
from dsl.expressions.values import Scope
from dsl.model import model as m
from dsl.program import fold
from dsl.program import program as p
from dsl.routines.steps import Branching, Finished, Routine, Step
from dsl.text.diagnostics import Label

if TYPE_CHECKING:
    from dsl.weaving.weave import Weaver

VICTORY = p.ENDS


def weave(weaver: Weaver) -> None:
    """One routine that tests victory, then defeat."""
    routine = Routine(VICTORY)
    steps = [*_victory(weaver, routine), *_defeats(weaver, routine)]
    start = weaver.names.ruleset.start
    weaver.finished[VICTORY] = Finished(VICTORY, "", 0, (), routine, tuple(steps), 0, start)


def _victory(weaver: Weaver, routine: Routine) -> Iterator[Step]:
    wins = [(part, node) for part, node in weaver.names.ruleset.all(m.WinOnly) if isinstance(node, m.WinOnly)]
    sentence = _won(weaver)
    if not wins:
        message = "no rule says when the game is won"
        start = weaver.names.ruleset.start
        weaver.names.problems.add("no-victory", message, start, help="add `win only when …`")
        return
    part, first = wins[0]
    cited = tuple(dict.fromkeys(c for _, win in wins for c in win.citations))
    origin = weaver.origin(part, "victory", cited, first)
    told = weaver.names.problems.told
    found = [(_some_time(weaver, win.condition, Scope(routine, q, origin=origin)), q, win) for q, win in wins]
    if fold.conj(condition for condition, _, _ in found) == fold.TRUE and weaver.names.problems.told == told:
        _begun(weaver, "won", wins[-1][1].condition, "say for what one has to play")
    conditions = [weaver.told(condition, q, "victory", win) for condition, q, win in found]
    yield Branching(fold.conj(conditions), (weaver.ending("won", sentence, origin),), (), origin)


def _defeats(weaver: Weaver, routine: Routine) -> Iterator[Step]:
    for part, node in weaver.names.ruleset.all(m.LoseWhen):
        assert isinstance(node, m.LoseWhen)
        origin = weaver.origin(part, "defeat", node.citations, node)
        told = weaver.names.problems.told
        condition = _some_time(weaver, node.condition, Scope(routine, part, origin=origin))
        if condition == fold.TRUE and weaver.names.problems.told == told:
            _begun(weaver, "lost", node.condition, "`refuse` says that a game isn't to be played")
        condition = weaver.told(condition, part, "defeat", node)
        yield Branching(condition, (weaver.ending("lost", node.sentence, origin),), (), origin)


def _begun(weaver: Weaver, how: str, node: m.Expression, advice: str) -> None:
    message = f"this always holds: the game would be {how} before it begins"
    weaver.names.problems.add("always-holds", message, node.span, help=advice)


def _some_time(weaver: Weaver, node: m.Expression, scope: Scope) -> p.Expr:
    """When something comes about; that it never does is reported."""
    condition, hopeless = weaver.hoped(node, scope)
    if hopeless:
        weaver.names.problems.add("never-holds", NEVER, node.span)
    return condition


def _won(weaver: Weaver) -> str:
    """The sentence for the winner."""
    wons = [node for _, node in weaver.names.ruleset.all(m.Won) if isinstance(node, m.Won)]
    for other in wons[1:]:
        related = [Label(wons[0].span, "first said here")]
        message = "there are two sentences for the winner"
        weaver.names.problems.add("declared-twice", message, other.span, related=related)
    return wons[0].sentence if wons else "The game is won."


def out_of_reach(weaver: Weaver) -> Iterator[p.OutOfReach]:
    """When the game can't be won any more."""
    for part, node in weaver.names.ruleset.all(m.OutOfReach):
        assert isinstance(node, m.OutOfReach)
        routine = Routine("out of reach")
        origin = weaver.origin(part, "out of reach", (), node)
        condition = _some_time(weaver, node.condition, Scope(routine, part, origin=origin))
        condition = weaver.told(condition, part, "out of reach", node)
        yield p.OutOfReach(condition, node.sentence, routine.locals, origin)


def invariants(weaver: Weaver) -> Iterator[p.Invariant]:
    """What must hold at every decision."""
    for part, node in weaver.names.ruleset.all(m.Invariant):
        assert isinstance(node, m.Invariant)
        routine = Routine("invariant")
        origin = weaver.origin(part, node.title, (), node)
        condition = _some_time(weaver, node.condition, Scope(routine, part, origin=origin))
        yield p.Invariant(node.title, condition, routine.locals, origin)
