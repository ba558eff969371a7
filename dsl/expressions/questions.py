"""Questions about the cards in zones: how many there are, whether there are any, which is the first.

The printed values of the cards bound a count, and show that a question can only have one answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from dsl.expressions import arithmetic, classes, domains, foregone, places, typed
from dsl.expressions.context import Context
from dsl.expressions.values import WRONG, CardList, CardRef, Location, Scalar, Scope, Value, Variable
from dsl.model import model as m
from dsl.names import types as t
from dsl.program import fold
from dsl.program import program as p
from dsl.routines.steps import Whereabouts
from dsl.text.spelling import either

ONE_LINE = "name one zone, which is declared as a `line`"


def count(context: Context, node: m.Count, scope: Scope) -> Scalar:
    """The number of cards that are selected, or of members of a domain."""
    if isinstance(node.selection, m.Among):
        return domains.count(context, node.selection, scope)
    parts, limits, ids = [], list[int](), frozenset[int]()
    for spot, local, condition in places.selection(context, node.selection, scope):
        parts.append(
            p.Size(spot.cards)
            if condition == fold.TRUE
            else fold.FALSE
            if condition == fold.FALSE
            else p.Count(spot.cards, local, condition)
        )
        ids |= _possible(context, condition, local)
        limits.append(places.limit(context, spot))
    most = context.tables.copies(ids)
    if min(limits, default=-1) >= 0:
        most = min(most, sum(limits))
    return Scalar(fold.total(parts), t.Number(), least=0, most=most)


def total(context: Context, node: m.SumOver, scope: Scope) -> Scalar:
    """The sum of a value over the cards that are selected, or over the members of a domain."""
    if isinstance(node.selection, m.Among) and not _is_place(context, node.selection, scope):
        return domains.total(context, node.value, node.selection, scope)
    parts, ids = [], frozenset[int]()
    least: int | None = 0
    most: int | None = 0
    for spot, local, condition, inner in places.looked_through(context, _selected(node.selection), scope):
        value = arithmetic.bounded(context, typed.number(context, node.value, inner))
        cards = spot.cards if condition == fold.TRUE else p.Filter(spot.cards, local, condition)
        if condition != fold.FALSE and not isinstance(value.type, t.Wrong):
            parts.append(p.Sum(cards, local, fold.within_bounds(value.expr)))
            least = None if value.least is None or least is None else min(least, value.least)
            most = None if value.most is None or most is None else max(most, value.most)
            ids |= _possible(context, condition, local)
    copies = context.tables.copies(ids)
    return Scalar(
        fold.total(parts),
        t.Number(),
        least=None if least is None else least * copies,
        most=None if most is None else most * copies,
    )


def highest(context: Context, node: m.Highest, scope: Scope) -> Scalar:
    """The highest or lowest of a value over the cards that are selected, or over members of a domain; of nothing, 0."""
    if isinstance(node.selection, m.Among) and not _is_place(context, node.selection, scope):
        found = domains.valued(context, node.value, node.selection, scope)
    else:
        found = _valued(context, node.value, _selected(node.selection), scope)
    if found is None:
        return WRONG
    cards, local, value = found
    value = arithmetic.bounded(context, value)
    expr: p.Expr = p.Highest(cards, local, value.expr)
    if not node.wanted:
        expr = fold.binary("-", p.Int(0), p.Highest(cards, local, fold.binary("-", p.Int(0), value.expr)))
    if not isinstance(value.type, t.Number):
        return Scalar(expr, value.type, optional=True)
    least = None if value.least is None else min(value.least, 0)
    most = None if value.most is None else max(value.most, 0)
    return Scalar(expr, t.Number(), least=least, most=most)


def _valued(
    context: Context, value: m.Expression, selection: m.Selection, scope: Scope
) -> tuple[p.Expr, int, Scalar] | None:
    """The cards that are selected as one list, a local for each, and a value of it; None if something is wrong."""
    looked = places.looked_through(context, selection, scope)
    lists: list[p.Expr] = [
        spot.cards if condition == fold.TRUE else p.Filter(spot.cards, local, condition)
        for spot, local, condition, _ in looked
        if condition != fold.FALSE
    ]
    if not looked:
        return None
    _, local, _, inner = looked[0]
    if len(looked) > 1:  # in several zones, it isn't known where the card lies
        local, inner = scope.routine.new(), scope.reading(exposing=None)
        inner.candidate = inner.variables[selection.variable.text] = Variable(CardRef(p.Local(local)), local)
    number = typed.measured(context, value, inner)
    if isinstance(number.type, t.Wrong):
        return None
    cards = reduce(lambda left, right: p.Binary("++", left, right), lists) if lists else p.Cards(b"")
    return cards, local, number


def _is_place(context: Context, node: m.Among, scope: Scope) -> bool:
    """Whether a name behind `over` is that of cards or zones: `over them` is `over card in them`."""
    return places.is_place(context, m.Named(node.domain, span=node.span), scope)


def _selected(node: m.Selection | m.Among) -> m.Selection:
    if isinstance(node, m.Selection):
        return node
    card = node.variable if node.variable != node.domain else m.Name("card", span=node.domain.span)
    kind = m.Name("card", span=node.domain.span)
    return m.Selection(card, kind, False, m.Named(node.domain, span=node.domain.span), node.where, span=node.span)


def _possible(context: Context, condition: p.Expr, local: int) -> frozenset[int]:
    """The cards for which a condition can hold, by their printed values."""
    held = _by_card(context, condition, local)
    return (
        frozenset(card for card, holds in enumerate(held) if holds != 0)
        if 0 in held
        else classes.members(context, "card")
    )


def _by_card(context: Context, condition: p.Expr, local: int) -> Sequence[int | None]:
    """What the printed values tell of a condition for each card in a local."""
    return fold.by_card(condition, local, len(context.names.ids), context.tables.printed)


def room(context: Context, node: m.Room, scope: Scope) -> Scalar:
    """The number of cards that zones with a limit can still take."""
    location = places.place(context, node.place, scope)
    parts, limits = [], 0
    for spot in location.spots:
        limit = places.limit(context, spot)
        if limit < 0:
            return context.wrong(node.place, "this zone has no limit", _with_limit(context, node))
        parts.append(p.Binary("-", p.Int(limit), p.Size(spot.cards)))
        limits += limit
    return Scalar(fold.total(parts), t.Number(), least=0, most=limits)


def _with_limit(context: Context, node: m.Room) -> str:
    """What to do about a zone without a limit: declare one, or name a zone that has one."""
    name = node.place.name.text if isinstance(node.place, m.Named | m.Of | m.Call) else ""
    family = context.names.zones.get(name)
    limited = [each.name for each in context.names.zones.values() if each.declared.limit >= 0 and each.name != name]
    shown = f"zone {name}: {family.declared.shape}, {family.declared.seen}" if family else "zone …: heap, private"
    meant = f"; these zones have one: {either(limited, 'and')}" if limited else ""
    return f"declare one, `{shown}, limit 5`, if it may not hold more{meant}"


def some(context: Context, node: m.Some, scope: Scope) -> Value:
    """The first card that is selected, or member of a domain, or none."""
    if isinstance(node.selection, m.Among):
        return domains.some(context, node.selection, scope)
    found = places.selection(context, node.selection, scope)
    if len(found) != 1:
        advice = "name one zone; `any … in …` asks about several, and `for each … in …` goes through them"
        return context.wrong(node, "`some` looks into one zone", advice) if found else WRONG
    spot, local, condition = found[0]
    found_card = p.Find(spot.cards, local, condition)
    position = p.Position(spot.cards, found_card) if spot.shape == "line" and spot.whole else None
    return CardRef(found_card, spot.zone, spot.where, position)


def anything(context: Context, node: m.AnyOf, scope: Scope) -> Scalar:
    """Whether any card is selected, or member of a domain, or none is."""
    if isinstance(node.selection, m.Among):
        return domains.anything(context, node.selection, scope, node.wanted)
    foregone.not_about(context, node, node.selection)
    parts: list[p.Expr] = []
    for spot, local, condition in places.selection(context, node.selection, scope):
        if not isinstance(condition, p.Int):
            parts.append(p.Exists(spot.cards, local, condition))
        elif condition.value:
            parts.append(p.Binary(">", p.Size(spot.cards), p.Int(0)))
    result = fold.disj(parts)
    return Scalar(result if node.wanted else fold.neg(result), t.Truth())


def run(context: Context, node: m.AnyRun, scope: Scope) -> Scalar:
    """Whether so many neighbours in a line satisfy a condition, or none do."""
    location = places.place(context, node.place, scope)
    if len(location.spots) != 1 or location.spots[0].shape != "line":
        return context.wrong(node.place, "neighbours stand in one line", ONE_LINE) if location.spots else WRONG
    arithmetic.check(context, node.size, node, least=1)
    spot = location.spots[0]
    local = scope.routine.new()
    scope.routine.lists.add(local)
    inner = scope.reading(exposing=None)
    value = CardList(p.Local(local), t.Cards(spot.shape), spot.zone, spot.where)
    inner.variables[node.variable.text] = Variable(value, local)
    context.bounds.look(node)
    condition = typed.truth(context, node.where, inner) if node.where is not None else fold.TRUE
    context.bounds.looked()
    found = p.ExistsRun(places.from_left(spot).cards, node.size, local, condition)
    return Scalar(found if node.wanted else fold.neg(found), t.Truth())


def common(context: Context, node: m.Common, scope: Scope) -> Scalar:
    """The members of an enum that all cards of a place have."""
    name = node.attribute.text
    if name in context.names.attributes and not context.names.attributes[name].enumeration:
        of = node.cards.span.text
        advice = f"say `no card in {of} where {name} is not {name} of some card in {of}`"
        return context.wrong(node, f"`{name}` is a number, and cards have values of an enum in common", advice)
    if name not in context.names.attributes:
        context.names.say_unknown("attribute", node.attribute, context.names.attributes)
        return WRONG
    location = places.place(context, node.cards, scope)
    context.use("attribute", name)
    shared = p.Common(context.tables.of[name], _joined(location))
    return Scalar(shared, t.Member(context.names.attributes[name].enumeration), several=True)


def _joined(location: Location) -> p.Expr:
    """The cards of all spots in one list."""
    result = location.spots[0].cards if location.spots else p.Cards(b"")
    if isinstance(result, p.Reversed) and len(location.spots) == 1:
        return result.cards
    for spot in location.spots[1:]:
        result = p.Binary("++", result, spot.cards)
    return result


def end_card(context: Context, node: m.EndCards, scope: Scope) -> Value:
    """The card at an end of a zone."""
    location = places.place(context, node, scope)
    if node.count is not None:
        advice = f"say `{node.side} of …` for one card, `any card in {node.span.text} where …` for some of them"
        return context.wrong(node, "these are several cards, not one", advice)
    if not location.spots:
        return WRONG
    if len(location.spots) != 1:
        advice = f"name one of them, or ask about all cards there: `any card in {node.place.span.text} where …`"
        return context.wrong(node, "this names more than one zone", advice)
    whole = places.place(context, node.place, scope).spots[0]
    if isinstance(node.place, m.EndCards):
        return context.wrong(node.place, "these are cards at an end already", "name the zone, or `place 2 of …`")
    if location.end == "last":  # of equal cards the last one is meant anyway
        return CardRef(p.Element(whole.cards, p.Int(-1)), whole.zone, whole.where)
    first = p.Int(0) if whole.whole else None
    return CardRef(p.Element(whole.cards, p.Int(0)), whole.zone, whole.where, first, pointed=True)


def nth(context: Context, node: m.Nth, scope: Scope) -> Value:
    """A card of a line by its place from the left, the first of which is 1; none where there is no such place."""
    location = places.place(context, node.place, scope)
    number = arithmetic.count(context, node.number, scope, least=1)
    if len(location.spots) != 1 or location.spots[0].shape != "line":
        return context.wrong(node.place, "places are counted in one line", ONE_LINE) if location.spots else WRONG
    spot = places.from_left(location.spots[0])
    position = fold.binary("-", number.expr, p.Int(1))
    there = fold.binary(">=", position, p.Int(0))
    card = fold.choose(there, p.Element(spot.cards, position), p.Int(p.NO_CARD))
    return CardRef(card, spot.zone, spot.where, position if spot.whole else None, pointed=True)


def next_to(context: Context, node: m.NextTo, scope: Scope) -> Value:
    """The card beside another in its line; none at the end of the line."""
    card = places.at_its_place(context, node.card, scope)
    if card is None or card.zone is None or card.position is None:
        return WRONG
    if typed.at_end(node.card, right=node.right):
        side, other = ("right", "left") if node.right else ("left", "right")
        message = f"this is always none: `{node.card.span.text}` is the last card on the {side}"
        help_ = f"say `{other} neighbour of {node.card.span.text}`, or name another card"
        context.problems.add("never-holds", message, node.span, help=help_)
    zone, at = p.Zone(card.zone), fold.binary("+" if node.right else "-", card.position, p.Int(1))
    there = fold.conj([p.Binary("in", card.expr, zone), fold.binary(">=", at, p.Int(0))])
    return CardRef(p.If(there, p.Element(zone, at), p.Int(p.NO_CARD)), card.zone, card.where, at, pointed=True)


def position(context: Context, node: m.Of, scope: Scope) -> Scalar:
    """The place of a card in its line, the first of which is 1."""
    card = typed.card(context, node.term, scope)
    if isinstance(card.type, t.Wrong):
        return WRONG
    place = card.position
    if place is None and card.sole and card.zone is not None and _in_lines(context, card.where):
        place = p.Position(p.Zone(card.zone), card.expr)
    if place is None:
        return _nowhere(context, node.term, card)
    return Scalar(fold.binary("+", place, p.Int(1)), t.Number())


def _nowhere(context: Context, node: m.Expression, card: CardRef) -> Scalar:
    """Report a card whose place in its line isn't known."""
    if any(not isinstance(zone, int) for zone in card.where or ()):
        message = "an event doesn't know at which place of a line the card lies that it is about"
        return context.wrong(node, message, "let it be about the place as well: `do …(card, position of card)`")
    message = "it isn't known at which place this card lies"
    where = [f for f in context.names.zones.values() if card.where is None or not card.where.isdisjoint(f.indices)]
    lines = [f for f in where if f.declared.shape == "line" and not f.declared.for_looking]
    if where and not lines:
        lies = f"`{where[0].name}` is a {where[0].declared.shape}"
        return context.wrong(node, message, f"{lies}: only the cards of a line have positions")
    if lines and isinstance(node, m.Named):
        of = f"{lines[0].name} of …" if lines[0].wanted else lines[0].name
        return context.wrong(node, message, f"ask which card lies there: `place 2 of {of} is {node.name.text}`")
    return context.wrong(node, message, "draw it `by position`, or name it `place 1 of …`")


def _in_lines(context: Context, where: Whereabouts | None) -> bool:
    """Whether all these zones are lines."""
    families = context.names.zones.values()
    lines = {zone for f in families if f.declared.shape == "line" for zone in f.indices}
    return where is not None and where <= lines
