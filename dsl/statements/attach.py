"""Lower the statements that lay cards on others, and move these riders when cards move (see `names/attachments`).

A rider follows its carrier without any step. A rider that leaves the zone of riders lies on nothing any more, and a
rider whose carrier goes into a hidden zone goes to the zone of its kind. The steps for this stand around each statement
that may cause it, and `weaving/zone_events` removes them where it can't happen.
"""

from __future__ import annotations

from collections.abc import Sequence

from dsl.expressions import classes, places, typed
from dsl.expressions.context import Context
from dsl.expressions.values import CardRef, Scope
from dsl.model import model as m
from dsl.names import types as t
from dsl.program import fold
from dsl.program import program as p
from dsl.routines import watches
from dsl.routines.steps import Branching, ForEach, Frame, Plain, Step, Touching, Whereabouts, may_lie
from dsl.statements import facing, zone_hooks
from dsl.statements.zone_hooks import Passage


def lay(context: Context, node: m.Lay, scope: Scope, frame: Frame) -> list[Step]:
    """`lay … onto …`: nothing happens if either card isn't there, or the one never lies on such cards."""
    family = context.names.riding
    if _onto_a_zone(context, node, scope):
        return []
    if family is None:
        places.say_none_rides(context, node)
        return []
    origin = context.origins.at(scope, node)
    card, carrier = places.placed(context, node.card, scope), typed.card(context, node.carrier, scope)
    if card is None or isinstance(carrier.type, t.Wrong):
        return []
    assert card.zone is not None
    assert card.where is not None
    laid, under = scope.routine.new(), scope.routine.new()
    fits = fold.conj([p.Binary("in", p.Local(laid), p.Zone(card.zone)), _fits(context, p.Local(laid), p.Local(under))])
    riding: p.Expr = p.Int(family.first)
    variable = scope.variables.get(node.card.name.text) if isinstance(node.card, m.Named) else None
    body: list[Step] = [
        Plain(p.Move(p.Local(laid), card.zone, riding, "last", origin, card.position), card.where),
        Plain(p.SetFact(context.names.lies_on, p.Local(laid), p.Binary("+", p.Local(under), p.Int(1)), origin)),
    ]
    one = zone_hooks.one_card(p.Local(laid), card.zone, card.position, scope)
    here = frozenset([family.first])
    passage = Passage(p.If(fits, one, p.Cards(b"")), card.zone, card.where, riding, here)
    if variable is not None and variable.zone_local >= 0:
        body.append(Plain(p.SetLocal(variable.zone_local, riding, origin)))
        variable.lies(p.Local(variable.zone_local), card.where | here)
    watch = watches.watch(card.where | here, frame, frozenset([-1 - context.names.lies_on]))
    return [
        Plain(p.SetLocal(laid, card.expr, origin)),
        Plain(p.SetLocal(under, carrier.expr, origin)),
        *zone_hooks.around(context, [passage], [Branching(fits, tuple(body), (), origin), *watch], scope, origin),
    ]


def _onto_a_zone(context: Context, node: m.Lay, scope: Scope) -> bool:
    """Report a zone where a card should stand; whether there is one."""
    on = node.carrier
    variable = isinstance(on, m.Named) and on.name.text in scope.variables
    if variable or not isinstance(on, m.Named | m.Of | m.Call) or not places.is_place(context, on, scope):
        return False
    advice = f"cards move to zones: say `move {node.card.span.text} to {on.span.text}`"
    context.wrong(on, "a card is laid on a card, and this is a zone", advice)
    return True


def _fits(context: Context, card: p.Expr, carrier: p.Expr) -> p.Expr:
    """Whether a card is one that may lie on another."""
    names = context.names
    return fold.disj(
        fold.conj([_one_of(context, kind, card), _one_of(context, on, carrier)]) for kind, on in names.rides.items()
    )


def _one_of(context: Context, kind: str, card: p.Expr) -> p.Expr:
    return classes.belongs(context, classes.members(context, kind), kind, card)


def around(
    context: Context,
    passages: Sequence[Passage],
    steps: Sequence[Step],
    scope: Scope,
    frame: Frame,
    origin: int,
    *,
    reveals: bool = False,
    exposes: bool = False,
    face_up: bool = False,
    holder: int = -1,
) -> list[Step]:
    """The steps of a statement that moves cards, with those for riders, for turned cards and for hooks around them.

    `face_up`: the cards are turned so; the local `holder` holds the card, if there is one.
    """
    before: list[Step] = []
    after: list[Step] = []
    for passage in passages if context.names.covered else ():
        facing.uncover(context, passage, before, after, scope, origin, exposes=exposes, always=face_up, holder=holder)
    for passage in passages if context.names.riding else ():
        _taken_off(context, passage, before, after, scope, origin)
        _out_of_sight(context, passage, before, after, scope, frame, origin, exposes)
    inner = [*before, *steps, *after]
    return zone_hooks.around(context, passages, inner, scope, origin, reveals=reveals, exposes=exposes)


def _taken_off(
    context: Context, passage: Passage, before: list[Step], after: list[Step], scope: Scope, origin: int
) -> None:
    """Add the steps by which riders that leave their zone lie on nothing any more."""
    assert context.names.riding is not None
    riding = frozenset([context.names.riding.first])
    if not may_lie(passage.sources, riding):
        return
    touching: tuple[Touching, ...] = ((passage.sources, riding),)
    reading, those, (from_there,) = zone_hooks.read(passage, [passage.source], scope, origin, touching)
    before.append(reading)
    card, listed, position = scope.routine.new(), scope.routine.new(), scope.routine.new()
    scope.routine.lists.add(listed)
    forget = Plain(p.SetFact(context.names.lies_on, p.Local(card), p.Int(0), origin))
    each = ForEach(card, listed, position, those, (forget,), origin)
    after.append(Branching(fold.one_of(from_there, riding), (each,), (), origin, touching))


def _out_of_sight(
    context: Context,
    passage: Passage,
    before: list[Step],
    after: list[Step],
    scope: Scope,
    frame: Frame,
    origin: int,
    exposes: bool,
) -> None:
    """Add the steps by which riders whose carriers go into a hidden zone go to the zones of their kinds."""
    assert context.names.riding is not None
    riding = frozenset[int | tuple[str, str, int]]([context.names.riding.first])
    hidden = hidden_zones(context)
    if passage.sources == riding or not may_lie(passage.targets, hidden):
        return
    touching: tuple[Touching, ...] = ((passage.targets, hidden),)
    reading, those, (into,) = zone_hooks.read(passage, [passage.target], scope, origin, touching, exposes)
    before.append(reading)
    steps = [step for kind in context.names.rides for step in _come_off(context, kind, those, scope, frame, origin)]
    after.append(Branching(fold.one_of(into, hidden), tuple(steps), (), origin, touching))


def _come_off(context: Context, kind: str, carriers: p.Expr, scope: Scope, frame: Frame, origin: int) -> list[Step]:
    """The steps by which the riders of a kind that lie on `carriers` go to the zone of their kind."""
    assert context.names.riding is not None
    first = context.names.riding.first
    part, rides = context.names.kinds[kind].part, context.names.kinds[kind].rides
    assert rides is not None
    here = Scope(scope.routine, part, origin=scope.origin)
    target = places.place(context, m.Named(rides.target, span=rides.span), here).spots[0]
    off, rider = scope.routine.new(), scope.routine.new()
    scope.routine.lists.add(off)
    on_them = p.Binary("in", places.carrier(context, p.Local(rider)), carriers)
    riders = p.Filter(p.Zone(p.Int(first)), rider, fold.conj([_one_of(context, kind, p.Local(rider)), on_them]))
    there = frozenset[int | tuple[str, str, int]]([first])
    move: list[Step] = [
        Plain(p.MoveAll(p.Local(off), p.Int(first), target.zone, "last", origin)),
        *watches.watch(there | target.where, frame),
    ]
    passage = Passage(p.Local(off), p.Int(first), there, target.zone, target.where)
    some = p.Binary(">", p.Size(p.Local(off)), p.Int(0))
    inner = around(context, [passage], move, scope, frame, origin)
    return [Plain(p.SetLocal(off, riders, origin)), Branching(some, tuple(inner), (), origin)]


def hidden_zones(context: Context) -> frozenset[int]:
    """The zones whose cards nobody sees."""
    families = context.names.zones.values()
    hidden = (f for f in families if f.declared.seen == "hidden" and not f.declared.for_looking)
    return frozenset(zone for f in hidden for zone in f.indices)


def forbidden_target(context: Context, where: Whereabouts, node: m.Node) -> bool:
    """Report cards that are put among the riders otherwise than by `lay`; returns whether they are."""
    family = context.names.riding
    if family is None or family.first not in where:
        return False
    context.wrong(node, "cards come here only by being laid on others", "say `lay card onto …`")
    return True


def exchanged(context: Context, cards: tuple[CardRef, CardRef], node: m.Node) -> bool:
    """Report an exchange of a card that lies on another; returns whether it is one."""
    family = context.names.riding
    if family is None or frozenset([family.first]) not in (card.where for card in cards):
        return False
    context.wrong(node, "a card that lies on another isn't exchanged", "move it off, and lay the other one on")
    return True
