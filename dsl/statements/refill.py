"""Refill piles that have run out when a statement wants cards of them.

A pile declared `refilled from` another zone is made anew, by the event that `names/refills` declares, when a card is
wanted and none is there. Cards that are wanted together are taken one after the other, as far as it makes a difference:
first those that are there, then, after the event, the others. A game without such piles has no such steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from dsl.expressions import arithmetic, places
from dsl.expressions.context import Context
from dsl.expressions.values import Scalar, Scope, Spot, Variable
from dsl.model import model as m
from dsl.names import types as t
from dsl.names.names import Domain, ZoneFamily
from dsl.names.refills import event_of
from dsl.program import fold
from dsl.program import program as p
from dsl.routines.steps import Branching, Invoke, Looping, Plain, Step

EACH = "take the cards of one after the other: `for each player`, say"

NOW = " now"
"""The variable for how many cards are taken at once; no variable of a rule can have this name."""


def first(context: Context, spots: Sequence[Spot], scope: Scope, origin: int) -> list[Step]:
    """The steps before a card is taken from each of these zones: those that have run out are refilled."""
    steps: list[Step] = []
    for spot in spots:
        family = _refilled(context, spot)
        if family is not None:
            steps.append(_refill(context, spot, family, scope, origin))
    return steps


def taking(
    context: Context, node: m.Statement, cards: object, scope: Scope, take: Callable[[m.EndCards], list[Step]]
) -> list[Step] | None:
    """The steps of a statement that takes cards from an end of piles that are refilled; None if it takes others."""
    if not context.names.refills or not isinstance(cards, m.EndCards):
        return None
    with context.problems.trial() as trial:
        spots = places.place(context, cards.place, scope.reading(exposing=None)).spots
    trial.drop()
    if not any(_refilled(context, spot) for spot in spots):
        return None
    origin = context.origins.at(scope, node)
    refilled = first(context, spots, scope, origin)
    one = cards.count is None or (isinstance(cards.count, m.Integer) and cards.count.value == 1)
    if one:
        return [*refilled, *_exposed(cards, scope, take)]
    if len(spots) > 1:
        context.wrong(cards, "each of these piles is refilled by itself", EACH)
        return []
    return _in_turn(context, cards, spots[0], scope, origin, refilled, take)


def _in_turn(
    context: Context, cards: m.EndCards, pile: Spot, scope: Scope, origin: int, refilled: list[Step],
    take: Callable[[m.EndCards], list[Step]],
) -> list[Step]:  # fmt: skip
    """Take the cards that are there, refill the pile, and take the others, until there are enough or none is left."""
    assert cards.count is not None
    wanted = arithmetic.of_cards(context, cards.count, scope)
    left, now = scope.routine.new(), scope.routine.new()
    scope.variables[NOW] = Variable(Scalar(p.Local(now), t.Number(), least=0), now)
    some = m.EndCards(cards.side, m.Named(m.Name(NOW, span=cards.span), span=cards.span), cards.place, span=cards.span)
    taken = _exposed(some, scope, take)
    del scope.variables[NOW]
    here = fold.binary("smaller", p.Local(left), p.Size(p.Zone(pile.zone)))
    body = (
        *refilled,
        Plain(p.SetLocal(now, here, origin)),
        *taken,
        Plain(p.SetLocal(left, fewer(left, now), origin)),
    )
    begin = Plain(p.SetLocal(left, wanted.expr, origin))
    return [begin, Looping(context.label(), p.Binary(">", p.Local(left), p.Int(0)), body, origin)]


def fewer(left: int, taken: int) -> p.Expr:
    """How many cards are still wanted when so many were taken; none, if none could be."""
    some = p.Binary(">", p.Local(taken), p.Int(0))
    return p.If(some, p.Binary("-", p.Local(left), p.Local(taken)), p.Int(0))


def _exposed(cards: m.EndCards, scope: Scope, take: Callable[[m.EndCards], list[Step]]) -> list[Step]:
    """The steps that take cards, behind those that settle which ones lie at the end."""
    before, scope.exposing = scope.exposing, []
    steps = take(cards)
    exposing, scope.exposing = scope.exposing, before
    return [*(exposing or ()), *steps]


def _refilled(context: Context, spot: Spot) -> ZoneFamily | None:
    """The declaration of a zone, if it is a pile that is refilled."""
    if not context.names.refills or not spot.whole:
        return None
    return next((context.names.refills.get(zone) for zone in spot.where if isinstance(zone, int)), None)


def _refill(context: Context, spot: Spot, family: ZoneFamily, scope: Scope, origin: int) -> Step:
    """Refill a pile, if it has run out and something is there to refill it with."""
    assert family.declared.refill is not None
    event, source = event_of(family.name), context.names.zones[family.declared.refill.source.text]
    context.calls.add((scope.routine.name, event))
    at = _place(spot.zone, family)
    other = _zone(source, at)
    empty = p.Binary("==", p.Size(p.Zone(spot.zone)), p.Int(0))
    some = p.Binary(">", p.Size(p.Zone(other)), p.Int(0))
    whose = tuple(_members(family.domains, at))
    refill = Invoke(event, whose, tuple(None for _ in whose), origin)
    return Branching(fold.conj([empty, some]), (refill,), (), origin)


def _place(zone: p.Expr, family: ZoneFamily) -> p.Expr:
    """The place of a zone among those of its declaration, from 0."""
    match zone:
        case p.Binary("+", p.Int(first), at) if first == family.first:
            return at
        case _:
            return fold.binary("-", zone, p.Int(family.first))


def _zone(family: ZoneFamily, at: p.Expr) -> p.Expr:
    """The zone of a declaration at a place; its only one, whatever the place."""
    if not family.domains:
        return p.Int(family.first)
    return p.Int(family.first + at.value) if isinstance(at, p.Int) else p.Binary("+", p.Int(family.first), at)


def _members(domains: Sequence[Domain], at: p.Expr) -> Iterator[p.Expr]:
    """The members to whom the zone at a place among those of its declaration belongs."""
    below = 1
    for domain in domains:
        below *= len(domain.values)
    for domain in domains:
        below //= len(domain.values)
        place = fold.binary("//", at, p.Int(below)) if below > 1 else at
        yield _member(domain, fold.binary("%", place, p.Int(len(domain.values))) if domain is not domains[0] else place)


def _member(domain: Domain, place: p.Expr) -> p.Expr:
    if len(domain.values) == 1:
        return p.Int(domain.values[0])
    if isinstance(place, p.Int):
        return p.Int(domain.values[place.value])
    if t.is_bit(domain.type):
        return p.Element(p.Cards(bytes(domain.values)), place)
    return fold.binary("+", place, p.Int(domain.values[0]))
