"""Lower `lose "…"`: the values in its sentence are those at that moment, and the game remembers them."""

from __future__ import annotations

import attrs

from dsl.expressions.context import Context
from dsl.expressions.values import Scope
from dsl.model import model as m
from dsl.program import program as p
from dsl.program.operators import free_locals
from dsl.routines.steps import Plain, Step
from dsl.statements import texts

WIDEST = (-(2**31), 2**62)
"""A range that has all values that a text can show."""


def lose(context: Context, node: m.Lose, scope: Scope) -> list[Step]:
    """`lose "…"`: the game ends."""
    origin = context.origins.at(scope, node)
    sentence, told = texts.text(context, node.sentence, scope)
    if told is None:
        return [context.ending("lost", sentence, None, origin)]
    steps: list[Step] = []
    parts = tuple(_kept(context, part, steps, origin) if isinstance(part, p.Gap) else part for part in told.parts)
    return [*steps, context.ending("lost", sentence, p.Told(parts, scope.routine.locals), origin)]


def _kept(context: Context, gap: p.Gap, steps: list[Step], origin: int) -> p.Gap:
    """A gap whose value is there after the end, too: one that variables have is kept in a number of the game."""
    if not free_locals(gap.value):
        return gap
    name = f"`told {len(context.hidden_ranges) + 1}`"  # no name of the rules has backticks
    number = p.Int(context.hidden_number(name))
    context.hidden_ranges[name] = WIDEST
    steps.append(Plain(p.SetNumber(number, gap.value, origin)))
    return attrs.evolve(gap, value=p.Number(number), cards=())
