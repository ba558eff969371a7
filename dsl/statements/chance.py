"""Lower what chance decides: `roll 1 to 6 as pips`, `pick lane at random as found`, `pick herb in bed at random as …`.

A hidden number holds what falls next where a scenario says it. Only games with such statements have the number.
"""

from __future__ import annotations

from dsl.expressions import classes, domains, places, typed
from dsl.expressions.context import Context
from dsl.expressions.values import WRONG_CARD, Scalar, Scope, Variable, nothing
from dsl.model import model as m
from dsl.names import types as t
from dsl.program import fold
from dsl.program import program as p
from dsl.routines.steps import Plain, Step
from dsl.statements import variables

ROLLS, PICKS = "rolls, as said", "picks, as said"
"""The names of the numbers, which no event can have."""

SEVERAL = "a card at random is one of a single zone"

OTHERWISE = {
    "line": "say `roll 1 to number of cards in {0} as n`, and `place (n) of {0}` for the card",
    "pile": "`shuffle` the pile, and draw its top card",
}
"""What to say about cards that have an order."""

BACKWARDS = "the smaller number comes first: `roll 1 to 6 as …`"


def roll(context: Context, node: m.Roll, scope: Scope) -> list[Step]:
    """`roll … to … as …`: a variable that is there already gets the new number."""
    origin = context.origins.at(scope, node)
    low, high = typed.number(context, node.least, scope), typed.number(context, node.most, scope)
    _hold(context, ROLLS)
    wrong = any(isinstance(bound.type, t.Wrong) for bound in (low, high))
    if not wrong and isinstance(low.expr, p.Int) and isinstance(high.expr, p.Int):
        _check(context, node, low.expr.value, high.expr.value)
    declared = low.declared and high.declared
    least, most = low.least, None if low.most is None or high.most is None else max(low.most, high.most)
    variables.hides(context, node.variable, scope, again=True)
    before = scope.variables.get(node.variable.text)
    if (
        before is not None
        and isinstance(before.value, Scalar)
        and before.value.type == t.Number()
        and before.local >= 0
    ):
        local, known = before.local, before.value
        declared = declared and known.declared
        least = None if least is None or known.least is None else min(least, known.least)
        most = None if most is None or known.most is None else max(most, known.most)
    else:
        local = scope.routine.new()
    value = Scalar(p.Local(local), t.Number(), least=least, most=most, declared=declared)
    made = node if before is None else None
    scope.variables[node.variable.text] = Variable(value, local, made=made)
    return [Plain(p.Roll(local, low.expr, high.expr, origin))]


def _hold(context: Context, what: str) -> None:
    """Let the game have a number for what falls next."""
    context.hidden_number(what)
    context.hidden_ranges[what] = (0, p.FALL**p.MOST_FALLS)


def _check(context: Context, node: m.Roll, least: int, most: int) -> None:
    """Report a roll whose numbers are written out and leave nothing to chance."""
    if least > most:
        context.problems.add("bad-value", f"this goes backwards, from {least} to {most}", node.span, help=BACKWARDS)
    elif least == most:
        advice = "say another range, or write the number where it is needed"
        context.problems.add("bad-value", f"this is always {least}", node.span, help=advice)


def pick(context: Context, node: m.Pick, scope: Scope) -> list[Step]:
    """`pick … at random as …`: none if no member satisfies the condition."""
    if isinstance(node.among, m.Selection):
        return _card(context, node, node.among, scope)
    origin = context.origins.at(scope, node)
    found = domains.listed(context, node.among, scope)
    _hold(context, PICKS)
    variables.hides(context, node.variable, scope, loop=True)
    domain = context.names.domain(node.among.domain.text)
    if found is None or domain is None:
        scope.variables[node.variable.text] = Variable(Scalar(p.Int(0), t.Wrong()), -1)
        return []
    members, type_ = found
    local, optional = scope.routine.new(), node.among.where is not None
    held = Scalar(p.Local(local), type_, optional=optional)
    scope.variables[node.variable.text] = Variable(held, local)
    variables.holds(node.variable, held, scope)
    words = tuple(zip(domain.values, domain.words, strict=True))
    return [Plain(p.Pick(local, members, nothing(type_).value, words, origin))]


def _card(context: Context, node: m.Pick, selection: m.Selection, scope: Scope) -> list[Step]:
    """A card of a heap, or none; of equal ones it makes no difference which."""
    origin = context.origins.at(scope, node)
    found = places.selection(context, selection, scope.reading(exposing=None))
    _hold(context, PICKS)
    variables.hides(context, node.variable, scope, loop=True)
    if len(found) != 1 or found[0][0].shape != "heap":
        if found:
            shape = found[0][0].shape
            message = f"a card at random is one of a heap, and this is a {shape}" if len(found) == 1 else SEVERAL
            context.wrong(
                selection.place,
                message,
                OTHERWISE[shape].format(selection.place.span.text) if len(found) == 1 else "name one zone",
            )
        scope.variables[node.variable.text] = Variable(WRONG_CARD, -1)
        return []
    spot, local, condition = found[0]
    cards = spot.cards if condition == fold.TRUE else p.Filter(spot.cards, local, condition)
    ids = classes.kind(context, selection.kind, scope.part)
    variable = scope.card_variable(node.variable.text, spot.zone, spot.where, context.tables.sole(ids))
    words = tuple((card, context.names.ids[card].name) for card in sorted(ids))
    return [
        Plain(p.Pick(variable.local, cards, p.NO_CARD, words, origin, cards=True)),
        Plain(p.SetLocal(variable.zone_local, spot.zone, origin)),
    ]
