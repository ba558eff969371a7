"""Declared numbers and markers, read as values."""

from __future__ import annotations

import attrs

from dsl.expressions import domains, markers
from dsl.expressions.context import Context
from dsl.expressions.values import WRONG, Scalar, Scope
from dsl.model import model as m
from dsl.names import types as t
from dsl.program import program as p


def counter(context: Context, name: m.Name, terms: tuple[m.Expression, ...], scope: Scope) -> Scalar:
    """A number, or the number of some members; a marker's is one of its positions."""
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
            "these are several numbers, not one",
            "name one of them, or add them up: `sum of … of p over p: player`",
        )
    if family.positions:
        value = markers.read(context.names, family, p.Number(found[0].index))
        return attrs.evolve(value, optional=value.optional and (bool(terms) or name.text not in scope.still))
    least, most = sorted((family.declared.minimum, family.declared.maximum))
    return Scalar(p.Number(found[0].index), t.Number(), least=least, most=most)
