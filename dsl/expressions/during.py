"""The question `during …`: a hidden number, which `weaving/lasting` sets for as long as an event lasts, answers it."""

from __future__ import annotations

from dsl.expressions.context import Context
from dsl.expressions.values import Scalar, Scope
from dsl.model import model as m
from dsl.names import types as t
from dsl.program import fold
from dsl.program import program as p


def during(context: Context, node: m.During, scope: Scope) -> Scalar:
    """Whether an event is under way."""
    name = node.event.text
    if name not in context.names.events:
        context.names.say_unknown("event", node.event, context.names.events)
        return Scalar(fold.FALSE, t.Truth())
    context.names.see(node.event, context.names.events[name][0], scope.part)
    number = context.hidden_number(name)
    return Scalar(p.Binary(">", p.Number(p.Int(number)), p.Int(0)), t.Truth(), most=1)
