"""The order of turns: when a turn ends, it passes to the next player, unless a rule gave it to a player.

In games with such a rule, a hidden number records whether that happened in this turn.
"""

from __future__ import annotations

from dsl.expressions import misfits, typed
from dsl.expressions.context import Context
from dsl.expressions.values import Scope
from dsl.model import model as m
from dsl.names import types as t
from dsl.names.names import PLAYER
from dsl.program import program as p
from dsl.routines.steps import Branching, Plain, Step

MORE_PLAYERS = "or declare for how many the game is: `players 1 to 2`"

GIVEN = "a turn, given away"
"""The name of the number, which no event can have."""


def passes(context: Context, node: m.NextPlayer, scope: Scope) -> list[Step]:
    """The turn passes to the next player, or to the one who is named, at once."""
    origin = context.origins.at(scope, node)
    _not_alone(context, node)
    if node.to is None:
        return [_next(context, origin)]
    value = context.value(node.to, scope)
    if not isinstance(value.type, t.Player | t.Wrong):
        named = "name a player, such as `some p: player where …`"
        advice = misfits.instead(context, node.to, value, t.Player(), scope) or named
        context.wrong(node.to, f"this is {value.type.shown}, not a player", advice)
    if not isinstance(value.type, t.Player) or not typed.certain(context, value, node.to):
        return []
    turn = Plain(p.SetNumber(p.Int(PLAYER), value.expr, origin))
    return [turn, _note(context, 1, origin)] if context.players > 1 else [turn]


def _not_alone(context: Context, node: m.NextPlayer) -> None:
    """Report a turn that is passed on in a game for one."""
    if context.names.ruleset.for_one:
        message = "this game is for one player, so the turn passes to nobody else"
        help_ = f"leave it out: one turn follows another by itself; {MORE_PLAYERS}"
        context.problems.add("no-effect", message, node.span, help=help_)


def round_of(context: Context, phases: list[Step], origin: int) -> list[Step]:
    """The phases of a turn, and the steps that pass the turn on after them."""
    on = _next(context, origin)
    if GIVEN not in context.hidden_numbers:
        return [*phases, on]
    given = p.Binary(">", p.Number(p.Int(context.hidden_number(GIVEN))), p.Int(0))
    return [_note(context, 0, origin), *phases, Branching(given, (), (on,), origin)]


def _note(context: Context, value: int, origin: int) -> Plain:
    return Plain(p.SetNumber(p.Int(context.hidden_number(GIVEN)), p.Int(value), origin))


def _next(context: Context, origin: int) -> Plain:
    turn = p.Binary("%", p.Binary("+", p.Number(p.Int(PLAYER)), p.Int(1)), p.Int(context.players))
    return Plain(p.SetNumber(p.Int(PLAYER), turn if context.players > 1 else p.Int(0), origin))
