"""Statements that move cards → structured steps: to move, draw, reveal, shuffle, put in order and exchange.

Functions of the lowerer `Statements`. After each of them it is known where the cards lie that have a name, and the
zones that changed are watched.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from dsl import changes, fold, laying, places
from dsl import model as m
from dsl import program as p
from dsl.changes import Passage
from dsl.names import PLAYER
from dsl.steps import Alternative, Asking, Branching, Frame, Looping, Plain, Step, union
from dsl.values import Location, Scope, Spot, Value, Variable, held

if TYPE_CHECKING:
    from dsl.statements import Statements


def move(lowerer: Statements, node: m.Move, scope: Scope, frame: Frame) -> list[Step]:
    """`move … to …`: a card with a name, or cards of zones."""
    origin = lowerer.at(scope, node)
    target = places.target(lowerer, node.target, scope.inner(exposing=None))
    if not target.spots or laying.forbidden_target(lowerer, union(s.where for s in target.spots), node.target):
        return []
    if isinstance(node.moved, m.Selection):
        chosen = places.selection(lowerer, node.moved, scope)
        lists = [
            (spot, spot.cards if c == fold.TRUE else p.Filter(spot.cards, local, c))
            for spot, local, c in chosen
            if c != fold.FALSE
        ]
        return _move_lists(lowerer, lists, target, origin, scope, frame, node)
    if isinstance(node.moved, m.EndCards) and node.moved.count is None:
        return _move_card(lowerer, node, target, origin, scope, frame)
    if isinstance(node.moved, m.EndCards) and places.end_of(node.moved.side) == "first":
        return _move_first(lowerer, node.moved, target, origin, scope, frame, node)
    if places.is_place(lowerer, node.moved, scope):
        return _move_lists(
            lowerer,
            [(spot, spot.cards) for spot in places.place(lowerer, node.moved, scope).spots],
            target,
            origin,
            scope,
            frame,
            node,
        )
    return _move_card(lowerer, node, target, origin, scope, frame)


def _one_target(lowerer: Statements, node: m.Move, target: Location) -> Spot:
    """The zone to which several cards are moved; that there are more of them is reported."""
    if len(target.spots) > 1:
        lowerer.wrong(node.target, "these cards can't be shared out among several zones", "name one zone")
    return target.spots[0]


def _move_lists(
    lowerer: Statements,
    lists: list[tuple[Spot, p.Expr]],
    target: Location,
    origin: int,
    scope: Scope,
    frame: Frame,
    node: m.Move,
) -> list[Step]:
    spot = _one_target(lowerer, node, target)
    reading: list[Step] = []
    moving: list[Step] = []
    passages: list[Passage] = []
    for number, (source, cards) in enumerate(lists):
        if number and source.where & spot.where:  # the cards moved before it are no part of this list
            kept = scope.routine.new()
            scope.routine.lists.add(kept)
            reading.append(Plain(p.SetLocal(kept, cards, origin)))
            cards = p.Local(kept)
        moving.append(Plain(p.MoveAll(cards, source.zone, spot.zone, target.end, origin)))
        passages.append(Passage(cards, source.zone, source.where, spot.zone, spot.where))
    writes = spot.where | union(source.where for source, _ in lists)
    watch = lowerer.watch(writes, frame) if lists else []
    return [*reading, *laying.around(lowerer, passages, [*moving, *watch], scope, frame, origin)]


def _move_first(
    lowerer: Statements,
    node: m.EndCards,
    target: Location,
    origin: int,
    scope: Scope,
    frame: Frame,
    whole: m.Move,
) -> list[Step]:
    """Several cards from the left or the bottom."""
    assert node.count is not None
    location = places.place(lowerer, node, scope)  # exposes what is hidden, and checks the end
    count = lowerer.number(node.count, scope).expr
    spot = _one_target(lowerer, whole, target)
    steps: list[Step] = []
    passages: list[Passage] = []
    for source in location.spots:
        steps += _from_first(lowerer, source, count, Location((spot,), target.end), scope, origin)
        passages.append(Passage(source.cards, source.zone, source.where, spot.zone, spot.where))
    steps += lowerer.watch(spot.where | union(source.where for source in location.spots), frame)
    return laying.around(lowerer, passages, steps, scope, frame, origin)


def _from_first(
    lowerer: Statements, source: Spot, count: p.Expr, target: Location, scope: Scope, origin: int
) -> list[Step]:
    """Move cards from the left or the bottom, one by one: of equal cards those nearest to that end."""
    left = scope.routine.new()
    more = fold.conj([p.Binary(">", p.Local(left), p.Int(0)), p.Binary(">", p.Size(p.Zone(source.zone)), p.Int(0))])
    first = p.Element(p.Zone(source.zone), p.Int(0))
    body: tuple[Step, ...] = (
        Plain(p.Move(first, source.zone, target.spots[0].zone, target.end, origin, p.Int(0)), source.where),
        Plain(p.SetLocal(left, p.Binary("-", p.Local(left), p.Int(1)), origin)),
    )
    return [Plain(p.SetLocal(left, count, origin)), Looping(lowerer.label(), more, body, origin)]


def _move_card(
    lowerer: Statements, node: m.Move, target: Location, origin: int, scope: Scope, frame: Frame
) -> list[Step]:
    assert not isinstance(node.moved, m.Selection)
    card = places.placed(lowerer, node.moved, scope)
    if card is None:
        return []
    variable = scope.variables.get(node.moved.name.text) if isinstance(node.moved, m.Named) else None
    steps = _into(lowerer, card, target, origin, scope, frame, variable)
    if variable is not None and variable.zone_local >= 0:
        where = union(spot.where for spot in target.spots)
        known = held(target.spots[0].zone, variable.zone_local)
        fixed = known if len(target.spots) == 1 else p.Local(variable.zone_local)
        variable.value = attrs.evolve(variable.value, zone=fixed, where=where, position=None)
    return steps


def _into(
    lowerer: Statements,
    card: Value,
    target: Location,
    origin: int,
    scope: Scope,
    frame: Frame,
    variable: Variable | None,
) -> list[Step]:
    """Move a card to the first of several zones that has room."""
    assert card.zone is not None
    assert card.where is not None
    steps: list[Step] = []
    rooms: list[p.Expr] = []
    for spot in reversed(target.spots):
        move: list[Step] = [
            Plain(p.Move(card.expr, card.zone, spot.zone, target.end, origin, card.position), card.where)
        ]
        if variable is not None and variable.zone_local >= 0:
            move.append(Plain(p.SetLocal(variable.zone_local, spot.zone, origin)))
        if not steps:
            steps = move
        else:
            room = p.Binary("<", p.Size(spot.cards), p.Int(places.limit(lowerer, spot)))
            rooms.insert(0, room)
            steps = [Branching(room, tuple(move), tuple(steps), origin)]
    where = union(spot.where for spot in target.spots)
    steps += lowerer.watch(card.where | where, frame)
    if not lowerer.hooked and not lowerer.names.riding:
        return steps
    cards, zone = changes.one_card(card.expr, card.zone, card.position, scope), changes.first_with_room(target, rooms)
    return laying.around(lowerer, [Passage(cards, card.zone, card.where, zone, where)], steps, scope, frame, origin)


def draw(lowerer: Statements, node: m.Draw, scope: Scope, frame: Frame) -> list[Step]:
    """`draw from … to … as …`."""
    origin = lowerer.at(scope, node)
    source, target = _one(lowerer, node.source, scope), _one(lowerer, node.target, scope)
    if source is None or target is None:
        return []
    if source.shape != "pile":
        lowerer.wrong(node.source, "one draws from a pile")
    variable = scope.card_variable(node.variable.text, target.zone, target.where)
    steps = [
        Plain(p.Draw(variable.local, source.zone, target.zone, origin)),
        Plain(p.SetLocal(variable.zone_local, target.zone, origin)),
        *lowerer.watch(source.where | target.where, frame),
    ]
    top = p.Slice(p.Zone(source.zone), p.Int(-1), None)
    drawn = Passage(top, source.zone, source.where, target.zone, target.where)
    return laying.around(lowerer, [drawn], steps, scope, frame, origin, exposes=True)


def _one(lowerer: Statements, node: m.Expression, scope: Scope) -> Spot | None:
    location = places.place(lowerer, node, scope.inner(exposing=None))
    if laying.forbidden_target(lowerer, union(spot.where for spot in location.spots), node):
        return None
    if len(location.spots) == 1:
        return location.spots[0]
    if location.spots:
        lowerer.wrong(node, "one zone is wanted here")
    return None


def reveal(lowerer: Statements, node: m.Reveal, scope: Scope, frame: Frame) -> list[Step]:
    """`reveal … in … as …`, or `look at …`: the cards lie in a zone for looking from then on."""
    origin = lowerer.at(scope, node)
    here = scope.inner(exposing=[], origin=origin)
    location = places.place(lowerer, node.cards, here)
    family = lowerer.names.zones.get(node.zone.text)
    if family is None or not family.declared.for_looking:
        if family is None:
            lowerer.names.say_unknown("zone", node.zone, lowerer.names.looking)
        else:
            lowerer.wrong(node.zone, f"`{node.zone.text}` is not for looking", "declare it so: `zone …, for looking`")
        return []
    if len(location.spots) != 1:
        return []
    spot, zone = location.spots[0], p.Int(family.first)
    lowerer.use("zone", family.name)
    lowerer.lookers[family.name] = next(iter(z for z in spot.where if isinstance(z, int)))
    scope.variables[node.variable.text] = Variable(Value(fold.FALSE, "zone", text=family.name), -1)
    seer = p.Binary("+", p.Number(p.Int(PLAYER)), p.Int(1)) if lowerer.players > 1 else p.Int(1)
    looker = Plain(p.SetNumber(p.Int(lowerer.looker(family.name)), seer if node.private else p.Int(0), origin))
    target = Spot(p.Zone(zone), zone, frozenset([family.first]), family.declared.shape)
    moves = _take(lowerer, node, spot, location.end, target, scope, origin)
    steps = [looker, *moves, *lowerer.watch(spot.where | {family.first}, frame)]
    passage = Passage(spot.cards, spot.zone, spot.where, zone, frozenset([family.first]))
    around = laying.around(lowerer, [passage], steps, scope, frame, origin, reveals=not node.private)
    return [*(here.exposing or []), *around]


def _take(
    lowerer: Statements, node: m.Reveal, source: Spot, end: str, target: Spot, scope: Scope, origin: int
) -> list[Step]:
    """Move cards to a zone for looking, those nearest to their end first."""
    if end == "last":
        return [Plain(p.MoveAll(source.cards, source.zone, target.zone, "last", origin))]
    assert isinstance(node.cards, m.EndCards)
    count = lowerer.number(node.cards.count, scope).expr if node.cards.count else p.Int(1)
    return _from_first(lowerer, source, count, Location((target,)), scope, origin)


def shuffle(lowerer: Statements, node: m.Shuffle, scope: Scope, frame: Frame) -> list[Step]:
    """`shuffle …`, alone or into another zone."""
    origin = lowerer.at(scope, node)
    if node.into is None:
        return [
            Plain(p.Shuffle(spot.zone, origin))
            for spot in places.place(lowerer, node.place, scope.inner(exposing=None)).spots
        ]
    into = _one(lowerer, node.into, scope)
    if into is None:
        return []
    steps: list[Step] = []
    passages: list[Passage] = []
    for spot in places.place(lowerer, node.place, scope).spots:
        steps.append(Plain(p.MoveAll(spot.cards, spot.zone, into.zone, "last", origin)))
        steps.extend(lowerer.watch(spot.where | into.where, frame))
        passages.append(Passage(spot.cards, spot.zone, spot.where, into.zone, into.where))
    return laying.around(lowerer, passages, [*steps, Plain(p.Shuffle(into.zone, origin))], scope, frame, origin)


def put(lowerer: Statements, node: m.Put, scope: Scope, frame: Frame) -> list[Step]:
    """`put … on top of … in any order`.

    Cards are picked one by one; each pick goes to the front of its zone, behind which the others wait.
    """
    origin = lowerer.at(scope, node)
    source, target = _one(lowerer, node.cards, scope), _one(lowerer, node.place, scope)
    if source is None or target is None or not lowerer.know_one_prompt(node.prompt):
        return []
    lowerer.asked.add(node.prompt.text)
    lowerer.note("ask", node.prompt.text, scope.part, node)
    picked, card, zone, label = scope.routine.new(), scope.routine.new(), scope.routine.new(), lowerer.label()
    waiting = p.Slice(source.cards, p.Local(picked), None)
    parameter = p.Parameter(card, zone, (p.Source(waiting, source.zone),), fold.TRUE)
    pick: tuple[Step, ...] = (
        Plain(p.Move(p.Local(card), source.zone, source.zone, "first", origin)),
        Plain(p.SetLocal(picked, p.Binary("+", p.Local(picked), p.Int(1)), origin)),
    )
    asking = Asking(
        lowerer.label(),
        lowerer.prompts[node.prompt.text],
        lowerer.actor(),
        (Alternative(("next ", 0), fold.TRUE, (parameter,), pick, origin),),
        False,
        0,
        origin,
        (p.Binary("+", p.Local(picked), p.Int(1)), p.Size(source.cards)),
    )
    more = p.Binary(">", p.Size(source.cards), p.Local(picked))
    placed = source.cards if node.on_top else p.Reversed(source.cards)
    move: list[Step] = [
        Plain(p.MoveAll(placed, source.zone, target.zone, "last" if node.on_top else "first", origin)),
        *lowerer.watch(source.where | target.where, frame),
    ]
    passage = Passage(placed, source.zone, source.where, target.zone, target.where)
    return [
        Plain(p.SetLocal(picked, p.Int(0), origin)),
        Looping(label, more, (*lowerer.tell(origin), asking), origin),
        *laying.around(lowerer, [passage], move, scope, frame, origin),
    ]


def exchange(lowerer: Statements, node: m.Exchange, scope: Scope, frame: Frame) -> list[Step]:
    """Two cards change places, which nothing but their variables remembers."""
    origin = lowerer.at(scope, node)
    first, second = (places.placed(lowerer, part, scope) for part in (node.first, node.second))
    if first is None or second is None:
        return []
    assert first.zone is not None
    assert second.zone is not None
    where = (first.where or frozenset()) | (second.where or frozenset())
    if laying.exchanged(lowerer, (first, second), node):
        return []
    exchange = Plain(
        p.Exchange(first.expr, first.zone, second.expr, second.zone, origin, first.position, second.position)
    )
    watch = lowerer.watch(where, frame)
    one, two = (
        scope.variables.get(part.name.text) if isinstance(part, m.Named) else None for part in (node.first, node.second)
    )
    for variable in (one, two):
        if variable is not None:
            variable.value = attrs.evolve(variable.value, position=None)
    if first.zone == second.zone:
        return [exchange, *watch]
    passages = changes.exchanged((first, second), scope) if lowerer.hooked or lowerer.names.riding else []
    there = fold.conj(
        [p.Binary("in", first.expr, p.Zone(first.zone)), p.Binary("in", second.expr, p.Zone(second.zone))]
    )
    before = scope.routine.new()
    changed: list[Step] = [Plain(p.SetLocal(before, first.zone, origin)), exchange]
    for variable, zone in ((one, second.zone), (two, p.Local(before))):
        if variable is not None and variable.zone_local >= 0:
            changed.append(Plain(p.SetLocal(variable.zone_local, zone, origin)))
            variable.value = attrs.evolve(variable.value, zone=p.Local(variable.zone_local), where=where)
    steps = [Branching(there, tuple(changed), (), origin), *watch]
    return laying.around(lowerer, passages, steps, scope, frame, origin)
