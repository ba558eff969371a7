"""`set` and `let`: values for numbers, facts of cards and variables.

Functions of the lowerer `Statements`. A variable that means a card knows in which zone it lies, and perhaps at which
place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from dsl.expressions import markers
from dsl.expressions.values import Scope, Value, Variable, nothing
from dsl.model import model as m
from dsl.program import program as p
from dsl.routines.steps import Frame, Plain, Step

if TYPE_CHECKING:
    from dsl.statements.lower_statement import Statements


def set_(lowerer: Statements, node: m.Set, scope: Scope, frame: Frame) -> list[Step]:
    """`set … to …`: a number, a fact of a card, or a variable."""
    origin = lowerer.at(scope, node)
    target = markers.itself(lowerer.value(node.target, scope))
    value = lowerer.typed(node.value, target.type, scope)
    _note_position(lowerer, target, value)
    if value.type == target.type and not (target.optional or target.several):
        lowerer.certain(value, node.value)
    if not _fits(value, target):
        _say_misfit(lowerer, node, value, target)
        return []
    match target.expr:
        case p.Number(index) if target.type.startswith(("number", "enum ")):
            counters = frozenset([index.value] if isinstance(index, p.Int) else lowerer.names.numbered)
            return [Plain(p.SetNumber(index, value.expr, origin)), *lowerer.watch(frozenset(), frame, counters)]
        case p.Fact(fact, card):
            return [
                Plain(p.SetFact(fact, card, value.expr, origin)),
                *lowerer.watch(frozenset(), frame, frozenset([-1 - fact])),
            ]
        case p.Local(index) if isinstance(node.target, m.Named):
            expr = nothing(target.type) if value.type == "none" else value.expr
            return [Plain(p.SetLocal(index, expr, origin)), *_found(lowerer, node, value, scope, origin)]
        case _:
            if "wrong" not in (target.type, value.type):
                lowerer.wrong(node.target, "this can't be given a value", "numbers, facts of a card and variables can")
            return []


def _say_misfit(lowerer: Statements, node: m.Set, value: Value, target: Value) -> None:
    """Report a value of another type than what it is given to."""
    if value.type == "none" and isinstance(target.expr, p.Number) and target.type.startswith("enum "):
        name = target.type.removeprefix("enum ")
        message = f"`{name}` always stands at one of its positions"
        lowerer.wrong(node.value, message, "let `none` be one of them, and it may stand nowhere")
    else:
        lowerer.wrong(node.value, "this is of another type than what is set to it")


def _note_position(lowerer: Statements, target: Value, value: Value) -> None:
    """Note at which positions a marker is put."""
    if target.type.startswith("enum ") and isinstance(target.expr, p.Number):
        every = lowerer.names.enums.get(target.type.removeprefix("enum "), {})
        lowerer.names.used.update((f"position of {target.type}", str(bit)) for bit in markers.put(value.expr, every))


def _found(lowerer: Statements, node: m.Set, value: Value, scope: Scope, origin: int) -> list[Step]:
    """What a variable that now means another card knows of its zone."""
    assert isinstance(node.target, m.Named)
    variable = scope.variables[node.target.name.text]
    if variable.zone_local < 0:
        return []
    zone, where = (p.Int(0), frozenset()) if value.type == "none" else (value.zone, value.where)
    if zone is None or where is None:
        lowerer.wrong(node.value, "it isn't known where this card lies", "name it where it is found: `some … in …`")
        return []
    variable.value = attrs.evolve(
        variable.value, zone=p.Local(variable.zone_local), where=where, position=None, sole=value.sole
    )
    return [Plain(p.SetLocal(variable.zone_local, zone, origin))]


def let(lowerer: Statements, node: m.Let, scope: Scope) -> list[Step]:
    """`let …: …`: a new variable."""
    origin = lowerer.at(scope, node)
    value = lowerer.value(node.value, scope)
    if value.type == "card" and value.zone is not None and value.where is not None:
        variable = scope.card_variable(node.variable.text, value.zone, value.where, value.sole)
        return [
            Plain(p.SetLocal(variable.local, value.expr, origin)),
            Plain(p.SetLocal(variable.zone_local, value.zone, origin)),
            *_remember(variable, value, scope, origin),
        ]
    if value.type in ("class", "word", "none", "cards"):
        lowerer.wrong(node.value, "this is no value that a variable can hold")
        return []
    local = scope.routine.new()
    held = Value(p.Local(local), value.type, several=value.several, optional=value.optional)
    scope.variables[node.variable.text] = Variable(held, local)
    return [Plain(p.SetLocal(local, value.expr, origin))]


def _remember(variable: Variable, value: Value, scope: Scope, origin: int) -> list[Step]:
    """Keep at which place of its line a card was found."""
    if value.position is None:
        return []
    local = scope.routine.new()
    variable.value = attrs.evolve(variable.value, position=p.Local(local), pointed=value.pointed)
    return [Plain(p.SetLocal(local, value.position, origin))]


def _fits(value: Value, target: Value) -> bool:
    """Whether a value can be given to something of another type."""
    given, wanted = value.type, target.type
    if wanted in ("number", "truth"):
        return given in ("number", "truth", "wrong")
    if given == "none":
        marker = isinstance(target.expr, p.Number)
        return wanted in ("wrong", "card") or (wanted.startswith("enum ") and not marker) or target.optional
    return given in (wanted, "wrong") or wanted == "wrong"
