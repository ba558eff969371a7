"""Lower the endings: victory, defeat, the end with a score, conditions that make victory unreachable, and invariants.

Reports an ending that can never come, or that has come before the game begins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dsl.conditions.contradictions import NEVER
from dsl.expressions import typed
from dsl.expressions.context import Context
from dsl.expressions.values import Scope
from dsl.linking.ruleset import Part
from dsl.model import model as m
from dsl.program import fold
from dsl.program import program as p
from dsl.routines.steps import Branching, Finished, Routine, Step
from dsl.statements import texts
from dsl.text.diagnostics import Label
from dsl.weaving.weaving import Weaving

VICTORY = p.ENDS

Sentence = tuple[str, p.Told | None]
"""A sentence with `…` for its gaps, and with their values."""

WON = ("won", "say for what one has to play")
LOST = ("lost", "`refuse` says that a game isn't to be played")
OVER = ("over", "say what must have happened until then")
"""How a game ends, and what to do about an end that comes before it begins."""


def weave(weaving: Weaving) -> None:
    """Make one routine that tests victory, then defeat, then whether the game is over."""
    routine, context = Routine(VICTORY), weaving.context
    lost = _ends(context, routine, m.LoseWhen, "defeat", LOST, "lost")
    over = _ends(context, routine, m.OverWhen, "game over", OVER, "over")
    steps = [*_victory(context, routine), *lost, *over]
    if not any(ending.status in ("won", "over") for ending in context.endings):
        message = "no rule says when the game is won"
        help_ = 'add `win only when …`, or `game over when …, "Why."` for a game that ends with scores'
        context.problems.add("no-victory", message, context.names.ruleset.start, help=help_)
    start = weaving.context.names.ruleset.start
    weaving.finished[VICTORY] = Finished(VICTORY, "", 0, (), routine, tuple(steps), 0, start)


def _victory(context: Context, routine: Routine) -> Iterator[Step]:
    wins = [*context.names.ruleset.all(m.WinOnly)]
    others = [*context.names.ruleset.all(m.WinAlso)]
    sentence = _won(context)
    if wins:
        yield _all_of(context, routine, wins, sentence)
    for part, node in others:
        origin = context.origins.add(part, "victory", node.citations, node)
        condition = _ending(context, node.condition, Scope(routine, part, origin=origin), WON)
        condition = context.coverage.watched(condition, part, "victory", node)
        own = texts.text(context, node.sentence, Scope(Routine(VICTORY), part)) if node.sentence else sentence
        yield Branching(condition, (context.ending("won", *own, origin),), (), origin)


def _all_of(
    context: Context, routine: Routine, wins: Sequence[tuple[Part, m.WinOnly]], sentence: Sentence
) -> Branching:
    """The victory for which all of some conditions must hold."""
    part, first = wins[0]
    cited = tuple(dict.fromkeys(c for _, win in wins for c in win.citations))
    origin = context.origins.add(part, "victory", cited, first)
    with context.problems.trial() as trial:
        found = [(_some_time(context, win.condition, Scope(routine, q, origin=origin)), q, win) for q, win in wins]
    if fold.conj(condition for condition, _, _ in found) == fold.TRUE and trial.clean:
        _begun(context, wins[-1][1].condition, WON)
    conditions = [context.coverage.watched(condition, q, "victory", win) for condition, q, win in found]
    return Branching(fold.conj(conditions), (context.ending("won", *sentence, origin),), (), origin)


def _ends(
    context: Context,
    routine: Routine,
    when: type[m.LoseWhen | m.OverWhen],
    rule: str,
    how: tuple[str, str],
    status: str,
) -> Iterator[Step]:
    """The ends that one sort of declaration makes of its conditions; `rule` is what a trace calls them."""
    for part, node in context.names.ruleset.all(when):
        origin = context.origins.add(part, rule, node.citations, node)
        condition = _ending(context, node.condition, Scope(routine, part, origin=origin), how)
        condition = context.coverage.watched(condition, part, rule, node)
        sentence = texts.text(context, node.sentence, Scope(Routine(VICTORY), part))
        yield Branching(condition, (context.ending(status, *sentence, origin),), (), origin)


def _ending(context: Context, node: m.Expression, scope: Scope, how: tuple[str, str]) -> p.Expr:
    """A condition that ends the game; reports one that always holds, or never."""
    with context.problems.trial() as trial:
        condition = _some_time(context, node, scope)
    if condition == fold.TRUE and trial.clean:
        _begun(context, node, how)
    return condition


def _begun(context: Context, node: m.Expression, how: tuple[str, str]) -> None:
    message = f"this is always true, so the game would be {how[0]} before it begins"
    context.problems.add("always-holds", message, node.span, help=how[1])


def _some_time(context: Context, node: m.Expression, scope: Scope) -> p.Expr:
    """A condition that some state must meet; reports one that never holds."""
    condition, hopeless = typed.hoped(context, node, scope)
    if hopeless:
        context.problems.add("never-holds", NEVER, node.span, help="ask for something that can come about")
    return condition


def _won(context: Context) -> Sentence:
    """The sentence for the winner."""
    wons = [*context.names.ruleset.all(m.Won)]
    for _, other in wons[1:]:
        related = [Label(wons[0][1].span, "first said here")]
        message = "there are two sentences for the winner"
        context.problems.add("declared-twice", message, other.span, related=related, help="leave one of them out")
    if not wons:
        return "The game is won.", None
    part, node = wons[0]
    return texts.text(context, node.sentence, Scope(Routine(VICTORY), part))


def out_of_reach(context: Context) -> Iterator[p.OutOfReach]:
    """The conditions under which the game can't be won any more.

    Where there is another way to win, there are none: the rules don't say which victory they mean.
    """
    another = any(True for _ in context.names.ruleset.all(m.WinAlso))
    won = any(ending.status == "won" for ending in context.endings)
    for part, node in context.names.ruleset.all(m.OutOfReach):
        routine = Routine("out of reach")
        origin = context.origins.add(part, "out of reach", (), node)
        condition = _some_time(context, node.condition, Scope(routine, part, origin=origin))
        condition = context.coverage.watched(condition, part, "out of reach", node)
        if not won and context.endings:
            message = "this game is never won: it ends with scores, so nothing is out of reach"
            help_ = "leave this out, or say `win only when …`; a number that can't grow any more needs no rule"
            context.problems.add("no-victory", message, node.span, help=help_)
        sentence, told = texts.text(context, node.sentence, Scope(Routine("out of reach"), part))
        if not another:
            yield p.OutOfReach(condition, sentence, routine.locals, origin, told)


def invariants(context: Context) -> Iterator[p.Invariant]:
    """The conditions that must hold at every decision."""
    for part, node in context.names.ruleset.all(m.Invariant):
        routine = Routine("invariant")
        origin = context.origins.add(part, node.title, (), node)
        condition = _some_time(context, node.condition, Scope(routine, part, origin=origin))
        yield p.Invariant(node.title, condition, routine.locals, origin)
