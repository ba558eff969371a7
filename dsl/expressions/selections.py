"""Several cards as one choice: what an option is about that is a selection of cards.

The selection is held in two locals (see `program.Parameter`): the cards, packed
into a number, and how many of them lie in which zone. Its name means those cards, wherever cards of zones are meant.
"""

from __future__ import annotations

import attrs

from dsl.expressions import classes, places, typed
from dsl.expressions.context import Context
from dsl.expressions.values import CardList, Location, Scope, Spot, Variable
from dsl.model import model as m
from dsl.names import types as t
from dsl.program import fold
from dsl.program import program as p
from dsl.routines.steps import Step, union

MOST_ZONES = 16
"""Zones from which one selection is taken: how many come from each must fit into one number."""


def chosen(context: Context, node: m.Subset, scope: Scope) -> p.Parameter:
    """A selection of cards that an option is about; its variable is added to `scope`."""
    location, sources = _sources(context, node, scope)
    local, zone_local = scope.routine.new(), scope.routine.new()
    scope.variables[node.variable.text] = _variable(location, local, zone_local)
    condition: p.Expr = fold.TRUE
    if node.where is not None:
        condition = typed.truth(context, node.where, scope.reading(candidate=None))
    least, most = (node.size, node.size) if node.size is not None else (1, p.MOST_CHOSEN)
    _check(context, node, location, scope)
    return p.Parameter(local, zone_local, sources, condition, least=least, most=most, name=node.variable.text)


def handed_over(context: Context, node: m.Subset, scope: Scope) -> None:
    """Let the name of a selection that a routine is about mean its cards."""
    variable = scope.variables[node.variable.text]
    location, _ = _sources(context, node, scope)
    scope.variables[node.variable.text] = _variable(location, variable.local, variable.zone_local)


def fixed(scope: Scope) -> list[Step]:
    """Keep the zones of selections in locals, for whose they are may change meanwhile; also the steps that do so."""
    steps: list[Step] = []
    for variable in scope.variables.values():
        if not isinstance(variable.value, CardList):
            continue
        spots = []
        for spot in variable.value.spots:
            local = isinstance(spot.zone, p.Local)
            spots.append(spot if local else attrs.evolve(spot, zone=scope.kept(spot.zone, steps, scope.origin)))
        variable.value = attrs.evolve(variable.value, spots=tuple(spots))
    return steps


def _sources(context: Context, node: m.Subset, scope: Scope) -> tuple[Location, tuple[p.Source, ...]]:
    """The zones from which a selection is taken, and the same with the cards that may be in it."""
    place = m.Selection(node.variable, node.kind, False, node.place, None, span=node.span)
    found = places.selection(context, place, scope)
    spots = tuple(spot for spot, _, _ in found)
    if any(spot.replaces for spot in spots):
        context.wrong(
            node.place, "words with `…` can't tell several cards apart", "name the zones instead of the group"
        )
    sources = tuple(
        p.Source(
            spot.cards if condition == fold.TRUE else p.Filter(spot.cards, local, condition), spot.zone, spot.prefix
        )
        for spot, local, condition in found
    )
    return Location(spots), sources


def _variable(location: Location, local: int, zone_local: int) -> Variable:
    """A name for the cards packed in a local, with how many come from which zone in another."""
    all_, ends = p.Unpacked(p.Local(local)), p.Local(zone_local)
    spots = []
    for number, spot in enumerate(location.spots):
        start = _end(ends, number - 1) if number else p.Int(0)
        stop = _end(ends, number) if number + 1 < len(location.spots) else None
        cards = all_ if len(location.spots) == 1 else p.Slice(all_, start, stop)
        spots.append(Spot(cards, spot.zone, spot.where, spot.shape, whole=False))
    where = union(spot.where for spot in spots)
    return Variable(CardList(p.Local(local), t.Cards(), ends, where, tuple(spots)), local, zone_local)


def _end(ends: p.Expr, number: int) -> p.Expr:
    """How many cards of a selection come from a zone and those before it."""
    base = p.MOST_CHOSEN + 1
    shifted = p.Binary("//", ends, p.Int(base**number)) if number else ends
    return p.Binary("%", shifted, p.Int(base))


def _check(context: Context, node: m.Subset, location: Location, scope: Scope) -> None:
    """Report a selection that nobody could look through, as far as limits and what is printed tell."""
    if node.size is not None and not 2 <= node.size <= p.MOST_CHOSEN:
        message = f"a selection has 2 to {p.MOST_CHOSEN} cards"
        context.problems.add("bad-value", message, node.span, help="name one card: `<card in …>`")
    limits = [places.limit(context, spot) for spot in location.spots]
    most = min(sum(limits), context.tables.copies(classes.kind(context, node.kind, scope.part)))
    if limits and min(limits) >= 0 and most > p.MOST_CHOSEN:
        message = f"up to {most} cards may lie here, and one can choose among {p.MOST_CHOSEN} at most"
        context.problems.add("too-many", message, node.place.span)
    if len(location.spots) > MOST_ZONES:
        message = f"one can choose from {MOST_ZONES} zones at most, not {len(location.spots)}"
        context.problems.add("too-many", message, node.place.span)
