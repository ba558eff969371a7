"""Lower the scores, and the line that says who wins.

The score is a definition, so whatever changes a definition changes it; that of each player is lowered once for each of
them. Reports a game that ends with scores of which no rule says who wins, and a line that can't tell players apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from dsl.expressions import definitions, typed
from dsl.expressions.context import Context
from dsl.expressions.values import Scalar, Scope
from dsl.linking.ruleset import Part
from dsl.model import model as m
from dsl.model.traverse import every_node
from dsl.names import types as t
from dsl.names.names import SCORE, Family, NumberFamily
from dsl.program import fold
from dsl.program import program as p
from dsl.routines.steps import Routine
from dsl.text.diagnostics import Label

WHO_WINS = "add `winner: highest score`, with what breaks a tie: `winner: highest score, then …, then shared`"

WHOSE = "count what belongs to a player: a number or a zone declared `per player`, named without an owner"


def scoring(context: Context) -> p.Scoring | None:
    """The scores of a game and who wins, if a rule says either."""
    declared = context.names.defines.get(SCORE)
    score = declared if declared and declared[1].scores else None
    winners = [*context.names.ruleset.all(m.Winner)]
    routine, origin, won_by = Routine("scores"), -1, -1
    scores, parts, ranks = tuple[p.Expr, ...](), tuple[p.ScorePart, ...](), tuple[p.Rank, ...]()
    if score:
        part, define = score
        origin = context.origins.add(part, SCORE, define.citations, define)
        scope = Scope(routine, part, origin=origin)
        with context.problems.trial() as trial:
            scores = _for_owners(context, define, partial(_score, context, define, scope))
        if not trial.clean or _of_one_player(context, define, scope):
            return None
        parts = tuple(_parts(context, define, scope))
        if define.scores == "player" and not winners:
            _open(context, define)
    for _, other in winners[1:]:
        related = [Label(winners[0][1].span, "first said here")]
        message = "it is said twice who wins"
        context.problems.add("declared-twice", message, other.span, related=related, help="leave one of them out")
    for part, winner in winners[:1]:
        won_by = context.origins.add(part, "winner", winner.citations, winner)
        ranks = _ranks(context, winner, Scope(routine, part, origin=won_by))
    if not score:
        _undeclared(context)
        _unjudged(context, winners)
    if not scores and not ranks:
        return None
    tie = winners[0][1].tie if ranks else ""
    return p.Scoring(scores, parts, len(scores) > 1, ranks, tie, routine.locals, origin, won_by)


def _score(context: Context, define: m.Define, scope: Scope, player: Scalar) -> p.Expr:
    """The score of a player, or that of the table."""
    reports = context.problems.reported
    value = definitions.defined(context, define.name, _arguments(define, player), scope)
    if isinstance(value, Scalar) and isinstance(value.type, t.Number | t.Wrong):
        return value.expr
    if context.problems.reported > reports:  # what is wrong within may be why it is no number
        return fold.FALSE
    message = f"this is {value.type.shown}, and a score is a number"
    return context.wrong(define.value, message, "say how many points it is worth: `3 * number of …`").expr


def _of_one_player(context: Context, define: m.Define, scope: Scope) -> bool:
    """Whether the score of the table is that of the player who acts at the end; reports it."""
    if define.scores == "player" or context.names.ruleset.players == 1:
        return False
    with context.problems.trial() as trial:
        values = _for_each_player(context, partial(_anew, context, define, scope))
        trial.drop()
    if len(set(values)) == 1:
        return False
    said = define.value.span.sentence
    message = "this is another number for each player, and the score is one for all"
    help_ = f"say `score per player: {said}`, or add up the numbers of all players"
    context.problems.add("type", message, define.value.span, help=help_)
    return True


def _anew(context: Context, define: m.Define, scope: Scope, player: Scalar) -> p.Expr:
    """The score in a routine of its own, so that equal scores have equal locals."""
    return _score(context, define, Scope(Routine("score"), scope.part, origin=scope.origin), player)


def _arguments(define: m.Define, player: Scalar) -> tuple[Scalar, ...]:
    return (player,) if define.scores == "player" else ()


def _parts(context: Context, define: m.Define, scope: Scope) -> Iterator[p.ScorePart]:
    """The numbers that a score adds up, if it is a sum, each as the rules call it."""
    terms = [*_terms(define.value, positive=True)]
    for node, positive in terms if len(terms) > 1 or SCORE in context.adjusts else ():
        values = _for_owners(context, define, partial(_part, context, define, scope, node))
        if not positive:
            values = tuple(p.Binary("-", p.Int(0), value) for value in values)
        yield p.ScorePart(node.span.sentence, values)
    for owner, rule in context.adjusts.get(SCORE, ()):
        if isinstance(rule, m.Raise):
            values = _for_owners(context, define, partial(_raised, context, define, rule, owner, scope))
            words = (rule.condition or rule.amount).span.sentence
            yield p.ScorePart(f"{owner.module}: {words}", values)


def _raised(context: Context, define: m.Define, rule: m.Raise, owner: Part, scope: Scope, player: Scalar) -> p.Expr:
    """What a rule adds to the score of a player, or to that of the table."""
    inner = definitions.inside(rule, owner, _arguments(define, player), SCORE, scope, define)
    amount = typed.number(context, rule.amount, inner).expr
    amount = amount if rule.raises else p.Binary("-", p.Int(0), amount)
    return fold.choose(typed.truth(context, rule.condition, inner), amount, fold.FALSE) if rule.condition else amount


def _terms(node: m.Expression, *, positive: bool) -> Iterator[tuple[m.Expression, bool]]:
    """The terms of a sum, and whether they are added."""
    match node:
        case m.Arithmetic("+" | "-" as operator, left, right):
            yield from _terms(left, positive=positive)
            yield from _terms(right, positive=positive == (operator == "+"))
        case _:
            yield node, positive


def _part(context: Context, define: m.Define, scope: Scope, node: m.Expression, player: Scalar) -> p.Expr:
    """A part of the score of a player, or of that of the table."""
    inner = definitions.inside(define, scope.part, _arguments(define, player), SCORE, scope)
    return typed.number(context, node, inner).expr


def _ranks(context: Context, winner: m.Winner, scope: Scope) -> tuple[p.Rank, ...]:
    """What decides who wins, in its order; nothing in a game for one player."""
    found = []
    for rank in winner.ranks:
        values = _for_each_player(context, partial(_value, context, rank.value, scope))
        if context.names.ruleset.players > 1 and len(set(values)) == 1 and not isinstance(values[0], p.Int):
            message = f"`{rank.value.span.text}` is the same for every player, so it decides nothing"
            help_, span = "declare it for each player: `score per player: …`, `number … per player: …`", rank.span
            if score := _score_of_each(context, rank.value):
                said, span = score.value.span.sentence, score.value.span
                message = f"`{said}` is the same for every player, so the score decides nothing"
                own = re.sub(r" of (?:[A-H]|all players)\b", "", said)
                help_ = f"a score is that of `player`: say `score per player: {own}`" if own != said else WHOSE
            context.problems.add("never-fires", message, span, help=help_)
        found.append(p.Rank(rank.highest, values, rank.span.sentence))
    return tuple(found) if context.names.ruleset.players > 1 else ()


def _score_of_each(context: Context, node: m.Expression) -> m.Define | None:
    """The declaration of the score, if a term is that of each player."""
    declared = context.names.defines.get(SCORE)
    named = isinstance(node, m.Named) and node.name.text == SCORE
    return declared[1] if declared and named and declared[1].scores == "player" else None


def _value(context: Context, node: m.Expression, scope: Scope, _player: Scalar) -> p.Expr:
    """A number by which players are compared."""
    return typed.number(context, node, scope).expr


def _for_owners(context: Context, define: m.Define, value: Callable[[Scalar], p.Expr]) -> tuple[p.Expr, ...]:
    """A value of a score, once for the table or for each player."""
    if define.scores == "player":
        return _for_each_player(context, value)
    return (value(Scalar(context.actor(), t.Player())),)


def _for_each_player(context: Context, value: Callable[[Scalar], p.Expr]) -> tuple[p.Expr, ...]:
    """A value for each person, who is meant where the acting player would be; problems are reported once."""
    found = []
    for number in range(context.names.ruleset.players):
        player = p.Int(number)
        with context.problems.trial() as trial, context.acting_as(player):
            found.append(value(Scalar(player, t.Player())))
            if number and not trial.clean:
                trial.drop()
    return tuple(found)


def _undeclared(context: Context) -> None:
    """Report something else that is called like the score, in a game that ends without one: no player would see it."""
    names = context.names
    if not any(ending.status == "over" for ending in context.endings):
        return
    message = "players see the score of a game at its end, and this isn't it, but a"
    if SCORE in names.defines:
        define = names.defines[SCORE][1]
        help_ = f"say `score per player: {define.value.span.sentence}`, or `score: …` for all players together"
        names.problems.add("reserved-name", f"{message} definition", define.name.span, help=help_)
    elif SCORE in names.numbers:
        number = names.numbers[SCORE].declared
        said = "score per player" if any(each.text == "player" for each in number.per) else "score"
        help_ = f"call it something else, such as `points`, and say `{said}: points`"
        names.problems.add("reserved-name", f"{message} {number.sort}", number.name.span, help=help_)


def _unjudged(context: Context, winners: Sequence[tuple[Part, m.Winner]]) -> None:
    """Report a game of several players that only ends, without a score and without a winner."""
    names, own = context.names, context.names.ruleset
    named = SCORE in names.defines or SCORE in names.numbers  # which is reported
    if winners or named or own.players == 1 or {each.status for each in context.endings} != {"over"}:
        return
    over = [node for kind in (m.OverWhen, m.Event, m.Hook, m.Handler, m.Ability) for _, node in own.all(kind)]
    ends = [each for node in over for each in every_node(node) if isinstance(each, m.OverWhen | m.GameOver)]
    if not ends:
        return
    numbers = [f"highest {name}" for name, family in names.numbers.items() if _of_players(family)]
    zones = [f"most card in {name}" for name, family in names.zones.items() if _of_players(family)]
    best = next(iter((*numbers, *zones)), "highest NUMBER")
    help_ = (
        f"add `winner: {best}, then shared`, with what counts; if all play together, `score: …` or `win only when …`"
    )
    context.problems.add("no-winner", "this game ends, and no rule says who wins", ends[0].span, help=help_)


def _of_players(family: Family) -> bool:
    """Whether there is one zone or number for each player, and for nothing else."""
    marked = isinstance(family, NumberFamily) and bool(family.positions)
    return [of.name for of in family.domains] == ["player"] and not marked


def _open(context: Context, define: m.Define) -> None:
    """Report a game of several players that ends with scores, but without a winner."""
    if context.names.ruleset.players > 1 and any(ending.status == "over" for ending in context.endings):
        message = "each player has a score, and no rule says who wins"
        context.problems.add("no-winner", message, define.name.span, help=WHO_WINS)
