"""Whether an event is under way; `weaving/lasting` sets the hidden number that says so as long as the event lasts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl.expressions.values import Scope, Value
from dsl.model import model as m
from dsl.names import types as t
from dsl.program import fold
from dsl.program import program as p

if TYPE_CHECKING:
    from dsl.expressions.lower_expression import Expressions


def during(lowerer: Expressions, node: m.During, scope: Scope) -> Value:
    """Whether an event is under way."""
    name = node.event.text
    if name not in lowerer.names.events:
        lowerer.names.say_unknown("event", node.event, lowerer.names.events)
        return Value(fold.FALSE, t.Truth())
    lowerer.names.see(node.event, lowerer.names.events[name][0], scope.part)
    number = lowerer.hidden_number(name)
    return Value(p.Binary(">", p.Number(p.Int(number)), p.Int(0)), t.Truth(), most=1)
