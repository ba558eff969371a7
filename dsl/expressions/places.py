"""Terms that name cards and zones: zones, groups, the cards at an end of a zone, and selections of cards.

Each zone that a term names is a `Spot` with the cards meant in it. Taking cards from the end of a zone whose order is
hidden exposes them.
"""

from __future__ import annotations

import re

import attrs

from dsl.conditions import impossible
from dsl.expressions import arithmetic, classes, domains, foregone, misfits, typed
from dsl.expressions.context import Context, Grouped
from dsl.expressions.values import WRONG, CardList, CardRef, Given, Location, Lying, Scalar, Scope, Spot, Variable
from dsl.model import model as m
from dsl.names import phrases
from dsl.names import types as t
from dsl.names.names import ZoneFamily
from dsl.program import fold
from dsl.program import program as p
from dsl.routines.steps import Plain
from dsl.text import quantified

GAP = "…"
"""The place of the card's name in words that replace those of the option."""

WHOSE = "name in the words a domain for each of whose members there is such a zone: `{player}`, say"

ORDER_LATER = (
    "ask in a block, where statements stand: `if …` or `let …`; the conditions of rules and options, and `where`, "
    "can't read it"
)
"""What to do about a condition that would have to look at the order of a hidden pile."""

LINES = "cards lie side by side in a `line`"

MEMBER_WORD = re.compile(r"{([^{}]+)}")


def is_place(context: Context, node: m.Expression, scope: Scope) -> bool:
    """Whether a term names cards or zones."""
    match node:
        case m.EndCards() | m.RidersOn() | m.SideOf() | m.Onward():
            return True
        case m.Named(name) if name.text in scope.variables:
            return isinstance(scope.variables[name.text].value.type, t.Zone | t.Cards)
        case m.Named(name):
            return name.text in context.names.zones or name.text in context.names.groups
        case m.Of(name, _) | m.Call(name, _):
            return name.text in context.names.zones or name.text in context.names.groups
        case _:
            return False


def place(context: Context, node: m.Expression, scope: Scope) -> Location:
    """The meaning of a term that names cards or zones."""
    match node:
        case m.Named(name) if name.text in scope.variables:
            value = scope.variables[name.text].value
            if isinstance(value, CardList):
                whole = Spot(value.expr, value.zone, value.where, value.type.shape, whole=False)
                return Location(value.spots or (whole,))
            if isinstance(value.type, t.Zone):
                named = m.Named(m.Name(value.type.name, span=name.span), span=node.span)
                return place(context, named, scope.reading(variables={}))
        case m.Named() | m.Of() | m.Call():
            name, terms = _called(node)
            if name.text in context.names.groups:
                return _group(context, name, terms, scope)
            if name.text in context.names.zones:
                return _zones(context, name, terms, scope)
        case m.EndCards() | m.RidersOn():
            return _end(context, node, scope) if isinstance(node, m.EndCards) else _riders_on(context, node, scope)
        case m.SideOf() | m.Onward():
            return _beside(context, node, scope)
        case _:
            pass
    _no_place(context, node, scope)
    return Location(())


def _called(node: m.Named | m.Of | m.Call) -> tuple[m.Name, tuple[m.Expression, ...]]:
    """A name, and the terms behind it."""
    match node:
        case m.Of(name, term):
            return name, (term,)
        case m.Call(name, terms):
            return name, terms
        case _:
            return node.name, ()


def _no_place(context: Context, node: m.Expression, scope: Scope) -> None:
    member = isinstance(node, m.Named) and _member(context, node.name.text)
    if isinstance(member, t.Member | t.Player):
        context.wrong(node, "this names no zone", misfits.no_zone(context, member, node.span.text))
    elif (isinstance(node, m.Named) and node.name.text not in scope.variables) or isinstance(node, m.Of | m.Call):
        said = misfits.called_cards(node.name.text, scope) or domains.all_of(context, node.name)
        context.names.say_unknown("zone", node.name, [*context.names.zones, *context.names.groups], sure=said)
    else:
        with context.problems.trial() as trial:
            found = context.value(node, scope).type
        declared = misfits.declared_for_one(node) if isinstance(found, t.Card) else None
        if declared is not None and trial.clean:
            message = f"`{node.span.text}` is one card, and its rule asks which cards are in it"
            advice = f"for several, declare `{node.span.text}: cards`"
            context.problems.add("type", message, declared, help=advice)
        elif trial.clean and not isinstance(found, t.Wrong):
            context.wrong(
                node,
                "this names no zone",
                misfits.no_zone(
                    context,
                    found,
                    misfits.phrase(node),
                    misfits.untyped(context, node),
                    misfits.place_meant(context, node),
                ),
            )


def _member(context: Context, word: str) -> t.Type | None:
    """The type of a member of a domain that has zones, by its word."""
    domains_ = (of for family in context.names.zones.values() for of in family.domains)
    return next((of.type for of in domains_ if word in of.words), None)


def _zones(context: Context, name: m.Name, terms: tuple[m.Expression, ...], scope: Scope) -> Location:
    """The zones of a family that are meant: one, or those of several members."""
    family = context.names.zones[name.text]
    context.names.see(name, family.part, scope.part)
    context.use("zone", name.text)
    context.origins.cite(scope, family.declared.citations)
    if terms or family.wanted or (scope.given and scope.given.choices):
        return Location(tuple(_spot(family, each) for each in domains.members(context, name, family, terms, scope)))
    if name.text not in context.spots:
        found = domains.members(context, name, family, terms, scope)
        context.spots[name.text] = Location(tuple(_spot(family, each) for each in found))
    return context.spots[name.text]


def _spot(family: ZoneFamily, member: domains.Member) -> Spot:
    index = member.index
    where = frozenset([index.value]) if isinstance(index, p.Int) else frozenset(family.indices)
    hidden = family.declared.shape == "pile" and family.declared.seen == "hidden"
    return Spot(
        p.Zone(index), index, where, family.declared.shape, suffix=member.suffix, hidden=hidden, members=member.words
    )


def _group(context: Context, name: m.Name, terms: tuple[m.Expression, ...], scope: Scope) -> Location:
    """The zones of a group; with terms, those of the members that they mean, where there is one for each."""
    if terms or scope.given is not None or name.text in scope.defining:
        return _looked_up(context, name, terms, scope)
    members, known = context.names.groups[name.text], context.grouped.get(name.text)
    if known is not None:
        context.bounds.grow(name, len(members))
        context.names.usage.use_all(known.read)
        context.origins.cite(scope, known.cited)
        return known.location
    reports, total, first = context.problems.reported, context.bounds.total, scope.routine.locals
    read, cited = context.names.usage.begin(), context.origins.through.pop(scope.origin, {})
    location = _looked_up(context, name, terms, scope)
    read, own = context.names.usage.end(read), context.origins.through.pop(scope.origin, {})
    context.origins.cite(scope, (*cited, *own))
    fixed = context.bounds.total == total + len(members) and scope.routine.locals == first  # no value was read
    if fixed and context.problems.reported == reports:
        context.grouped[name.text] = Grouped(location, read, tuple(own))
    return location


def _looked_up(context: Context, name: m.Name, terms: tuple[m.Expression, ...], scope: Scope) -> Location:
    """The zones of all members of a group."""
    context.use("group", name.text)
    context.origins.cite(scope, context.group_citations.get(name.text, ()))
    if name.text in scope.defining:
        context.problems.add("circular", f"the group `{name.text}` holds itself", name.span, help="name zones in it")
        return Location(())
    given = domains.given(context, name, terms, scope) if terms else scope.given or Given(name, {})
    spots: list[Spot] = []
    for part, member in context.names.groups[name.text]:
        context.bounds.grow(name)
        inner = Scope(scope.routine, part, {}, None, scope.origin, (*scope.defining, name.text), given=given)
        spots += [_worded(context, spot, member, given) for spot in place(context, member.place, inner).spots]
    for each in sorted(given.choices.keys() - given.taken) if terms else ():
        context.wrong(name, f"no zone of `{name.text}` is there for each {each}", f"say `{name.text}`")
    return Location(tuple(spots))


def _worded(context: Context, spot: Spot, member: m.Member, given: Given) -> Spot:
    """A zone of a group, with the words that tell its cards apart; of several members, whose it is stays said."""
    if not member.word:
        return spot
    words = MEMBER_WORD.sub(lambda found: _member_word(context, spot, member, found), member.word)
    before, gap, after = words.partition(GAP)
    if not gap:
        prefix = f"{before} {spot.prefix}" if before and spot.prefix else before or spot.prefix
        return spot if prefix == spot.prefix else attrs.evolve(spot, prefix=prefix)
    several = [of for of, choices in given.choices.items() if len(choices) > 1 and f"{{{of}}}" not in member.word]
    whose = [word for of, word in spot.members if of in several]
    suffix = " ".join(filter(None, [after.strip(), *(["of", *whose] if whose else [])]))
    return attrs.evolve(spot, prefix=before.strip(), suffix=suffix, replaces=bool(before))


def _member_word(context: Context, spot: Spot, member: m.Member, found: re.Match[str]) -> str:
    """The word of the member to which a zone belongs, in place of `{domain}`."""
    words = dict(spot.members)
    if found[1] not in words:
        context.wrong(member, f"it isn't known which {found[1]} this zone belongs to", WHOSE)
    return words.get(found[1], "")


def _end(context: Context, node: m.EndCards, scope: Scope) -> Location:
    """Cards at an end, nearest to the end first; as a target, the end itself."""
    location = place(context, node.place, scope)
    end = end_of(node.side)
    count = p.Int(1) if node.count is None else arithmetic.of_cards(context, node.count, scope).expr
    spots = tuple(_cut(context, spot, node, end, count, scope) for spot in location.spots)
    return Location(spots, end)


def _riders_on(context: Context, node: m.RidersOn, scope: Scope) -> Location:
    """The cards that lie on a card, or on the cards of a place."""
    family = context.names.riding
    if family is None:
        say_none_rides(context, node)
        return Location(())
    local, inner = scope.routine.new(), scope.reading(exposing=None)
    under = carrier(context, p.Local(local))
    if is_place(context, node.carriers, scope):
        spots = place(context, node.carriers, inner).spots
        condition = fold.disj(p.Binary("in", under, spot.cards) for spot in spots)
    else:
        condition = fold.binary("==", under, typed.card(context, node.carriers, inner).expr)
    riding = p.Int(family.first)
    cards = p.Filter(p.Zone(riding), local, condition)
    return Location((Spot(cards, riding, frozenset([family.first]), "heap", whole=False),))


def _beside(context: Context, node: m.SideOf | m.Onward, scope: Scope) -> Location:
    """The cards on one side of a card in its line; with the card itself, those after it, in a pile also on top."""
    found = at_its_place(context, node.card, scope, piles=isinstance(node, m.Onward))
    if found is None or found.zone is None or found.where is None or found.position is None:
        return Location(())
    zone, at = p.Zone(found.zone), found.position
    right = isinstance(node, m.Onward) or node.right
    start = at if isinstance(node, m.Onward) else fold.binary("+", at, p.Int(1))
    cards = p.Slice(zone, start, None) if right else p.Slice(zone, p.Int(0), at)
    there = p.If(p.Binary("in", found.expr, zone), cards, p.Cards(b""))
    return Location((Spot(there, found.zone, found.where, "line", whole=False, first=not right),))


def at_its_place(context: Context, node: m.Expression, scope: Scope, piles: bool = False) -> CardRef | None:
    """A card of a line with its place: of equal ones the last, unless it is known which; reports any other card."""
    card = placed(context, node, scope)
    if card is None or card.zone is None or card.where is None:
        return None
    families = [f for f in context.names.zones.values() if not card.where.isdisjoint(f.indices)]
    for family in families:
        zone = family.declared
        if zone.shape == "heap" or (zone.shape == "pile" and not piles):
            context.wrong(node, f"`{family.name}` is a {zone.shape}, whose cards have no neighbours", LINES)
            return None
        if zone.shape == "pile" and zone.seen == "hidden":
            message = "nobody knows the order of these cards here"
            context.problems.add("hidden-order", message, node.span, help="take cards from an end: `top 3 of …`")
            return None
    if card.position is not None:
        return card
    cards = p.Zone(card.zone)
    last = fold.binary("-", fold.binary("-", p.Size(cards), p.Int(1)), p.Position(p.Reversed(cards), card.expr))
    return attrs.evolve(card, position=p.Position(cards, card.expr) if card.sole else last)


def carrier(context: Context, rider: p.Expr) -> p.Expr:
    """The card on which another lies."""
    return p.Binary("-", p.Fact(context.names.lies_on, rider), p.Int(1))


def say_none_rides(context: Context, node: m.Node) -> None:
    """Report that something is laid on a card, or looked for there, in a game that has nothing of the kind."""
    advice = "say so of their kind: `rides on …, then …`"
    context.wrong(node, "no cards of this game lie on others", advice)


def placed(context: Context, node: m.Expression, scope: Scope) -> CardRef | None:
    """A card whose zone is known, or None and a problem."""
    card = typed.card(context, node, scope)
    if isinstance(card.type, t.Wrong):
        return None
    if card.zone is None or card.where is None:
        context.wrong(node, "it isn't known where this card lies", "name it where it is found: `let …: some … in …`")
        return None
    return card


def target(context: Context, node: m.Expression, scope: Scope) -> Location:
    """The zones to which cards are moved, and the end (`top of deck`); reads no order."""
    if isinstance(node, m.EndCards) and node.count is None:
        location = place(context, node.place, scope)
        for spot in location.spots:
            _side(context, spot, node)
        return Location(location.spots, end_of(node.side))
    return place(context, node, scope)


def _side(context: Context, spot: Spot, node: m.EndCards) -> None:
    sides = ("top", "bottom") if spot.shape == "pile" else ("left", "right", "leftmost", "rightmost")
    if spot.shape == "heap" or node.side not in sides:
        none = "its cards have no order: say `some … in …`, or make it a pile or a line"
        zone, side = node.place.span.text, "(?:left|right)most|top|bottom|left|right"
        ends = rf"(?:{side}) of {re.escape(zone)} is (?:not )?(?:{side}) of {re.escape(zone)}\b"
        if re.search(ends, node.span.text.join(phrases.around(node))):
            said = f"no one: card in {zone} where any other: card in {zone} where other is not one"
            none = f"its cards have no order; whether all are the same: `{said}`"
        advice = none if spot.shape == "heap" else f"its ends are `{sides[0]}` and `{sides[1]}`"
        context.wrong(node, f"a {spot.shape} has no {node.side}", advice)


def _cut(context: Context, spot: Spot, node: m.EndCards, end: str, count: p.Expr, scope: Scope) -> Spot:
    _side(context, spot, node)
    cards: p.Expr = p.Slice(spot.cards, p.Int(0), arithmetic.at_least_none(count))
    if end == "last":
        start = (
            p.Int(-count.value)
            if isinstance(count, p.Int) and count.value > 0
            else p.Binary("-", p.Size(spot.cards), _least(count, spot.cards))
        )
        cards = p.Reversed(p.Slice(spot.cards, start, None))
    if spot.hidden and scope.exposing is None:
        context.problems.add(
            "hidden-order",
            "nobody knows the order of these cards here",
            node.span,
            help=ORDER_LATER,
        )
    elif spot.hidden and scope.exposing is not None:
        need = count if end == "last" else p.Size(spot.cards)
        scope.exposing.append(Plain(p.Expose(spot.zone, need, scope.origin)))
    return attrs.evolve(spot, cards=cards, whole=False, hidden=False)


def selection(context: Context, node: m.Selection, scope: Scope) -> list[tuple[Spot, int, p.Expr]]:
    """For each spot that a selection reads: the spot, the local that holds each card in turn, and the condition."""
    return [(spot, local, condition) for spot, local, condition, _ in looked_through(context, node, scope)]


def looked_through(context: Context, node: m.Selection, scope: Scope) -> list[tuple[Spot, int, p.Expr, Scope]]:
    """The results of `selection`, each with the scope in which the card has its name."""
    ids = classes.kind(context, node.kind, scope.part)
    if not ids and misfits.members_meant(context, node):
        return []
    location = selected(context, node, scope)
    reports = context.problems.reported
    if node.where is not None:
        foregone.selection(context, node, node.where, scope)
    if isinstance(node.place, m.RidersOn) and context.names.riding and ids and ids.isdisjoint(context.names.riders()):
        context.wrong(node.kind, f"`{node.kind.text}` never lies on another card", "cards that do are of other kinds")
    found: list[tuple[Spot, int, p.Expr, Scope]] = []
    for spot in map(from_left, location.spots):
        local = scope.routine.new()
        inner = scope.reading(exposing=None)
        variable = Variable(CardRef(p.Local(local), spot.zone, spot.where, sole=context.tables.sole(ids)), local)
        inner.variables[node.variable.text] = variable
        inner.candidate = variable
        if not ids:
            misfits.misread(context, node.kind, inner)
        condition = classes.belongs(context, ids, node.kind.text, p.Local(local))
        if node.where is not None:
            context.bounds.look(node)
            condition = fold.conj([condition, typed.truth(context, node.where, inner)])
            context.bounds.looked()
            if context.problems.reported == reports and not found:  # what is printed on cards is the same in every zone
                impossible.tell(context.names, context.tables.printed, node, ids, condition, local)
        found.append((spot, local, condition, inner))
    return found


def selected(context: Context, node: m.Selection, scope: Scope) -> Location:
    """The place from which the cards of a selection are taken, without the card that is named `besides`."""
    location = place(context, node.place, scope)
    if node.besides is None:
        return location
    card = typed.card(context, node.besides, scope)
    if isinstance(card.type, t.Wrong):
        return location
    if card.zone is None or card.where is None:
        context.wrong(node.besides, "it isn't known where this card lies", "name it where it is found")
        return location
    return attrs.evolve(location, spots=tuple(_besides(spot, card) for spot in location.spots))


def _besides(spot: Spot, card: CardRef) -> Spot:
    """The cards of a zone without one that may lie there; of equal ones it makes no difference which."""
    assert card.zone is not None
    assert card.where is not None
    if all(isinstance(zone, int) for zone in card.where | spot.where) and not card.where & spot.where:
        return spot
    here = fold.binary("==", spot.zone, card.zone) if spot.zone != card.zone else fold.TRUE
    return attrs.evolve(spot, cards=fold.choose(here, p.Without(spot.cards, card.expr), spot.cards), whole=False)


def from_left(spot: Spot) -> Spot:
    """Cards of a line from left to right, from whichever end they were taken."""
    if spot.shape == "line" and isinstance(spot.cards, p.Reversed):
        return attrs.evolve(spot, cards=spot.cards.cards)
    return spot


def as_they_lie(cards: p.Expr) -> p.Expr:
    """Cards that were taken from an end of a zone, from left to right or from bottom to top."""
    match cards:
        case p.Reversed(lying):
            return lying
        case p.Without(rest, card):
            return p.Without(as_they_lie(rest), card)
        case p.If(condition, then, otherwise):
            return p.If(condition, as_they_lie(then), as_they_lie(otherwise))
        case _:
            return cards


def lying(spot: Spot) -> Lying:
    """What an event has to know of the cards of a spot that it is given as a list."""
    first = nearest_end(as_they_lie(spot.cards), spot) == "first"
    return Lying(spot.shape, isinstance(spot.cards, p.Reversed), first)


def nearest_end(cards: p.Expr, spot: Spot) -> str:
    """The end of their zone from which cards of a spot were taken, "last" if from none: see `program.MoveAll`."""
    if spot.first:
        return "first"
    match cards:
        case p.Slice(p.Zone(), p.Int(0), _):
            return "first"
        case p.Without(rest, _):
            return nearest_end(rest, spot)
        case p.If(_, then, _):
            return nearest_end(then, spot)
        case _:
            return "last"


def limit(context: Context, spot: Spot) -> int:
    """The limit of a zone, or -1."""
    zone = next((zone for zone in spot.where if isinstance(zone, int)), -1)
    family = context.family_at.get(zone)
    return family.declared.limit if family else -1


def end_of(side: str) -> str:
    """The end of a list that a word for an end of a zone means: "last" or "first"."""
    return "last" if side in ("top", "right", "rightmost") else "first"


def _least(count: p.Expr, cards: p.Expr) -> p.Expr:
    size = p.Size(cards)
    return p.If(p.Binary("<", count, size), count, size)


# A zone where a value is wanted: the author asks for its cards, or goes on with a question about another zone


def zone_value(context: Context, node: m.Expression) -> Scalar:
    """Report a zone where a value is wanted."""
    said = misfits.phrase(node)
    advice = _where_marker_stands(context, node) or f"ask for `number of card in {said}` or `any card in {said}`"
    repeated = _of_each_zone(context, node)
    context.problems.add(
        "type", f"`{said}` is a zone, not a value", node.span, help=repeated or advice, certain=bool(repeated)
    )
    return WRONG


MARKER_BEFORE = re.compile(
    r".*?(?P<verb>\bset )?(?P<name>[\w'-]+(?: [\w'-]+)*?)(?P<of> of [\w']+)? (?P<to>to|is not|is) $"
)
"""A marker that is set or compared, up to where it stands."""


def _where_marker_stands(context: Context, node: m.Expression) -> str:
    """The member to which a zone belongs, where a marker that stands at such members is said to be at the zone."""
    text = node.span.file.text
    before = MARKER_BEFORE.fullmatch(text[text.rfind("\n", 0, node.span.start) + 1 : node.span.start])
    zone = context.names.zones.get(node.name.text) if isinstance(node, m.Of) else None
    if before is None or zone is None or not isinstance(node, m.Of):
        return ""
    at = [{*domain.words} for domain in zone.domains]
    families = context.names.numbers.values()
    standing = [each for each in families if any(words <= {*each.positions} for words in at)]
    marker = next((each.name for each in standing if f" {before['name']}".endswith(f" {each.name}")), "")
    owner, member = before["of"] or "", node.term.span.text
    if not marker:
        return ""
    verb = "set " if before["to"] == "to" else ""
    return f"say `{verb}{marker}{owner} {before['to']} {member}`"


ZONES_BEFORE = re.compile(
    r".*\b(?P<what>(?P<word>no|not any|(?<!not )any) [\w' ]+?) in "
    r"(?P<zones>[\w']+(?: of \w+)?(?:(?:,| or| and) [\w']+(?: of \w+)?)*?) (?:or|and) $"
)
"""A question about the cards of a zone, up to another zone that is joined to it."""

ZONES_AFTER = re.compile(r" (?:or|and) (?P<zone>[\w']+(?: of \w+)?)")


def _of_each_zone(context: Context, node: m.Expression) -> str:
    """The question about each zone by itself, where only its last zones stand, as in `no card in hand or row`."""
    text = node.span.file.text
    before = ZONES_BEFORE.match(text[text.rfind("\n", 0, node.span.start) + 1 : node.span.start])
    if before is None:
        return ""
    zones = [*re.split(r"(?:,| or| and) ", before["zones"]), node.span.text]
    after, at = ZONES_AFTER.match(text, node.span.end), node.span.end
    while after is not None and after["zone"].partition(" of ")[0] in {*context.names.zones, *context.names.groups}:
        zones, at = [*zones, after["zone"]], after.end()
        after = ZONES_AFTER.match(text, at)
    what, no = before["what"].replace("not any ", "no "), before["word"] != "any"
    joined = " and " if no else f" {text[: node.span.start].rsplit(None, 1)[-1]} "
    said = joined.join(f"{what} in {zone}" for zone in zones)
    return f"say `{said}`"


def zone_compared(context: Context, node: m.Compare) -> Scalar:
    """Report a comparison of a zone: with words about how many cards there are, with a number, or with cards."""
    said, words = misfits.phrase(node.left), misfits.phrase(node.right)
    no, any_ = ("any", "no") if node.operator in ("!=", "not in") else ("no", "any")
    known = context.names.class_name(words)
    if words == "empty" or isinstance(node.right, m.Nothing):
        advice = f"say `{no} card in {said}`"
        if isinstance(node.left, m.Of):
            asked = f"{no} card in {node.left.name.text} of {quantified.GAP}"
            advice = misfits.of_members(context, node.left.term, asked) or advice
    elif words == "full":
        advice = f"say `room in {said} is {'0' if no == 'no' else 'more than 0'}`, if the zone has a `limit`"
    elif known is not None:
        advice = f"say `{any_} {known} in {said}`"
    elif isinstance(node.right, m.Integer | m.Arithmetic | m.Count) or words in context.names.numbers:
        advice = f"say `{misfits.replaced(node, node.left, f'number of card in {said}')}`"
    else:
        return zone_value(context, node.left)
    return context.wrong(node, f"`{said}` is a zone, not a value", advice)
