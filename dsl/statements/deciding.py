"""Decisions of a player who isn't in turn: `ask …, decided by one after player`.

The player who decides acts from the question until the answer has been carried out; then the turn is back where it was,
unless the rules have passed it on meanwhile. What the prompt is about, and `proceed`, belong to the player in turn.
"""

from __future__ import annotations

import attrs

from dsl.expressions import misfits, typed
from dsl.expressions.context import Context
from dsl.expressions.values import Scope
from dsl.model import model as m
from dsl.names import types as t
from dsl.names.names import PLAYER
from dsl.program import fold
from dsl.program import program as p
from dsl.routines.steps import Branching, Frame, Plain, Step
from dsl.statements.turn_order import GIVEN

NAMED = "name a player: `one after player`, `some p: player where …`, or a marker of players"


@attrs.frozen
class Lent:
    """The steps that let another player act, those that end it, and those that interrupt it for other steps.

    `named`: the rule names who decides, whether or not there are others.
    """

    named: bool = False
    before: tuple[Step, ...] = ()
    after: tuple[Step, ...] = ()
    away: tuple[Step, ...] = ()
    back: tuple[Step, ...] = ()

    def within(self, frame: Frame) -> Frame:
        """The surroundings of the options: no loop of another player begins anew, and an event proceeds as it was."""
        if not self.named:
            return frame
        rest = None if frame.rest is None else (*self.away, *frame.rest, *self.back)
        return attrs.evolve(frame, loop=-1, rest=rest)


def decider(context: Context, node: m.Ask, scope: Scope) -> p.Expr | None:
    """The player who decides, if the rule names one."""
    if node.decided_by is None:
        return None
    value = context.value(node.decided_by, scope)
    if not isinstance(value.type, t.Player):
        if not isinstance(value.type, t.Wrong):
            advice = misfits.instead(context, node.decided_by, value, t.Player(), scope) or NAMED
            context.wrong(node.decided_by, f"this is {value.type.shown}, not a player", advice)
        return None
    return value.expr if typed.certain(context, value, node.decided_by) else None


def lend(context: Context, player: p.Expr | None, scope: Scope, origin: int) -> Lent:
    """The steps around a question that another player decides."""
    if player is None or context.players == 1:
        return Lent(player is not None)
    turn, given = p.Number(p.Int(PLAYER)), p.Number(p.Int(context.hidden_number(GIVEN)))
    before: list[Step] = []
    in_turn, decides, noted = (scope.kept(value, before, origin) for value in (turn, player, given))
    before += [_set(given, p.Int(0), origin), _set(turn, decides, origin)]
    stays = fold.neg(given)
    after = _if(
        stays, [*_if(_same(turn, decides), [_set(turn, in_turn, origin)], origin), _set(given, noted, origin)], origin
    )
    back = _if(fold.conj([stays, _same(turn, in_turn)]), [_set(turn, decides, origin)], origin)
    return Lent(True, tuple(before), tuple(after), (_set(turn, in_turn, origin),), tuple(back))


def _set(number: p.Number, value: p.Expr, origin: int) -> Step:
    return Plain(p.SetNumber(number.index, value, origin))


def _same(one: p.Expr, other: p.Expr) -> p.Expr:
    return fold.binary("==", one, other)


def _if(condition: p.Expr, steps: list[Step], origin: int) -> list[Step]:
    return [Branching(condition, tuple(steps), (), origin)]
