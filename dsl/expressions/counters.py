"""Declared numbers, flags and markers, read as values; and whether an event is under way."""

from __future__ import annotations

import attrs

from dsl.expressions import domains, markers
from dsl.expressions.context import Context
from dsl.expressions.values import WRONG, Scalar, Scope
from dsl.model import model as m
from dsl.names import types as t
from dsl.program import fold
from dsl.program import program as p


def counter(context: Context, name: m.Name, terms: tuple[m.Expression, ...], scope: Scope) -> Scalar:
    """A number, or the number of some members; a flag's is a condition, a marker's one of its positions."""
    family = context.names.numbers[name.text]
    context.names.see(name, family.part, scope.part)
    context.use("number", name.text)
    context.origins.cite(scope, family.declared.citations)
    found = domains.members(context, name, family, terms, scope)
    if not found:
        return WRONG
    if len(found) > 1:
        return context.wrong(
            terms[0],
            f"these are several {family.sort}s, not one",
            "name one of them, or ask for each: `any p: player where … of p`"
            if family.declared.flag
            else "name one of them, or add them up: `sum of … of p over p: player`",
        )
    if family.positions:
        value = markers.read(context.names, family, p.Number(found[0].index))
        return attrs.evolve(value, optional=value.optional and (bool(terms) or name.text not in scope.still))
    if family.declared.flag:
        return Scalar(p.Number(found[0].index), t.Truth())
    least, most = sorted((family.declared.minimum, family.declared.maximum))
    return Scalar(p.Number(found[0].index), t.Number(), least=least, most=most, declared=True)


def during(context: Context, node: m.During, scope: Scope) -> Scalar:
    """Whether an event is under way: a hidden number says so, which `weaving/lasting` sets while it lasts."""
    name = node.event.text
    if name not in context.names.events:
        context.names.say_unknown("event", node.event, context.names.events)
        return Scalar(fold.FALSE, t.Truth())
    context.names.see(node.event, context.names.events[name][0], scope.part)
    number = context.hidden_number(name)
    return Scalar(p.Binary(">", p.Number(p.Int(number)), p.Int(0)), t.Truth(), most=1)
