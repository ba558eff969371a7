"""Lower statements of the model to structured steps.

Dispatches each statement to the module of its subject, and lowers control flow itself. Variables record where their
cards lie, so that moves name their zones. A `Watch` follows each change, or each step taken as one (`together`);
`split_blocks` turns it into the tests of victory and defeat.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import assert_never

import attrs

from dsl.conditions import alternatives
from dsl.expressions import arithmetic, domains, lower_expression, typed
from dsl.expressions.context import Context
from dsl.expressions.values import Scope
from dsl.model import model as m
from dsl.program import program as p
from dsl.routines import watches
from dsl.routines.steps import (
    AT_ONCE,
    Branching,
    Frame,
    GoTo,
    Looping,
    Plain,
    Step,
    Watch,
)
from dsl.statements import (
    assign,
    attach,
    chance,
    doing,
    drawing,
    facing,
    loops,
    moves,
    prompts,
    texts,
    turn_order,
    unreachable,
    variables,
)
from dsl.text.source import heads


@attrs.frozen
class Dispatchers:
    """The dispatchers over all expressions and all statements, for a context."""

    value = staticmethod(lower_expression.value)

    def block(self, context: Context, body: Sequence[m.Statement], scope: Scope, frame: Frame) -> list[Step]:
        """The steps of a block; variables made in it end with it."""
        steps: list[Step] = []
        for at, each in enumerate(body):
            if at and isinstance(each, m.If):
                unreachable.after_sets(context, body, at, scope)
            scope.exposing = steps
            steps.extend(statement(context, each, scope, frame))
            variables.in_vain(each, scope)
            scope.exposing = None
        return steps


def statement(context: Context, node: m.Statement, scope: Scope, frame: Frame) -> list[Step]:  # noqa: C901, PLR0912 - a dispatcher
    """The steps of one statement; the most frequent cases come first."""
    context.bounds.grow(node)
    match node:
        case m.Do():
            return doing.do(context, node, scope)
        case m.Move():
            return moves.move(context, node, scope, frame)
        case m.If():
            return _if(context, node, scope, frame)
        case m.Ask():
            return prompts.ask(context, node, scope, frame)
        case m.TurnCard():
            return facing.turn(context, node, scope, frame)
        case m.Lay():
            return attach.lay(context, node, scope, frame)
        case m.Reveal():
            return moves.reveal(context, node, scope, frame)
        case m.Draw():
            return drawing.draw(context, node, scope, frame)
        case m.Shuffle():
            return moves.shuffle(context, node, scope, frame)
        case m.Flip():
            return moves.flip(context, node, scope, frame)
        case m.Roll():
            return chance.roll(context, node, scope)
        case m.Pick():
            return chance.pick(context, node, scope)
        case m.Put():
            return moves.put(context, node, scope, frame)
        case m.Exchange():
            return moves.exchange(context, node, scope, frame)
        case m.Set():
            return assign.set_(context, node, scope, frame)
        case m.Let():
            return assign.let(context, node, scope)
        case m.AskAgain():
            return _again(context, node, frame)
        case m.Proceed():
            return _proceed(context, node, frame)
        case m.Repeat():
            return _repeat(context, node, scope, frame)
        case m.Each():
            return loops.each(context, node, scope, frame)
        case m.Together():
            return _together(context, node, scope, frame)
        case m.Lose() | m.GameOver():
            return texts.lose(context, node, scope)
        case m.NextPlayer():
            return turn_order.passes(context, node, scope)
        case _:
            assert_never(node)


def _if(context: Context, node: m.If, scope: Scope, frame: Frame) -> list[Step]:
    origin = context.origins.at(scope, node)
    alternatives.branches(context.names, node, scope.variables)
    condition = typed.truth(context, node.condition, scope)
    then_scope = domains.sure(scope.inner(), domains.made_sure(node.condition))
    else_scope = domains.sure(scope.inner(), domains.made_sure(node.condition, holds=False))
    moved = variables.found(context, node.condition, node.then, then_scope, origin)
    then = [*moved, *context.block(node.then, then_scope, frame)]
    otherwise = context.block(node.otherwise, else_scope, frame)
    if isinstance(condition, p.Int):
        chosen, inner = (then, then_scope) if condition.value else (otherwise, else_scope)
        variables.merge(scope, [inner])
        return [*context.coverage.settled(bool(condition.value), scope.part, node.condition), *chosen]
    variables.merge(scope, [then_scope, else_scope])
    condition = context.coverage.tested(condition, scope.part, node.condition)
    return [Branching(condition, tuple(then), tuple(otherwise), origin)]


def _repeat(context: Context, node: m.Repeat, scope: Scope, frame: Frame) -> list[Step]:
    origin, label = context.origins.at(scope, node), context.label()
    variables.forget(context, scope, node.body)
    inner = scope.inner()
    within = frame.looping(label)
    if not node.times:
        holds = typed.truth(context, node.expression, scope.reading(exposing=None))
        condition = context.coverage.tested(holds, scope.part, node.expression)
        return [Looping(label, condition, tuple(context.block(node.body, inner, within)), origin)]
    loops.once_for_each_player(context, node, scope)
    times, done = scope.routine.new(), scope.routine.new()
    count = arithmetic.count(context, node.expression, scope)
    step = Plain(p.SetLocal(done, p.Binary("+", p.Local(done), p.Int(1)), origin))
    within = attrs.evolve(within, rounds=(p.Local(done), p.Local(times)))
    return [
        Plain(p.SetLocal(times, count.expr, origin)),
        Plain(p.SetLocal(done, p.Int(0), origin)),
        Looping(
            label,
            p.Binary("<", p.Local(done), p.Local(times)),
            (step, *context.block(node.body, inner, within)),
            origin,
        ),
    ]


def _together(context: Context, node: m.Together, scope: Scope, frame: Frame) -> list[Step]:
    batch: list[Watch] = []
    inner = scope.inner()
    steps = context.block(node.body, inner, attrs.evolve(frame, batch=batch))
    variables.adopt(scope, inner)
    return [*steps, *watches.close(batch, frame)]


def _again(context: Context, node: m.AskAgain, frame: Frame) -> list[Step]:
    if frame.prompt == AT_ONCE:
        message = "all players have chosen here, and this is what one of them has chosen"
        help_ = "ask this player by himself: `ask PROMPT`, with options of its own below"
        context.problems.add("misplaced", message, node.span, help=help_)
        return []
    if frame.prompt < 0:
        context.problems.add(
            "misplaced",
            "`ask again` is allowed only in an option of a prompt",
            node.span,
            help="say `ask PROMPT` elsewhere",
        )
        return []
    return [GoTo(frame.prompt)]


PROCEED = "leave it out; to replace an event, and do it only sometimes, say `instead of EVENT`"

BESIDE = re.compile(r"(?:after|before|on|together with) (?P<event>[\w' -]+?)(?: if | of | *\[| *#| *$)")
"""The head of a rule that acts beside its event."""


def _proceed(context: Context, node: m.Proceed, frame: Frame) -> list[Step]:
    if frame.rest is None:
        beside = next((found["event"] for line in heads(node.span) if (found := BESIDE.match(line))), "")
        parameters = context.names.events[beside][1].parameters if beside in context.names.events else ()
        about = f"({', '.join(each.name.text for each in parameters)})" if parameters else ""
        again = f"leave it out: `{beside}` happens anyway; `do {beside}{about}` makes it happen once more, "
        advice = f"{again}and `instead of {beside}` replaces it" if beside else PROCEED
        context.problems.add("misplaced", "`proceed` stands in a rule `instead of` an event", node.span, help=advice)
        return []
    context.bounds.repeat(node, frame.rest)
    return list(frame.rest)
