"""Lower the definitions without arguments, for scenarios that say their values.

Weaves the rules once more, because numbers and tables come into being on the way; the program stays as it is.
"""

from __future__ import annotations

from dsl.expressions.context import Context
from dsl.expressions.definitions import defined
from dsl.expressions.values import Scalar, Scope, Value
from dsl.linking.ruleset import Part
from dsl.model import model as m
from dsl.names import types as t
from dsl.names.names import Names
from dsl.program.definitions import Defined, Definitions
from dsl.program.setup import TRUTHS
from dsl.routines.steps import Routine
from dsl.weaving.weave import weave

ARGUMENTS = "it needs arguments"


def definitions(names: Names) -> Definitions:
    """The definitions of a ruleset that has no problems."""
    context = weave(names).context
    known: dict[str, Defined] = {}
    others: dict[str, str] = {}
    for name, (part, define) in names.defines.items():
        if define.parameters:
            others[name] = ARGUMENTS
            continue
        found = _value(context, part, define)
        if isinstance(found, Defined):
            known[name] = found
        else:
            others[name] = f"it is {found.type.shown}"
    return Definitions(known, others, tuple(context.tables.made))


def _value(context: Context, part: Part, define: m.Define) -> Defined | Value:
    """A definition's value at any moment, or what else it stands for."""
    routine = Routine("then")
    with context.problems.trial() as trial, context.names.usage.paused():
        value = defined(context, define.name, (), Scope(routine, part))
        trial.drop()
    if not isinstance(value, Scalar) or value.several:
        return value
    none = (("none",), (0,)) if value.optional else ((), ())
    match value.type:
        case t.Number():
            return Defined(value.expr, routine.locals)
        case t.Truth():
            return Defined(value.expr, routine.locals, TRUTHS, (0, 1))
        case t.Member(domain):
            of = context.names.domain(domain)
            if of is not None:
                return Defined(value.expr, routine.locals, (*none[0], *of.words), (*none[1], *of.values))
    return value
