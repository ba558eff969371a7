"""What names cards and zones in a rule: zones, groups of zones, the cards at an end of one, and selections of cards.

Functions of the lowerer `Expressions`. Each zone that a term names is a `Spot` with the cards meant in it; taking
cards from the end of a zone whose order is hidden exposes them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import attrs

from dsl.expressions import counts, domains
from dsl.expressions.values import Given, Location, Scope, Spot, Value, Variable
from dsl.model import model as m
from dsl.names import types as t
from dsl.names.names import ZoneFamily
from dsl.program import fold
from dsl.program import program as p
from dsl.routines.steps import Plain

if TYPE_CHECKING:
    from dsl.expressions.lower_expression import Expressions

GAP = "…"
"""Where the card's name stands in words that replace those of the option."""

MEMBER_WORD = re.compile(r"<([^<>]+)>")


def is_place(lowerer: Expressions, node: m.Expression, scope: Scope) -> bool:
    """Whether a term names cards or zones."""
    match node:
        case m.EndCards() | m.RidersOn():
            return True
        case m.Named(name) if name.text in scope.variables:
            return isinstance(scope.variables[name.text].value.type, t.Zone | t.Cards)
        case m.Named(name):
            return name.text in lowerer.names.zones or name.text in lowerer.names.groups
        case m.Of(name, _) | m.Call(name, _):
            return name.text in lowerer.names.zones or name.text in lowerer.names.groups
        case _:
            return False


def place(lowerer: Expressions, node: m.Expression, scope: Scope) -> Location:
    """What a term that names cards or zones means."""
    match node:
        case m.Named(name) if name.text in scope.variables:
            variable = scope.variables[name.text].value
            if variable.spots:
                return Location(variable.spots)
            match variable.type:
                case t.Cards(shape) if variable.zone is not None and variable.where is not None:
                    return Location((Spot(variable.expr, variable.zone, variable.where, shape, False),))
                case t.Zone(zone):
                    named = m.Named(m.Name(zone, span=name.span), span=node.span)
                    return place(lowerer, named, scope.inner(variables={}))
                case _:
                    pass
        case m.Named() | m.Of() | m.Call():
            name, terms = _called(node)
            if name.text in lowerer.names.groups:
                return _group(lowerer, name, terms, scope)
            if name.text in lowerer.names.zones:
                return _zones(lowerer, name, terms, scope)
        case m.EndCards() | m.RidersOn():
            return _end(lowerer, node, scope) if isinstance(node, m.EndCards) else _riders_on(lowerer, node, scope)
        case _:
            pass
    _no_place(lowerer, node, scope)
    return Location(())


def _called(node: m.Named | m.Of | m.Call) -> tuple[m.Name, tuple[m.Expression, ...]]:
    """A name, and what stands behind it."""
    match node:
        case m.Of(name, term):
            return name, (term,)
        case m.Call(name, terms):
            return name, terms
        case _:
            return node.name, ()


def _no_place(lowerer: Expressions, node: m.Expression, scope: Scope) -> None:
    if (isinstance(node, m.Named) and node.name.text not in scope.variables) or isinstance(node, m.Of | m.Call):
        lowerer.names.say_unknown("zone", node.name, [*lowerer.names.zones, *lowerer.names.groups])
    else:
        lowerer.wrong(node, "this names no zone")


def _zones(lowerer: Expressions, name: m.Name, terms: tuple[m.Expression, ...], scope: Scope) -> Location:
    """The zones of a family that are meant: one, or those of several members."""
    family = lowerer.names.zones[name.text]
    lowerer.names.see(name, family.part, scope.part)
    lowerer.use("zone", name.text)
    lowerer.cite(scope, family.declared.citations)
    if terms or family.wanted or (scope.given and scope.given.choices):
        return Location(tuple(_spot(family, each) for each in domains.members(lowerer, name, family, terms, scope)))
    if name.text not in lowerer.spots:
        found = domains.members(lowerer, name, family, terms, scope)
        lowerer.spots[name.text] = Location(tuple(_spot(family, each) for each in found))
    return lowerer.spots[name.text]


def _spot(family: ZoneFamily, member: domains.Member) -> Spot:
    index = member.index
    where = frozenset([index.value]) if isinstance(index, p.Int) else frozenset(family.indices)
    hidden = family.declared.shape == "pile" and family.declared.seen == "hidden"
    return Spot(
        p.Zone(index), index, where, family.declared.shape, suffix=member.suffix, hidden=hidden, members=member.words
    )


def _group(lowerer: Expressions, name: m.Name, terms: tuple[m.Expression, ...], scope: Scope) -> Location:
    """The zones of a group; with terms, those of the members that they mean, where there is one for each."""
    lowerer.use("group", name.text)
    lowerer.cite(scope, lowerer.group_citations.get(name.text, ()))
    if name.text in scope.defining:
        lowerer.names.problems.add("circular", f"the group `{name.text}` holds itself", name.span)
        return Location(())
    given = domains.given(lowerer, name, terms, scope) if terms else scope.given or Given(name, {})
    spots: list[Spot] = []
    for part, member in lowerer.names.groups[name.text]:
        lowerer.bounds.grow(name)
        inner = Scope(scope.routine, part, {}, None, scope.origin, (*scope.defining, name.text), given=given)
        spots += [_worded(lowerer, spot, member, given) for spot in place(lowerer, member.place, inner).spots]
    for each in sorted(given.choices.keys() - given.taken) if terms else ():
        lowerer.wrong(name, f"no zone of `{name.text}` is there for each {each}", f"say `{name.text}`")
    return Location(tuple(spots))


def _worded(lowerer: Expressions, spot: Spot, member: m.Member, given: Given) -> Spot:
    """A zone of a group, with the words that tell its cards apart; of several members, whose it is stays said."""
    words = MEMBER_WORD.sub(lambda found: _member_word(lowerer, spot, member, found), member.word)
    before, gap, after = words.partition(GAP)
    if not gap:
        return attrs.evolve(spot, prefix=" ".join(filter(None, [before, spot.prefix])))
    several = [of for of, choices in given.choices.items() if len(choices) > 1 and f"<{of}>" not in member.word]
    whose = [word for of, word in spot.members if of in several]
    suffix = " ".join(filter(None, [after.strip(), *(["of", *whose] if whose else [])]))
    return attrs.evolve(spot, prefix=before.strip(), suffix=suffix, replaces=bool(before))


def _member_word(lowerer: Expressions, spot: Spot, member: m.Member, found: re.Match[str]) -> str:
    """The word of the member to which a zone belongs, in place of `<domain>`."""
    words = dict(spot.members)
    if found[1] not in words:
        lowerer.wrong(member, f"it isn't known which {found[1]} this zone belongs to")
    return words.get(found[1], "")


def _end(lowerer: Expressions, node: m.EndCards, scope: Scope) -> Location:
    """Cards at an end, nearest to the end first; as a target, the end itself."""
    location = place(lowerer, node.place, scope)
    end = end_of(node.side)
    count = p.Int(1) if node.count is None else counts.count(lowerer, node.count, scope).expr
    spots = tuple(_cut(lowerer, spot, node, end, count, scope) for spot in location.spots)
    return Location(spots, end)


def _riders_on(lowerer: Expressions, node: m.RidersOn, scope: Scope) -> Location:
    """What lies on a card, or on the cards of a place."""
    family = lowerer.names.riding
    if family is None:
        say_none_rides(lowerer, node)
        return Location(())
    local, inner = scope.routine.new(), scope.inner(exposing=None)
    under = carrier(lowerer, p.Local(local))
    if is_place(lowerer, node.carriers, scope):
        spots = place(lowerer, node.carriers, inner).spots
        condition = fold.disj(p.Binary("in", under, spot.cards) for spot in spots)
    else:
        condition = fold.binary("==", under, lowerer.card(node.carriers, inner).expr)
    riding = p.Int(family.first)
    cards = p.Filter(p.Zone(riding), local, condition)
    return Location((Spot(cards, riding, frozenset([family.first]), "heap", whole=False),))


def carrier(lowerer: Expressions, rider: p.Expr) -> p.Expr:
    """The card on which another lies."""
    return p.Binary("-", p.Fact(lowerer.names.lies_on, rider), p.Int(1))


def say_none_rides(lowerer: Expressions, node: m.Node) -> None:
    """Report that something is laid on a card, or looked for there, in a game that has nothing of the kind."""
    advice = "say so of their kind: `rides on …, then …`"
    lowerer.wrong(node, "no cards of this game lie on others", advice)


def placed(lowerer: Expressions, node: m.Expression, scope: Scope) -> Value | None:
    """A card of which it is known where it lies, or None and a problem."""
    card = lowerer.card(node, scope)
    if isinstance(card.type, t.Wrong):
        return None
    if card.zone is None or card.where is None:
        lowerer.wrong(node, "it isn't known where this card lies", "name it where it is found: `let …: some … in …`")
        return None
    return card


def target(lowerer: Expressions, node: m.Expression, scope: Scope) -> Location:
    """Where cards are put: zones, and the end at which (`top of deck`); reads no order."""
    if isinstance(node, m.EndCards) and node.count is None:
        location = place(lowerer, node.place, scope)
        for spot in location.spots:
            _side(lowerer, spot, node)
        return Location(location.spots, end_of(node.side))
    return place(lowerer, node, scope)


def _side(lowerer: Expressions, spot: Spot, node: m.EndCards) -> None:
    sides = ("top", "bottom") if spot.shape == "pile" else ("left", "right", "leftmost", "rightmost")
    if spot.shape == "heap" or node.side not in sides:
        advice = "" if spot.shape == "heap" else f"its ends are `{sides[0]}` and `{sides[1]}`"
        lowerer.wrong(node, f"a {spot.shape} has no {node.side}", advice)


def _cut(lowerer: Expressions, spot: Spot, node: m.EndCards, end: str, count: p.Expr, scope: Scope) -> Spot:
    _side(lowerer, spot, node)
    cards: p.Expr = p.Slice(spot.cards, p.Int(0), counts.at_least_none(count))
    if end == "last":
        start = (
            p.Int(-count.value)
            if isinstance(count, p.Int) and count.value > 0
            else p.Binary("-", p.Size(spot.cards), _least(count, spot.cards))
        )
        cards = p.Reversed(p.Slice(spot.cards, start, None))
    if spot.hidden and scope.exposing is None:
        lowerer.names.problems.add(
            "hidden-order",
            "nobody knows the order of these cards here",
            node.span,
            help="look at them or reveal them first",
        )
    elif spot.hidden and scope.exposing is not None:
        need = count if end == "last" else p.Size(spot.cards)
        scope.exposing.append(Plain(p.Expose(spot.zone, need, scope.origin)))
    return attrs.evolve(spot, cards=cards, whole=False, hidden=False)


def selection(lowerer: Expressions, node: m.Selection, scope: Scope) -> list[tuple[Spot, int, p.Expr]]:
    """For each spot that a selection reads: the spot, the local that holds each card in turn, and the condition."""
    return [(spot, local, condition) for spot, local, condition, _ in looked_through(lowerer, node, scope)]


def looked_through(lowerer: Expressions, node: m.Selection, scope: Scope) -> list[tuple[Spot, int, p.Expr, Scope]]:
    """What `selection` gives, with the scope in which each card has its name."""
    ids = lowerer.kind(node.kind, scope.part)
    location = selected(lowerer, node, scope)
    if isinstance(node.place, m.RidersOn) and lowerer.names.riding and ids and ids.isdisjoint(lowerer.names.riders()):
        lowerer.wrong(node.kind, f"`{node.kind.text}` never lies on another card", "cards that do are of other kinds")
    found = []
    for spot in map(from_left, location.spots):
        local = scope.routine.new()
        inner = scope.inner(exposing=None)
        variable = Variable(Value(p.Local(local), t.Card(), spot.zone, spot.where, sole=lowerer.sole(ids)), local)
        inner.variables[node.variable.text] = variable
        inner.candidate = variable
        condition = lowerer.belongs(ids, node.kind.text, p.Local(local))
        if node.where is not None:
            lowerer.bounds.look(node)
            condition = fold.conj([condition, lowerer.truth(node.where, inner)])
            lowerer.bounds.looked()
        found.append((spot, local, condition, inner))
    return found


def selected(lowerer: Expressions, node: m.Selection, scope: Scope) -> Location:
    """What the cards of a selection are taken from: a place, without the card that is named `besides`."""
    location = place(lowerer, node.place, scope)
    if node.besides is None:
        return location
    card = lowerer.card(node.besides, scope)
    if isinstance(card.type, t.Wrong):
        return location
    if card.zone is None or card.where is None:
        lowerer.wrong(node.besides, "it isn't known where this card lies", "name it where it is found")
        return location
    return attrs.evolve(location, spots=tuple(_besides(spot, card) for spot in location.spots))


def _besides(spot: Spot, card: Value) -> Spot:
    """The cards of a zone without one that may lie there; of equal ones it makes no difference which."""
    assert card.zone is not None
    assert card.where is not None
    if all(isinstance(zone, int) for zone in card.where | spot.where) and not card.where & spot.where:
        return spot
    here = fold.binary("==", spot.zone, card.zone) if spot.zone != card.zone else fold.TRUE
    return attrs.evolve(spot, cards=fold.choose(here, p.Without(spot.cards, card.expr), spot.cards), whole=False)


def from_left(spot: Spot) -> Spot:
    """Cards of a line are looked through from the left, wherever they were cut off."""
    if spot.shape == "line" and isinstance(spot.cards, p.Reversed):
        return attrs.evolve(spot, cards=spot.cards.cards)
    return spot


def as_they_lie(cards: p.Expr) -> p.Expr:
    """Cards that were cut off a zone, from the left to the right or from the bottom to the top."""
    match cards:
        case p.Reversed(lying):
            return lying
        case p.Without(rest, card):
            return p.Without(as_they_lie(rest), card)
        case p.If(condition, then, otherwise):
            return p.If(condition, as_they_lie(then), as_they_lie(otherwise))
        case _:
            return cards


def nearest_end(cards: p.Expr) -> str:
    """The end of their zone from which cards were cut off, "last" if from none: see `program.MoveAll`."""
    match cards:
        case p.Slice(p.Zone(), p.Int(0), _):
            return "first"
        case p.Without(rest, _):
            return nearest_end(rest)
        case p.If(_, then, _):
            return nearest_end(then)
        case _:
            return "last"


def limit(lowerer: Expressions, spot: Spot) -> int:
    """The limit of a zone, or -1."""
    zones = [z for z in spot.where if isinstance(z, int)]
    family = next((f for f in lowerer.names.zones.values() if zones and zones[0] in f.indices), None)
    return family.declared.limit if family else -1


def end_of(side: str) -> str:
    """The end of a list that a word for an end of a zone means: "last" or "first"."""
    return "last" if side in ("top", "right", "rightmost") else "first"


def _least(count: p.Expr, cards: p.Expr) -> p.Expr:
    size = p.Size(cards)
    return p.If(p.Binary("<", count, size), count, size)
