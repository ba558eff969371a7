"""Lower `set` and `let`: values for numbers, facts of cards and variables.

A variable for a card records the zone in which the card lies, and its place if that is known.
"""

from __future__ import annotations

import attrs

from dsl.expressions import counts, markers, misfits, typed
from dsl.expressions.context import Context
from dsl.expressions.values import CardList, CardRef, Scalar, Scope, Value, Variable, nothing, where_of, zone_of
from dsl.model import model as m
from dsl.names import types as t
from dsl.program import program as p
from dsl.routines.steps import Frame, Plain, Step
from dsl.statements import variables, watches


def set_(context: Context, node: m.Set, scope: Scope, frame: Frame) -> list[Step]:
    """`set … to …`: a number, a fact of a card, or a variable."""
    origin = context.origins.at(scope, node)
    target = markers.itself(context.value(node.target, scope))
    value = typed.like(context, node.value, target.type, scope)
    _note_position(context, target, value)
    _within_range(context, node, target, value)
    if value.type == target.type and not (isinstance(target, Scalar) and (target.optional or target.several)):
        typed.certain(context, value, node.value)
    if not _fits(value, target):
        _say_misfit(context, node, value, target, scope)
        return []
    match target.expr:
        case p.Number(index) if isinstance(target.type, t.Number) or t.is_bit(target.type):
            if isinstance(node.target, m.Named | m.Of | m.Call):
                context.use("set", node.target.name.text)
            counters = frozenset([index.value] if isinstance(index, p.Int) else context.names.numbered)
            return [Plain(p.SetNumber(index, value.expr, origin)), *watches.watch(frozenset(), frame, counters)]
        case p.Fact(fact, card):
            return [
                Plain(p.SetFact(fact, card, value.expr, origin)),
                *watches.watch(frozenset(), frame, frozenset([-1 - fact])),
            ]
        case p.Local(index) if isinstance(node.target, m.Named):
            expr = nothing(target.type) if isinstance(value.type, t.Nothing) else value.expr
            return [Plain(p.SetLocal(index, expr, origin)), *_found(context, node, value, scope, origin)]
        case _:
            if not isinstance(target.type, t.Wrong) and not isinstance(value.type, t.Wrong):
                context.wrong(node.target, "this can't be given a value", "numbers, facts of a card and variables can")
            return []


def _say_misfit(context: Context, node: m.Set, value: Value, target: Value, scope: Scope) -> None:
    """Report a value of another type than its target."""
    if isinstance(value.type, t.Nothing) and isinstance(target.expr, p.Number) and t.is_bit(target.type):
        message = f"`{target.type.domain}` always stands at one of its positions"
        context.wrong(node.value, message, "let `none` be one of them, and it may stand nowhere")
    else:
        message = f"this is {value.type.shown}, and `{node.target.span.text}` is {target.type.shown}"
        context.wrong(node.value, message, misfits.instead(context, node.value, value, target.type, scope))


def _within_range(context: Context, node: m.Set, target: Value, value: Value) -> None:
    """Report a number that is written out and doesn't lie in the range of what it is set to."""
    if not (isinstance(target, Scalar) and isinstance(target.expr, p.Number | p.Fact) and counts.written(node.value)):
        return
    if not isinstance(value.expr, p.Int) or target.least is None or target.most is None:
        return
    set_to = min(max(value.expr.value, target.least), target.most)
    if set_to != value.expr.value:
        name = node.target.span.text
        message = f"`{name}` goes from {target.least} to {target.most}, so it would become {set_to}"
        help_ = f"say `set {name} to {set_to}`, or declare a wider range"
        context.problems.add("bad-value", message, node.value.span, help=help_)


def _note_position(context: Context, target: Value, value: Value) -> None:
    """Record the positions at which a marker is put."""
    if t.is_bit(target.type) and isinstance(target.expr, p.Number):
        marker = target.type.domain
        every = context.names.enums.get(marker, {})
        context.names.put.update((marker, bit) for bit in markers.put(value.expr, every))


def _found(context: Context, node: m.Set, value: Value, scope: Scope, origin: int) -> list[Step]:
    """The steps that record the zone of a variable's new card."""
    assert isinstance(node.target, m.Named)
    variable = scope.variables[node.target.name.text]
    if variable.zone_local < 0:
        return []
    nowhere = p.Int(0), frozenset[int | tuple[str, str, int]]()
    zone, where = nowhere if isinstance(value.type, t.Nothing) else (zone_of(value), where_of(value))
    if zone is None or where is None:
        context.wrong(node.value, "it isn't known where this card lies", "name it where it is found: `some … in …`")
        return []
    variable.lies(p.Local(variable.zone_local), where, sole=isinstance(value, CardRef) and value.sole)
    return [Plain(p.SetLocal(variable.zone_local, zone, origin))]


def let(context: Context, node: m.Let, scope: Scope) -> list[Step]:
    """`let …: …`: a new variable."""
    origin = context.origins.at(scope, node)
    value = context.value(node.value, scope)
    variables.hides(context, node.variable, scope)
    if isinstance(value, CardRef) and value.zone is not None and value.where is not None:
        variable = scope.card_variable(node.variable.text, value.zone, value.where, value.sole)
        return [
            Plain(p.SetLocal(variable.local, value.expr, origin)),
            Plain(p.SetLocal(variable.zone_local, value.zone, origin)),
            *_remember(variable, value, scope, origin),
        ]
    if isinstance(value, CardList) or isinstance(value.type, t.Class | t.Word | t.Zone | t.Nothing):
        context.wrong(node.value, "this is no value that a variable can hold")
        return []
    local = scope.routine.new()
    scope.variables[node.variable.text] = Variable(_held(value, local), local)
    return [Plain(p.SetLocal(local, value.expr, origin))]


def _held(value: Scalar | CardRef, local: int) -> Value:
    """The value of a local that holds `value`."""
    if isinstance(value, CardRef):
        return CardRef(p.Local(local), type=value.type)
    return Scalar(p.Local(local), value.type, several=value.several, optional=value.optional)


def _remember(variable: Variable, value: CardRef, scope: Scope, origin: int) -> list[Step]:
    """Record at which place of its line a card was found."""
    if value.position is None:
        return []
    local = scope.routine.new()
    assert isinstance(variable.value, CardRef)
    variable.value = attrs.evolve(variable.value, position=p.Local(local), pointed=value.pointed)
    return [Plain(p.SetLocal(local, value.position, origin))]


def _fits(value: Value, target: Value) -> bool:
    """Whether a target can take a value."""
    given, wanted = value.type, target.type
    if isinstance(wanted, t.Number | t.Truth):
        return isinstance(given, t.Number | t.Truth | t.Wrong)
    if isinstance(given, t.Nothing):
        marker, optional = isinstance(target.expr, p.Number), isinstance(target, Scalar) and target.optional
        return isinstance(wanted, t.Card | t.Wrong) or (t.is_bit(wanted) and not marker) or optional
    return given == wanted or isinstance(given, t.Wrong) or isinstance(wanted, t.Wrong)
