"""Decisions of a player who isn't in turn: `ask …, decided by one after player`.

The player who decides acts from the question until the answer has been carried out; then the turn is back where it was,
unless the rules have passed it on meanwhile. What the prompt is about, and `proceed`, belong to the player in turn.

If all choose at once, each is asked in this way, in the order of turns, and an answer does no more than set a local.
When all have chosen, the answers are carried out in the same order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import attrs

from dsl.expressions import misfits, typed
from dsl.expressions.context import Context
from dsl.expressions.values import Scope
from dsl.linking.ruleset import Part
from dsl.model import model as m
from dsl.names import types as t
from dsl.names.names import PLAYER
from dsl.program import fold
from dsl.program import program as p
from dsl.program.reads import reads
from dsl.routines.steps import Asking, Branching, Frame, Plain, Routine, Step
from dsl.statements.turn_order import GIVEN, MORE_PLAYERS

TURN = p.Number(p.Int(PLAYER))

NAMED = "name a player: `one after player`, `some p: player where …`, or a marker of players"


PLAYS = "name a person: `A`, or a marker of players"


def know_dummies(context: Context) -> None:
    """Know for each dummy who decides for him."""
    persons = context.names.ruleset.players
    decides = context.actor()
    for seat, (part, dummy) in enumerate(context.names.dummies.values(), persons):
        decides = p.If(_same(context.actor(), p.Int(seat)), _plays(context, part, dummy, persons), decides)
    context.deciding = decides if context.names.dummies else None


def _plays(context: Context, part: Part, dummy: m.Dummy, persons: int) -> p.Expr:
    """Who plays a dummy; person A, as long as that is a dummy, too."""
    origin = context.origins.add(part, f"dummy {dummy.name.text}", dummy.citations, dummy)
    scope = Scope(Routine(f"dummy {dummy.name.text}"), part, origin=origin)
    value = context.value(dummy.played_by, scope)
    if not isinstance(value.type, t.Player):
        if not isinstance(value.type, t.Wrong):
            context.wrong(dummy.played_by, f"this is {value.type.shown}, not a player", PLAYS)
        return p.Int(0)
    if not typed.certain(context, value, dummy.played_by):
        return p.Int(0)
    if scope.routine.locals or PLAYER in reads(value.expr, context.names.spans)[1]:
        message = "who plays a dummy doesn't depend on whose turn it is, and isn't looked for"
        context.wrong(dummy.played_by, message, PLAYS)
    elif isinstance(value.expr, p.Int) and value.expr.value >= persons:
        context.wrong(dummy.played_by, "a dummy can't play for a dummy", PLAYS)
    if isinstance(value.expr, p.Int):
        return value.expr
    return p.If(p.Binary("<", value.expr, p.Int(persons)), value.expr, p.Int(0))


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
    if node.decided_by is None or _several(context, node.prompt.text, node.decided_by):
        return None
    value = context.value(node.decided_by, scope)
    if not isinstance(value.type, t.Player):
        if not isinstance(value.type, t.Wrong):
            advice = misfits.instead(context, node.decided_by, value, t.Player(), scope) or NAMED
            context.wrong(node.decided_by, f"this is {value.type.shown}, not a player", advice)
        return None
    return value.expr if typed.certain(context, value, node.decided_by) else None


SEVERAL = re.compile(r"(?:(?:each|every|any|all|both)(?: the)? players?|everyone|everybody)\b.*")


def _several(context: Context, prompt: str, node: m.Expression) -> bool:
    """Whether somebody writes all players where one is named; reports it."""
    if not isinstance(node, m.Named):
        return False
    one, at_once, _ = node.name.text.partition(" at once")
    if SEVERAL.fullmatch(node.name.text):
        message = f"`{node.name.text}` isn't one player"
        every = f"say `ask {prompt}, decided by every player at once` if nobody may know the others' choices"
        context.wrong(node, message, f"{every}, or ask each by himself in a loop")
    elif at_once and one in ("all", "both", "each", "every", "players", "the players", "them all"):
        message = "all players decide at once"
        context.wrong(node, message, f"say `ask {prompt}, decided by every player at once`")
    elif at_once:
        message = f"`{one}` is one player, who decides alone"
        context.wrong(node, message, f"say `decided by {one}`")
    return bool(at_once or SEVERAL.fullmatch(one))


def lend(context: Context, player: p.Expr | None, scope: Scope, origin: int) -> Lent:
    """The steps around a question that another player decides."""
    if player is None or context.players == 1:
        return Lent(player is not None)
    turn, given = TURN, p.Number(p.Int(context.hidden_number(GIVEN)))
    before: list[Step] = []
    in_turn, decides, noted = (scope.kept(value, before, origin) for value in (turn, player, given))
    before += [_set(given, p.Int(0), origin), _set(turn, decides, origin)]
    stays = fold.neg(given)
    after = _if(
        stays, [*_if(_same(turn, decides), [_set(turn, in_turn, origin)], origin), _set(given, noted, origin)], origin
    )
    back = _if(fold.conj([stays, _same(turn, in_turn)]), [_set(turn, decides, origin)], origin)
    return Lent(True, tuple(before), tuple(after), (_set(turn, in_turn, origin),), tuple(back))


@attrs.frozen
class Circle:
    """All players, beginning with the one in turn, while they choose at once and while that is carried out.

    The fields are locals, but for the last: who is in turn, and whether a turn was given; for each player of the
    circle, who it is, and the number of the option that was chosen (0: none).
    """

    in_turn: p.Local
    noted: p.Local
    deciders: tuple[p.Local, ...]
    chosen: tuple[p.Local, ...]
    given: p.Number
    origin: int

    def within(self, frame: Frame, place: int) -> Frame:
        """The surroundings of the options of one of the players (see `Lent.within`)."""
        away = self._set(TURN, self.in_turn)
        back = self._if([fold.neg(self.given), _same(TURN, self.in_turn)], [self._set(TURN, self.deciders[place])])
        return Lent(True, (), (), (away,), (back,)).within(frame)

    def steps(self, askings: Sequence[Asking]) -> Iterator[Step]:
        """The questions, one for each player, then what was chosen."""
        yield from (self._let(self.in_turn, TURN), self._let(self.noted, self.given), self._set(self.given, p.Int(0)))
        for place, asking in enumerate(askings):
            before = fold.binary("+", self.in_turn, p.Int(place))
            yield self._let(self.chosen[place], p.Int(0))
            yield self._let(self.deciders[place], fold.binary("%", before, p.Int(len(askings))))
            yield self._set(TURN, self.deciders[place])
            yield self._question(asking, place, len(askings))
        for place, asking in enumerate(askings):
            yield self._set(TURN, self.deciders[place])
            for number, option in enumerate(asking.options, 1):
                if option.body:
                    yield self._if([_same(self.chosen[place], p.Int(number))], list(option.body))
            yield from self._done(self.deciders[place])
        yield from (self._set(TURN, self.in_turn), self._set(self.given, self.noted))

    def _question(self, asking: Asking, place: int, players: int) -> Asking:
        """The question for one player, whose options do no more than note which of them was chosen."""
        options = (
            attrs.evolve(option, body=(self._let(self.chosen[place], p.Int(number)),))
            for number, option in enumerate(asking.options, 1)
        )
        return attrs.evolve(asking, options=tuple(options), sealed=self.chosen[:place] if players > 1 else None)

    def _done(self, decider: p.Local) -> Iterator[Step]:
        """After the choice of one player: if it has passed the turn, the turn stays there in the end."""
        there = self._let(self.in_turn, TURN)
        yield self._if([fold.neg(self.given), fold.neg(_same(TURN, decider))], [there])
        yield self._if([self.given], [there, self._let(self.noted, p.Int(1)), self._set(self.given, p.Int(0))])

    def _let(self, local: p.Local, value: p.Expr) -> Step:
        return Plain(p.SetLocal(local.index, value, self.origin))

    def _set(self, number: p.Number, value: p.Expr) -> Step:
        return _set(number, value, self.origin)

    def _if(self, conditions: list[p.Expr], steps: list[Step]) -> Step:
        return Branching(fold.conj(conditions), tuple(steps), (), self.origin)


def circle(context: Context, scope: Scope, origin: int) -> Circle:
    """All players of a game, who choose at once."""
    in_turn, noted = p.Local(scope.routine.new()), p.Local(scope.routine.new())
    deciders, chosen = (tuple(p.Local(scope.routine.new()) for _ in range(context.players)) for _ in range(2))
    given = p.Number(p.Int(context.hidden_number(GIVEN)))
    return Circle(in_turn, noted, deciders, chosen, given, origin)


def check_at_once(context: Context, node: m.Ask) -> None:
    """Report a window, or a prompt that begins a loop anew, at which all would choose at once."""
    prompt = context.names.prompts[node.prompt.text][1]
    if node.window or prompt.window:
        message = "abilities take place when they are chosen, and here nothing does before all have chosen"
        advice = "ask a prompt that isn't open to abilities, or ask one player after the other: `decided by p`"
        context.problems.add("misplaced", message, node.span, help=advice)
    elif node.starting_over or node.open is not None:
        message = "where all choose at once, no ability can be used, and nothing starts over"
        context.problems.add("misplaced", message, node.span, help="leave out what follows `at once`")
    elif context.names.ruleset.for_one:
        help_ = f"say `ask {node.prompt.span.text}`, {MORE_PLAYERS}"
        context.problems.add(
            "no-effect", "this game is for one player, who always chooses alone", node.span, help=help_
        )


def _set(number: p.Number, value: p.Expr, origin: int) -> Step:
    return Plain(p.SetNumber(number.index, value, origin))


def _same(one: p.Expr, other: p.Expr) -> p.Expr:
    return fold.binary("==", one, other)


def _if(condition: p.Expr, steps: list[Step], origin: int) -> list[Step]:
    return [Branching(condition, tuple(steps), (), origin)]
