"""Lower the statements that move cards: move, reveal, shuffle, flip, put in order, exchange (`drawing` has draw).

Each records where the cards of its variables lie afterwards, and watches the zones that it changes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import attrs

from dsl.expressions import places, typed
from dsl.expressions.context import Context
from dsl.expressions.values import CardRef, Location, Scalar, Scope, Spot, Variable, held
from dsl.model import model as m
from dsl.names import phrases, proposals
from dsl.names import types as t
from dsl.program import fold
from dsl.program import program as p
from dsl.routines import watches
from dsl.routines.steps import Asking, Branching, ForEach, Frame, Looping, Option, Plain, Step, union
from dsl.statements import attach, borrowing, facing, refill, variables, zone_hooks
from dsl.statements.zone_hooks import Passage
from dsl.text.diagnostics import Label

STATEMENT = re.compile(r"(?:draw|move|shuffle|flip|put|look at|reveal|exchange)\b")
"""The beginning of a statement about cards."""


def move(context: Context, node: m.Move, scope: Scope, frame: Frame) -> list[Step]:
    """`move … to …`: a card with a name, or cards of zones."""
    steps = refill.taking(context, node, node.moved, scope, lambda cards: _move(context, node, cards, scope, frame))
    return _move(context, node, node.moved, scope, frame) if steps is None else steps


def _move(context: Context, node: m.Move, moved: m.Expression | m.Selection, scope: Scope, frame: Frame) -> list[Step]:
    node = node if moved is node.moved else attrs.evolve(node, moved=moved)
    origin = context.origins.at(scope, node)
    target = places.target(context, node.target, scope.reading(exposing=None))
    where = union(spot.where for spot in target.spots)
    if not target.spots or attach.forbidden_target(context, where, node.target):
        return []
    if node.face_down is not None and not facing.turned_in(context, where, node):
        return []
    if isinstance(node.moved, m.EndCards) and node.moved.count is None:
        return _move_card(context, node, target, origin, scope, frame)
    if isinstance(node.moved, m.Selection):
        chosen = places.selection(context, node.moved, scope)
        _stays(context, node, [spot.zone for spot, _, _ in chosen], target)
        batches = [_batch(*each) for each in chosen if each[2] != fold.FALSE]
        return _move_batches(context, batches, target, origin, scope, frame, node)
    if places.is_place(context, node.moved, scope):
        _too_many(context, node, target)
        batches = [_batch(spot) for spot in places.place(context, node.moved, scope).spots]
        whole = all(batch.spot.whole for batch in batches)
        _stays(context, node, [batch.spot.zone for batch in batches], target, whole=whole)
        steps = _move_batches(context, batches, target, origin, scope, frame, node)
        return [*steps, *_follow(node.moved, target, origin, scope)]
    return _move_card(context, node, target, origin, scope, frame)


def _follow(moved: m.Expression, target: Location, origin: int, scope: Scope) -> list[Step]:
    """The step that records where a card lies that was moved with all after it."""
    card = moved.card if isinstance(moved, m.Onward) else None
    variable = scope.variables.get(card.name.text) if isinstance(card, m.Named) else None
    if variable is None or variable.zone_local < 0:
        return []
    spot = target.spots[0]
    variable.lies(held(spot.zone, variable.zone_local), spot.where)
    return [Plain(p.SetLocal(variable.zone_local, spot.zone, origin))]


def _too_many(context: Context, node: m.Move, target: Location) -> None:
    """Report a number of cards that is more than the zone to which they are moved holds."""
    count = node.moved.count if isinstance(node.moved, m.EndCards) else None
    most = places.limit(context, target.spots[0])
    if len(target.spots) == 1 and isinstance(count, m.Integer) and 0 <= most < count.value:
        message = f"`{node.target.span.text}` holds at most {most} card{'' if most == 1 else 's'}"
        help_ = "move fewer cards, or declare the zone with a higher limit"
        context.problems.add("bad-value", message, node.moved.span, help=help_)


def _stays(
    context: Context, node: m.Move, zones: Sequence[p.Expr | None], target: Location, *, whole: bool = False
) -> None:
    """Report cards that are moved to the place in which they lie, and whose hooks don't act.

    The zone has no order, or they are the `whole` zone, or the cards at an end of it that are moved to that end.
    """
    spot, moved = target.spots[0], node.moved
    there = whole or (isinstance(moved, m.EndCards) and places.end_of(moved.side) == target.end)
    known = there or (isinstance(spot.zone, p.Int) and spot.shape == "heap")
    same = known and len(target.spots) == 1 and all(zone == spot.zone for zone in zones) and node.face_down is None
    if same and zones and not any(hooked.zones & spot.where for hooked in context.hooked):
        said = node.target.span.text
        message = f"this changes nothing: what it moves lies in `{said}` already"
        context.problems.add("no-effect", message, node.span, help="name another zone")


def _one_target(context: Context, node: m.Move, target: Location) -> Spot:
    """The zone to which several cards are moved; reports more than one."""
    if len(target.spots) > 1:
        context.wrong(node.target, "these cards can't be shared out among several zones", "name one zone")
    return target.spots[0]


@attrs.frozen
class _Batch:
    """Cards that are moved from a zone, in the order in which they lie; `nearest` as in `program.MoveAll`.

    `settled`: the order of the whole zone must be known first, if they go to a zone that has an order.
    """

    spot: Spot
    cards: p.Expr
    nearest: str
    settled: bool


def _batch(spot: Spot, local: int = -1, condition: p.Expr = fold.TRUE) -> _Batch:
    """The cards of a spot, or those for which a condition about the card in a local holds."""
    lying = places.as_they_lie(spot.cards)
    every = condition == fold.TRUE
    cards = lying if every else p.Filter(lying, local, condition)
    return _Batch(spot, cards, places.nearest_end(lying, spot), every and spot.whole and spot.shape == "pile")


def _move_batches(
    context: Context,
    batches: list[_Batch],
    target: Location,
    origin: int,
    scope: Scope,
    frame: Frame,
    node: m.Move,
) -> list[Step]:
    """Move cards of several zones; at either end of the target, they stay in the order in which they lay."""
    spot = _one_target(context, node, target)
    reading: list[Step] = []
    moving: list[Step] = []
    passages: list[Passage] = []
    for number, batch in enumerate(batches if target.end == "last" else reversed(batches)):
        source, cards = batch.spot, batch.cards
        if node.face_down:
            turning, cards = facing.covered_cards(context, source, cards, scope, origin)
            reading += turning
        elif batch.settled and spot.shape != "heap":
            reading.append(Plain(p.Expose(source.zone, p.Size(cards), origin)))
        if number and source.where & spot.where:  # the cards moved before it are no part of this list
            saved = scope.routine.new()
            scope.routine.lists.add(saved)
            reading.append(Plain(p.SetLocal(saved, cards, origin)))
            cards = p.Local(saved)
        moving.append(Plain(p.MoveAll(cards, source.zone, spot.zone, target.end, origin, batch.nearest)))
        passages.append(Passage(cards, source.zone, source.where, spot.zone, spot.where))
    writes = spot.where | union(batch.spot.where for batch in batches)
    watch = watches.watch(writes, frame) if batches else []
    up = node.face_down is False
    return [*reading, *attach.around(context, passages, [*moving, *watch], scope, frame, origin, face_up=up)]


def _move_card(context: Context, node: m.Move, target: Location, origin: int, scope: Scope, frame: Frame) -> list[Step]:
    assert not isinstance(node.moved, m.Selection)
    card = places.placed(context, node.moved, scope)
    if card is None:
        return []
    _stays(context, node, [card.zone], target)
    variable = scope.variables.get(node.moved.name.text) if isinstance(node.moved, m.Named) else None
    turning: list[Step] = []
    if node.face_down:
        turning, card = facing.covered(context, card, scope, origin)
    steps = [*turning, *_into(context, card, target, origin, scope, frame, variable, face_up=node.face_down is False)]
    if variable is not None and variable.zone_local >= 0:
        where = union(spot.where for spot in target.spots)
        known = held(target.spots[0].zone, variable.zone_local)
        fixed = known if len(target.spots) == 1 else p.Local(variable.zone_local)
        variable.lies(fixed, where)
    return steps


def _into(
    context: Context,
    card: CardRef,
    target: Location,
    origin: int,
    scope: Scope,
    frame: Frame,
    variable: Variable | None,
    *,
    face_up: bool,
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
            room = p.Binary("<", p.Size(spot.cards), p.Int(places.limit(context, spot)))
            rooms.insert(0, room)
            steps = [Branching(room, tuple(move), tuple(steps), origin)]
    where = union(spot.where for spot in target.spots)
    steps += watches.watch(card.where | where, frame)
    if not context.hooked and not context.names.followed:
        return steps
    cards, zone = (
        zone_hooks.one_card(card.expr, card.zone, card.position, scope),
        zone_hooks.first_with_room(target, rooms),
    )
    passage = Passage(cards, card.zone, card.where, zone, where)
    holder = -1 if variable is None else variable.local
    return attach.around(context, [passage], steps, scope, frame, origin, face_up=face_up, holder=holder)


def one(context: Context, node: m.Expression, scope: Scope) -> Spot | None:
    """The zone that a term means, of which one is wanted."""
    location = places.place(context, node, scope.reading(exposing=None))
    if attach.forbidden_target(context, union(spot.where for spot in location.spots), node):
        return None
    if len(location.spots) == 1:
        return location.spots[0]
    if location.spots:
        _several(context, node)
    return None


def whole(context: Context, node: m.Expression, scope: Scope, advice: str) -> Spot | None:
    """A zone that is named without an end."""
    if isinstance(node, m.EndCards):
        context.wrong(node, "a whole zone is wanted here, not an end of it", advice)
        return None
    return one(context, node, scope)


def _several(context: Context, node: m.Expression) -> None:
    """Report that a term means several zones where one is wanted, with the ways to name one of them."""
    name = node.name.text if isinstance(node, m.Named | m.Of | m.Call) else ""
    places = [member.place for _, member in context.names.groups.get(name, ())]
    members = [place.span.text for place in places]
    if len(members) > 1:
        parts = ", ".join(f"`{text}`" for text in members)
        message = f"`{name}` is a group of {len(members)} zones, and one zone is wanted here"
        context.wrong(node, message, f"name one of them: {parts}")
    else:
        family = next((place.name.text for place in places if isinstance(place, m.Named | m.Of | m.Call)), name)
        advice = _in_turn(context, node) or f"name one of them: `{family} of …`"
        context.wrong(node, "these are several zones, and one zone is wanted here", advice)


def _in_turn(context: Context, node: m.Expression) -> str:
    """The loop in which each of several zones is named where a statement names all: `hand of all players`."""
    before, after = phrases.around(node)
    names = {"player", *context.names.places, *context.names.enums}
    every = re.search(r"\ball (?P<of>[\w' -]+)", node.span.text)
    of = phrases.one(every["of"], names) if every else ""
    if every is None or not of or "all " in node.span.text[every.end() :] or not STATEMENT.match(before):
        return ""
    line = f"{before}{node.span.text[: every.start()]}\0{node.span.text[every.end() :]}{after}"
    free = [each for each in ("p" if of == "player" else of[0], "x", "y") if not re.search(rf"\b{each}\b", line)]
    variable = (*free, "z")[0]
    return f"say `for each {variable}: {of}`, and below it, indented, `{line.replace(chr(0), variable)}`"


def reveal(context: Context, node: m.Reveal, scope: Scope, frame: Frame) -> list[Step]:
    """`reveal … in … as …`, or `look at …`: the cards lie in a zone for looking from then on."""
    steps = refill.taking(context, node, node.cards, scope, lambda cards: _reveal(context, node, cards, scope, frame))
    return _reveal(context, node, node.cards, scope, frame) if steps is None else steps


def _reveal(context: Context, node: m.Reveal, cards: m.Expression, scope: Scope, frame: Frame) -> list[Step]:
    origin = context.origins.at(scope, node)
    here = scope.inner(exposing=[], origin=origin)
    location = places.place(context, cards, here)
    family = context.names.zones.get(node.zone.text)
    if family is None or not family.declared.for_looking:
        if family is None:
            context.names.say_unknown("zone", node.zone, context.names.looking)
        else:
            advice = proposals.for_looking(node.zone, family.declared.span, context.names.looking)
            related = [Label(family.declared.span, "declared here")]
            message = f"`{node.zone.text}` is not for looking"
            context.problems.add("type", message, node.zone.span, related=related, help=advice)
            scope.variables[node.variable.text] = Variable(Scalar(fold.FALSE, t.Zone(family.name)), -1)
        return []
    if len(location.spots) != 1:
        return []
    spot, zone = location.spots[0], p.Int(family.first)
    context.use("zone", family.name)
    context.lookers[family.name] = next(iter(z for z in spot.where if isinstance(z, int)))
    variables.hides(context, node.variable, scope, again=True)
    scope.variables[node.variable.text] = Variable(Scalar(fold.FALSE, t.Zone(family.name)), -1)
    seer = fold.binary("+", context.decider(), p.Int(1))
    looker = Plain(p.SetNumber(p.Int(context.names.looker(family.name)), seer if node.private else p.Int(0), origin))
    move = Plain(p.MoveAll(spot.cards, spot.zone, zone, "last", origin, places.nearest_end(spot.cards, spot)))
    steps = [looker, move, *watches.watch(spot.where | {family.first}, frame)]
    passage = Passage(spot.cards, spot.zone, spot.where, zone, frozenset([family.first]))
    around = attach.around(context, [passage], steps, scope, frame, origin, reveals=not node.private)
    return [*(here.exposing or []), *around]


def shuffle(context: Context, node: m.Shuffle, scope: Scope, frame: Frame) -> list[Step]:
    """`shuffle …`, alone or into another zone."""
    origin = context.origins.at(scope, node)
    if isinstance(node.place, m.EndCards):
        context.wrong(
            node.place, "a whole zone is shuffled, not an end of it", "move these cards to a zone, and shuffle that"
        )
        return []
    if node.into is None:
        spots = places.place(context, node.place, scope.reading(exposing=None)).spots
        _without_order(context, node, spots, "leave this out, or shuffle a pile")
        return [Plain(p.Shuffle(spot.zone, origin)) for spot in spots]
    into = whole(context, node.into, scope, "say the zone alone: no card keeps its place in it")
    if into is None:
        return []
    _without_order(context, node, (into,), f"say `move {node.place.span.text} to {node.into.span.text}`")
    steps: list[Step] = []
    passages: list[Passage] = []
    for spot in places.place(context, node.place, scope).spots:
        steps.append(Plain(p.MoveAll(spot.cards, spot.zone, into.zone, "last", origin)))
        steps.extend(watches.watch(spot.where | into.where, frame))
        passages.append(Passage(spot.cards, spot.zone, spot.where, into.zone, into.where))
    return attach.around(context, passages, [*steps, Plain(p.Shuffle(into.zone, origin))], scope, frame, origin)


def _without_order(context: Context, node: m.Shuffle, spots: Sequence[Spot], help_: str) -> None:
    """Report a shuffle of zones without an order."""
    if spots and all(spot.shape == "heap" for spot in spots):
        zone = (node.into or node.place).span.text
        context.problems.add("no-effect", f"`{zone}` is a heap, whose cards have no order", node.span, help=help_)


def flip(context: Context, node: m.Flip, scope: Scope, frame: Frame) -> list[Step]:
    """`flip … onto …`: all cards, in the other direction; their order is settled before."""
    origin = context.origins.at(scope, node)
    advice = "say the zone alone; `move top 3 of … to …` moves cards of an end as they lie"
    source, target = whole(context, node.place, scope, advice), whole(context, node.onto, scope, advice)
    if source is None or target is None:
        return []
    if source.shape == "heap":
        context.wrong(node.place, "a heap has no order that could be turned over", "say `move … to …`")
    if target.shape != "pile":
        help_ = "`move … to …` puts cards into other zones"
        context.wrong(node.onto, f"cards are flipped onto a pile, and this is a {target.shape}", help_)
    turned = p.Reversed(source.cards)
    settled: list[Step] = [Plain(p.Expose(source.zone, p.Size(source.cards), origin))] if source.shape == "pile" else []
    move: list[Step] = [
        Plain(p.MoveAll(turned, source.zone, target.zone, "last", origin)),
        *watches.watch(source.where | target.where, frame),
    ]
    passage = Passage(turned, source.zone, source.where, target.zone, target.where)
    return [*settled, *attach.around(context, [passage], move, scope, frame, origin)]


def put(context: Context, node: m.Put, scope: Scope, frame: Frame) -> list[Step]:
    """`put … on top of … in any order`: the cards are picked one by one, then moved together."""
    origin = context.origins.at(scope, node)
    sources = _put_back(context, node, scope)
    target = whole(context, node.place, scope, "say the pile alone: `on top of` or `under` names the end")
    if not sources or target is None or not context.know_one_prompt(node.prompt):
        return []
    if target.shape != "pile":
        help_ = "cards are put on top of a pile or under one; `move … to …` puts them into other zones"
        context.wrong(node.place, f"a {target.shape} has neither top nor bottom", help_)
    context.prompts.asked.add(node.prompt.text)
    context.prompts.contribute("ask", node.prompt.text, scope.part, node)
    if len(sources) > 1:
        return _put_from_several(context, node, sources, target, scope, frame, origin)
    source = sources[0]
    picking = _picked_in_place if source.whole and source.shape != "heap" else _picked_from_list
    steps, cards = picking(context, node.prompt.text, source, scope, origin)
    move: list[Step] = [
        Plain(p.MoveAll(cards, source.zone, target.zone, "last" if node.on_top else "first", origin)),
        *watches.watch(source.where | target.where, frame),
    ]
    passage = Passage(cards, source.zone, source.where, target.zone, target.where)
    return [*steps, *attach.around(context, [passage], move, scope, frame, origin)]


def _put_back(context: Context, node: m.Put, scope: Scope) -> list[Spot]:
    """The cards that are put in order, those of each zone by themselves."""
    if isinstance(node.cards, m.Selection):
        chosen = [each for each in places.selection(context, node.cards, scope) if each[2] != fold.FALSE]
        spots = [
            spot
            if condition == fold.TRUE
            else attrs.evolve(spot, cards=p.Filter(spot.cards, local, condition), whole=False)
            for spot, local, condition in chosen
        ]
    else:
        spots = list(places.place(context, node.cards, scope.reading(exposing=None)).spots)
    if attach.forbidden_target(context, union(spot.where for spot in spots), node.cards):
        return []
    return spots


def _put_from_several(
    context: Context, node: m.Put, sources: Sequence[Spot], target: Spot, scope: Scope, frame: Frame, origin: int
) -> list[Step]:
    """Steps that put cards of several zones in order: picked from one list, then each moved from its zone."""
    lists = [p.Local(_new_list(scope)) for _ in sources]
    found = [Plain(p.SetLocal(cards.index, spot.cards, origin)) for spot, cards in zip(sources, lists, strict=True)]
    every: p.Expr = lists[0]
    for more in lists[1:]:
        every = p.Binary("++", every, more)
    where = union(spot.where for spot in sources)
    gathered = attrs.evolve(sources[0], cards=every, where=where, whole=False)
    picking, ordered = _picked_from_list(context, node.prompt.text, gathered, scope, origin)
    in_turn, end = (ordered, "last") if node.on_top else (p.Reversed(ordered), "first")
    moving = _moved_in_turn([*zip(sources, lists, strict=True)], in_turn, target, end, scope, origin)
    passages = [
        Passage(cards, spot.zone, spot.where, target.zone, target.where)
        for spot, cards in zip(sources, lists, strict=True)
    ]
    moved = [*moving, *watches.watch(where | target.where, frame)]
    return [*found, *picking, *attach.around(context, passages, moved, scope, frame, origin)]


def _moved_in_turn(
    sources: Sequence[tuple[Spot, p.Local]], cards: p.Expr, target: Spot, end: str, scope: Scope, origin: int
) -> list[Step]:
    """Steps that move cards one by one; of equal cards that lie in several zones, each zone loses its own."""
    card, listed, position = scope.routine.new(), _new_list(scope), scope.routine.new()
    left: list[Step] = []
    moving: tuple[Step, ...] = ()
    for spot, lying in reversed(sources):
        waiting = p.Local(_new_list(scope))
        left.append(Plain(p.SetLocal(waiting.index, lying, origin)))
        taken: tuple[Step, ...] = (
            Plain(p.Move(p.Local(card), spot.zone, target.zone, end, origin), spot.where),
            Plain(p.SetLocal(waiting.index, p.Without(waiting, p.Local(card)), origin)),
        )
        moving = (Branching(p.Binary("in", p.Local(card), waiting), taken, moving, origin),)
    return [*left, ForEach(card, listed, position, cards, moving, origin)]


def _new_list(scope: Scope) -> int:
    """A new local that holds a list."""
    local = scope.routine.new()
    scope.routine.lists.add(local)
    return local


def _picked_in_place(
    context: Context, prompt: str, source: Spot, scope: Scope, origin: int
) -> tuple[list[Step], p.Expr]:
    """Steps that order a whole zone; each pick goes to the front of it, behind which the others wait."""
    picked, card, zone, label = scope.routine.new(), scope.routine.new(), scope.routine.new(), context.label()
    pick: tuple[Step, ...] = (
        Plain(p.Move(p.Local(card), source.zone, source.zone, "first", origin)),
        Plain(p.SetLocal(picked, p.Binary("+", p.Local(picked), p.Int(1)), origin)),
    )
    from_ = p.Source(p.Slice(source.cards, p.Local(picked), None), source.zone)
    parameter = p.Parameter(card, zone, (from_,), fold.TRUE, name="card")
    rounds = (p.Binary("+", p.Local(picked), p.Int(1)), p.Size(source.cards))
    asking = _asking_next(context, prompt, parameter, pick, rounds, origin)
    more = p.Binary(">", p.Size(source.cards), p.Local(picked))
    loop = Looping(label, more, (*context.coverage.acts(origin), asking), origin)
    return [Plain(p.SetLocal(picked, p.Int(0), origin)), loop], source.cards


def _picked_from_list(
    context: Context, prompt: str, source: Spot, scope: Scope, origin: int
) -> tuple[list[Step], p.Expr]:
    """Steps that make a list of the cards in the order in which they are picked, the first one last.

    A heap has no order that a pick could change, and a part of a zone may lie behind the rest of it.
    """
    waiting, ordered, one = scope.routine.new(), scope.routine.new(), scope.routine.new()
    card, zone, label = scope.routine.new(), scope.routine.new(), context.label()
    scope.routine.lists |= {waiting, ordered}
    alike = p.Filter(p.Local(waiting), one, p.Binary("==", p.Local(one), p.Local(card)))
    picked = p.Slice(alike, p.Int(0), p.Int(1))
    pick: tuple[Step, ...] = (
        Plain(p.SetLocal(ordered, p.Binary("++", picked, p.Local(ordered)), origin)),
        Plain(p.SetLocal(waiting, p.Without(p.Local(waiting), p.Local(card)), origin)),
    )
    parameter = p.Parameter(card, zone, (p.Source(p.Local(waiting), source.zone),), fold.TRUE, name="card")
    done, left = p.Size(p.Local(ordered)), p.Size(p.Local(waiting))
    rounds = (p.Binary("+", done, p.Int(1)), p.Binary("+", done, left))
    asking = _asking_next(context, prompt, parameter, pick, rounds, origin)
    loop = Looping(label, p.Binary(">", left, p.Int(0)), (*context.coverage.acts(origin), asking), origin)
    begin: list[Step] = [
        Plain(p.SetLocal(waiting, source.cards, origin)),
        Plain(p.SetLocal(ordered, p.Cards(b""), origin)),
    ]
    return [*begin, loop], p.Local(ordered)


def _asking_next(
    context: Context, prompt: str, parameter: p.Parameter, pick: tuple[Step, ...], rounds: tuple[p.Expr, p.Expr],
    origin: int,
) -> Step:  # fmt: skip
    """The question for the next card of several that are put in any order."""
    options = (Option(("next ", 0), fold.TRUE, (parameter,), pick, origin),)

    def asking(name: str) -> Step:
        number = context.prompts.numbers[name]
        return Asking(context.label(), number, context.decider(), options, False, 0, origin, rounds)

    return borrowing.in_place(context, prompt, origin, asking)


ANOTHER = "name two cards that change places"


def _of_zones(context: Context, node: m.Exchange) -> list[Step]:
    """Report an exchange of all cards of zones, which takes a third one."""
    one, other = node.first.span.text, node.second.span.text
    aside = f"`move {one} to aside`, `move {other} to {one}`, `move aside to {other}`, with a zone `aside` of your own"
    if one == other:
        context.problems.add("no-effect", "this changes nothing: it is the same zone twice", node.span, help=ANOTHER)
    else:
        message = f"two cards are exchanged, and `{one}` and `{other}` are zones"
        context.wrong(node, message, f"name a card of each, `some card in {one}`; for all their cards, {aside}")
    return []


def exchange(context: Context, node: m.Exchange, scope: Scope, frame: Frame) -> list[Step]:
    """`exchange … and …`: two cards change places, and their variables their zones."""
    origin = context.origins.at(scope, node)
    if all(typed.is_zone(context, part, scope) for part in (node.first, node.second)):
        return _of_zones(context, node)
    first, second = (places.placed(context, part, scope) for part in (node.first, node.second))
    if first is None or second is None:
        return []
    assert first.zone is not None
    assert second.zone is not None
    where = (first.where or frozenset()) | (second.where or frozenset())
    if attach.exchanged(context, (first, second), node):
        return []
    if node.first == node.second:
        message = "this changes nothing: it is the same card twice"
        context.problems.add("no-effect", message, node.span, help=ANOTHER)
    exchange = Plain(
        p.Exchange(first.expr, first.zone, second.expr, second.zone, origin, first.position, second.position)
    )
    watch = watches.watch(where, frame)
    one, two = (
        scope.variables.get(part.name.text) if isinstance(part, m.Named) else None for part in (node.first, node.second)
    )
    for variable in (one, two):
        if variable is not None and isinstance(variable.value, CardRef):
            variable.value = attrs.evolve(variable.value, position=None)
    if first.zone == second.zone:
        return [exchange, *watch]
    passages = zone_hooks.exchanged((first, second), scope) if context.hooked or context.names.followed else []
    there = fold.conj(
        [p.Binary("in", first.expr, p.Zone(first.zone)), p.Binary("in", second.expr, p.Zone(second.zone))]
    )
    before = scope.routine.new()
    changed: list[Step] = [Plain(p.SetLocal(before, first.zone, origin)), exchange]
    for variable, zone in ((one, second.zone), (two, p.Local(before))):
        if variable is not None and variable.zone_local >= 0:
            changed.append(Plain(p.SetLocal(variable.zone_local, zone, origin)))
            variable.lies(p.Local(variable.zone_local), where)
    steps = [Branching(there, tuple(changed), (), origin), *watch]
    return attach.around(context, passages, steps, scope, frame, origin)
