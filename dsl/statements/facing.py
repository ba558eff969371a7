"""Lower the statements that turn cards face down or face up (see `names/faces`).

A card that is turned face down changes places with a back, and one that is turned face up with its back again. A name
that holds it holds the other one from then on. A card that lies face down is turned where nobody sees
the cards, and where a player looks at them.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from dsl.expressions import classes, places
from dsl.expressions.context import Context
from dsl.expressions.values import CardList, CardRef, Scope, Spot
from dsl.model import model as m
from dsl.names.names import FACE_DOWN
from dsl.program import fold
from dsl.program import program as p
from dsl.program.lists import lists_for
from dsl.routines import watches
from dsl.routines.steps import Branching, ForEach, Frame, Plain, Step, Touching, Whereabouts, may_lie
from dsl.statements import zone_hooks
from dsl.statements.zone_hooks import Passage


def turn(context: Context, node: m.TurnCard, scope: Scope, frame: Frame) -> list[Step]:
    """`turn … face up`, `turn … face down`: a card with a name, or cards of zones."""
    origin = context.origins.at(scope, node)
    if not possible(context, node):
        return []
    one = isinstance(node.turned, m.EndCards) and node.turned.count is None
    if isinstance(node.turned, m.Selection):
        found = places.selection(context, node.turned, scope)
        spots = [attrs.evolve(spot, cards=_chosen(spot, local, wanted)) for spot, local, wanted in found]
    elif not one and places.is_place(context, node.turned, scope):
        spots = list(places.place(context, node.turned, scope).spots)
    else:
        return _turn_card(context, node, scope, frame, origin)
    steps: list[Step] = []
    for spot in spots:
        if not _unseen(context, spot.where, node):
            steps += _turn_cards(context, spot, node.face_down, scope, origin)
            steps += watches.watch(spot.where, frame)
    return steps


def possible(context: Context, node: m.Node) -> bool:
    """Whether cards of this game may lie face down; if not, reports a node that turns some."""
    if context.names.covered is None:
        context.wrong(node, "no cards of this game lie face down", "say so of their kind: `may lie face down`")
    return context.names.covered is not None


def _chosen(spot: Spot, local: int, wanted: p.Expr) -> p.Expr:
    return spot.cards if wanted == fold.TRUE else p.Filter(spot.cards, local, wanted)


def _turn_card(context: Context, node: m.TurnCard, scope: Scope, frame: Frame, origin: int) -> list[Step]:
    assert not isinstance(node.turned, m.Selection)
    card = places.placed(context, node.turned, scope)
    if card is None or card.zone is None or card.where is None or _unseen(context, card.where, node):
        return []
    steps, card = _in_local(card, scope, origin)
    return [
        *steps,
        _flip(context, card, node.face_down, scope, origin),
        *watches.watch(card.where or frozenset(), frame),
    ]


def _in_local(card: CardRef, scope: Scope, origin: int) -> tuple[list[Step], CardRef]:
    """A card in a local, so that it can become another one, and the steps that put it there."""
    if isinstance(card.expr, p.Local):
        return [], card
    local = scope.routine.new()
    return [Plain(p.SetLocal(local, card.expr, origin))], attrs.evolve(card, expr=p.Local(local))


def _unseen(context: Context, where: Whereabouts, node: m.Move | m.Draw | m.TurnCard) -> bool:
    """Report cards that are turned where no card lies face down; returns whether they are."""
    turned = unseen_zones(context)
    if not where or not all(zone in turned for zone in where):
        return False
    message = "no card lies face down here: nobody sees these cards, or only who looks at them"
    context.problems.add("no-effect", message, node.span, help="turn cards that lie where players see them")
    return True


def unseen_zones(context: Context) -> frozenset[int]:
    """The zones in which no card lies face down."""
    families = (f for f in context.names.zones.values() if f.declared.seen == "hidden" or f.declared.for_looking)
    return frozenset(zone for family in families for zone in family.indices)


def _turn_cards(context: Context, spot: Spot, down: bool, scope: Scope, origin: int, collected: int = -1) -> list[Step]:
    """Turn cards of a zone; the local `collected` holds them afterwards, in the order in which they lie."""
    cards = places.as_they_lie(spot.cards)
    card, listed, at = scope.routine.new(), scope.routine.new(), scope.routine.new()
    scope.routine.lists.add(listed)
    from_first = isinstance(cards, p.Slice) and isinstance(cards.cards, p.Zone) and cards.start == p.Int(0)
    one = CardRef(p.Local(card), spot.zone, spot.where, p.Local(at) if from_first else None)
    body: list[Step] = [_flip(context, one, down, scope, origin)]
    steps: list[Step] = []
    if spot.shape == "pile":
        steps.append(Plain(p.Expose(spot.zone, p.Size(cards), origin)))
    if collected >= 0:
        turned = zone_hooks.one_card(p.Local(card), spot.zone, None, scope)
        steps.append(Plain(p.SetLocal(collected, p.Cards(b""), origin)))
        body.append(Plain(p.SetLocal(collected, p.Binary("++", p.Local(collected), turned), origin)))
    return [*steps, ForEach(card, listed, at, cards, tuple(body), origin)]


def _flip(context: Context, card: CardRef, down: bool, scope: Scope, origin: int) -> Step:
    """Turn the card in a local, if it lies in its zone and isn't turned already; the local holds it afterwards."""
    names = context.names
    assert names.covered is not None
    assert isinstance(card.expr, p.Local)
    assert card.zone is not None
    covered, other, local = p.Int(names.covered.first), scope.routine.new(), scope.routine.new()
    backs = classes.members(context, FACE_DOWN)
    here = p.Binary("in", card.expr, p.Zone(card.zone))
    exchange = Plain(p.Exchange(card.expr, card.zone, p.Local(other), covered, origin, card.position, None))
    names_too = _renamed(context, scope, card.expr, p.Local(other), card.zone, origin)
    now: tuple[Step, ...] = (*names_too, Plain(p.SetLocal(card.expr.index, p.Local(other), origin)))
    if down:
        free = p.Find(p.Zone(covered), local, classes.belongs(context, backs, FACE_DOWN, p.Local(local)))
        hide = Plain(p.SetFact(names.hides, p.Local(other), p.Binary("+", card.expr, p.Int(1)), origin))
        fits = _may_be_covered(context, card.expr)
        return Branching(
            fold.conj([fits, here]), (Plain(p.SetLocal(other, free, origin)), hide, exchange, *now), (), origin
        )
    found = p.Binary("-", p.Fact(names.hides, card.expr), p.Int(1))
    show = Plain(p.SetFact(names.hides, card.expr, p.Int(0), origin))
    fits = classes.belongs(context, backs, FACE_DOWN, card.expr)
    return Branching(
        fold.conj([fits, here]), (Plain(p.SetLocal(other, found, origin)), exchange, show, *now), (), origin
    )


def _renamed(
    context: Context, scope: Scope, card: p.Local, other: p.Local, zone: p.Expr, origin: int
) -> tuple[Step, ...]:
    """The steps that let all names in scope which hold `card` hold `other`, which lies in its place now."""
    base = 256 if lists_for(len(context.names.ids)) is bytes else 65_536
    steps: dict[int, Step] = {}
    for variable in scope.variables.values():
        match variable.value:
            case CardRef(p.Local(index)) if index != card.index:
                held = p.Local(index)
                steps[index] = _set(index, p.If(p.Binary("==", held, card), other, held), origin)
            case CardList(p.Local(index), spots=spots) if spots and index == variable.local:
                steps[index] = _set(index, _repacked(p.Local(index), card, other, base), origin)
            case CardList():
                for index in _lists(variable.value, scope):
                    one = zone_hooks.one_card(other, zone, None, scope)
                    steps[index] = _set(index, _relisted(p.Local(index), card, one), origin)
            case _:
                pass
    return tuple(steps.values())


def _set(index: int, value: p.Expr, origin: int) -> Step:
    return Plain(p.SetLocal(index, value, origin))


def _lists(cards: CardList, scope: Scope) -> Iterator[int]:
    """The locals with the lists of cards that have a name together."""
    for listed in [spot.cards for spot in cards.spots] or [cards.expr]:
        inner = listed.cards if isinstance(listed, p.Reversed) else listed
        if isinstance(inner, p.Local) and inner.index in scope.routine.lists:
            yield inner.index


def _relisted(cards: p.Local, card: p.Local, one: p.Expr) -> p.Expr:
    """A list with another card in the place of one, if that is there."""
    at = p.Position(cards, card)
    before, after = p.Slice(cards, p.Int(0), at), p.Slice(cards, p.Binary("+", at, p.Int(1)), None)
    changed = p.Binary("++", p.Binary("++", before, one), after)
    return p.If(p.Binary("in", card, cards), changed, cards)


def _repacked(number: p.Local, card: p.Local, other: p.Local, base: int) -> p.Expr:
    """The same for cards that are packed in a number."""
    cards = p.Unpacked(number)
    at: p.Expr = p.Position(cards, card)
    power: p.Expr = p.Int(1)
    for place in range(1, p.MOST_CHOSEN):
        power = p.If(p.Binary("==", at, p.Int(place)), p.Int(base**place), power)
    changed = p.Binary("+", number, p.Binary("*", p.Binary("-", other, card), power))
    return p.If(p.Binary("in", card, cards), changed, number)


def _may_be_covered(context: Context, card: p.Expr) -> p.Expr:
    """Whether a card is one that may lie face down, and doesn't."""
    names = context.names
    return classes.belongs(context, names.facing(), names.kinds[p.BACK].name + " or its face", card)


def covered(context: Context, card: CardRef, scope: Scope, origin: int) -> tuple[list[Step], CardRef]:
    """Steps that turn a card face down before it is moved, and the card then."""
    steps, card = _in_local(card, scope, origin)
    return [*steps, _flip(context, card, True, scope, origin)], card


def covered_cards(context: Context, spot: Spot, cards: p.Expr, scope: Scope, origin: int) -> tuple[list[Step], p.Expr]:
    """Steps that turn cards face down before they are moved, and the cards then."""
    collected = scope.routine.new()
    scope.routine.lists.add(collected)
    steps = _turn_cards(context, attrs.evolve(spot, cards=cards), True, scope, origin, collected)
    return steps, p.Local(collected)


def covered_top(context: Context, source: Spot, scope: Scope, origin: int) -> list[Step]:
    """Steps that turn the top card of a pile face down before it is drawn."""
    card, zone = scope.routine.new(), p.Zone(source.zone)
    top = CardRef(p.Local(card), source.zone, source.where, p.Binary("-", p.Size(zone), p.Int(1)))
    return [
        Plain(p.Expose(source.zone, p.Int(1), origin)),
        Plain(p.SetLocal(card, p.Element(zone, p.Int(-1)), origin)),
        _flip(context, top, True, scope, origin),
    ]


def uncover(
    context: Context,
    passage: Passage,
    before: list[Step],
    after: list[Step],
    scope: Scope,
    origin: int,
    *,
    exposes: bool,
    always: bool,
    holder: int,
) -> None:
    """Add the steps by which cards are turned face up where they go: `always`, or where no card lies face down."""
    names = context.names
    unseen, every = unseen_zones(context), frozenset(names.zoned)
    if not may_lie(passage.sources, every - unseen) or not (always or may_lie(passage.targets, unseen)):
        return
    touching: tuple[Touching, ...] = ((passage.targets, every if always else unseen),)
    reading, those, (into,) = zone_hooks.read(passage, [passage.target], scope, origin, touching, exposes)
    before.append(reading)
    local, card, listed, at = (scope.routine.new() for _ in range(4))
    scope.routine.lists.add(listed)
    backs = classes.belongs(context, classes.members(context, FACE_DOWN), FACE_DOWN, p.Local(local))
    body: list[Step] = [_flip(context, CardRef(p.Local(card), into), False, scope, origin)]
    if holder >= 0:
        held, was = p.Local(holder), scope.routine.new()
        body.insert(0, Plain(p.SetLocal(was, p.Local(card), origin)))
        same = p.If(p.Binary("==", held, p.Local(was)), p.Local(card), held)
        body.append(Plain(p.SetLocal(holder, same, origin)))
    each = ForEach(card, listed, at, p.Filter(those, local, backs), tuple(body), origin)
    condition = fold.TRUE if always else fold.one_of(into, unseen)
    after.append(Branching(condition, (each,), (), origin, touching))


def turned_in(context: Context, where: Whereabouts, node: m.Move | m.Draw) -> bool:
    """Whether cards that are moved can be turned, in this game and in the zones to which they go; reports it if not."""
    return possible(context, node) and not _unseen(context, where, node)
