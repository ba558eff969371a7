"""Whose turn it is: it passes on by itself when a turn is over, unless a rule gave it to somebody.

Functions of the lowerer `Statements`. Whether that happened in a turn is a hidden number, in games in which some rule
does so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl.expressions.values import Scope
from dsl.model import model as m
from dsl.names import types as t
from dsl.names.names import PLAYER
from dsl.program import program as p
from dsl.routines.steps import Branching, Plain, Step

if TYPE_CHECKING:
    from dsl.statements.lower_statement import Statements

GIVEN = "a turn, given away"
"""The name of the number, which no event can have."""


def passes(lowerer: Statements, node: m.NextPlayer, scope: Scope) -> list[Step]:
    """The turn passes to the next player, or to the one who is named, at once."""
    origin = lowerer.at(scope, node)
    if node.to is None:
        return [_next(lowerer, origin)]
    value = lowerer.value(node.to, scope)
    if not isinstance(value.type, t.Player | t.Wrong):
        lowerer.wrong(node.to, f"this is {value.type.shown}, not a player")
    if not isinstance(value.type, t.Player) or not lowerer.certain(value, node.to):
        return []
    turn = Plain(p.SetNumber(p.Int(PLAYER), value.expr, origin))
    return [turn, _note(lowerer, 1, origin)] if lowerer.players > 1 else [turn]


def round_of(lowerer: Statements, phases: list[Step], origin: int) -> list[Step]:
    """The phases of a turn, and what becomes of the turn when they are over."""
    on = _next(lowerer, origin)
    if GIVEN not in lowerer.lasting:
        return [*phases, on]
    given = p.Binary(">", p.Number(p.Int(lowerer.hidden_number(GIVEN))), p.Int(0))
    return [_note(lowerer, 0, origin), *phases, Branching(given, (), (on,), origin)]


def _note(lowerer: Statements, value: int, origin: int) -> Plain:
    return Plain(p.SetNumber(p.Int(lowerer.hidden_number(GIVEN)), p.Int(value), origin))


def _next(lowerer: Statements, origin: int) -> Plain:
    turn = p.Binary("%", p.Binary("+", p.Number(p.Int(PLAYER)), p.Int(1)), p.Int(lowerer.players))
    return Plain(p.SetNumber(p.Int(PLAYER), turn if lowerer.players > 1 else p.Int(0), origin))
