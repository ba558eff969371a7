"""Advice about values of one type where another is wanted: what of the author's own words would fit there.

Called only when something is wrong. The names are those that the game declares: the attribute of a card that has the
wanted type, the zone of a place, the event's own name for its card.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import permutations

from dsl.expressions import markers
from dsl.expressions.context import Context
from dsl.expressions.values import WRONG_CARD, CardList, CardRef, Scalar, Scope, Value, Variable
from dsl.model import model as m
from dsl.model.traverse import every_node
from dsl.names import phrases
from dsl.names import types as t
from dsl.text import quantified
from dsl.text.source import Span
from dsl.text.spelling import either, plural

MOST_NAMED = 4
"""The most names that one piece of advice lists."""


def instead(context: Context, node: m.Expression, given: Value, wanted: t.Type, scope: Scope) -> str:
    """What fits where a value of a type is wanted, made of the value that stands there; "" if nothing is known."""
    said = phrase(node)
    match given.type, wanted:
        case t.Card(), t.Number() | t.Truth() | t.Member() | t.Player():
            found = [f"{name} of {said}" for name, several in of_card(context, node, wanted) if not several]
            named = f"; if it is {wanted.shown}, declare it so: `{said}: {_type(wanted)}`"
            declared = named if untyped(context, node) else ""
            return f"say {either(found)}{declared}" if found else declared[2:] or _one_of(context, wanted, wanted.shown)
        case t.Class(name), _:
            count = f"say `number of {name} in …`" if isinstance(wanted, t.Number) else ""
            return variables(scope, node, context) or count
        case t.Cards() | t.Zone(), t.Number() | t.Card():
            number = isinstance(wanted, t.Number)
            return f"say `number of card in {said}`" if number else f"say `some card in {said}` for one of them"
        case (t.Member() | t.Player()) as of, t.Card():
            zones = per(context, of)
            standing = markers.instead(context.names, said, of, None, phrases.around(node)[0])
            return standing or (f"name a card: `some card in {zones[0]} of {said}`" if zones else "")
        case (t.Member() | t.Player()) as of, t.Number():
            return _step(context, node, of) or _as_number(context, of, said)
        case t.Truth(), t.Card():
            return f"`{said}` is yes or no: a card is found by `some … in …`"
        case t.Truth(), t.Number():
            return f"say `if {said} then 1 else 0`"
        case t.Number(), t.Member() | t.Player():
            return _of_number(context, node, wanted, said)
        case _, t.Member() | t.Player():
            return markers.instead(context.names, said, given.type, wanted) or _one_of(context, wanted, wanted.shown)
        case _:
            return ""


def _type(wanted: t.Type) -> str:
    """How a parameter of a type is declared."""
    return wanted.domain if isinstance(wanted, t.Member) else wanted.short


def of_members(context: Context, owner: m.Node, asked: str = "") -> str:
    """The condition about any or every member of a domain, where `owner` stands for them; "" if it doesn't.

    `asked` is this condition, with a gap for the owner; if it isn't given, it is the one that stands around it.
    """
    known = {"player", *context.names.places, *context.names.enums}
    before, after = phrases.around(owner)
    if asked:
        return quantified.through(owner.span.text, asked, before + after, lambda noun: phrases.one(noun, known))
    return quantified.owner(owner.span.text, before, after, lambda noun: phrases.one(noun, known))


def untyped(context: Context, node: m.Expression) -> bool:
    """Whether a term is a parameter of the event or definition in which it stands that is declared without a type."""
    name = node.name.text if isinstance(node, m.Named) else ""
    if not name or name == "card" or context.names.class_name(name) is not None:
        return False
    declared = _parameters(node)
    return declared is not None and name in [each.strip() for each in declared["parameters"].split(",")]


def _parameters(node: m.Expression) -> re.Match[str] | None:
    """The parameters of the event or definition in which a term stands."""
    text = node.span.file.text
    head = re.search(r"(?s).*(?:^|\n)(?=\S)", text[: node.span.start])
    pattern = re.compile(r"(?:event|define) [^(:\n]*\((?P<parameters>[^)\n]*)\)")
    return pattern.match(text, head.end()) if head else None


def declared_for_one(node: m.Expression, before: str = "in") -> Span | None:
    """Where the parameter is declared, with the type of one card, in which cards are said to be, or `over` which."""
    text, name = node.span.file.text, node.span.text
    declared = _parameters(node) if isinstance(node, m.Named) else None
    if declared is None or not re.search(rf"\b{before}[ \t]+$", text[: node.span.start]):
        return None
    pattern = re.compile(rf"(?<=[(,\s]){re.escape(name)}:\s*[^,)]+")
    found = pattern.search(text, *declared.span("parameters"))
    return Span(node.span.file, *found.span()) if found else None


def condition(context: Context, node: m.Expression, value: Value, scope: Scope) -> str:
    """What to say about a value where a condition is wanted."""
    said = phrase(node)
    match value.type:
        case t.Card():
            return f"say `{said} is not none`, or compare what it has: `… of {said} is …`"
        case t.Cards() | t.Zone():
            return f"say `any card in {said}`"
        case t.Class(name):
            return variables(scope, node, context) or f"say `any {name} in …`, or `… is {name}` about a card"
        case (t.Member() | t.Player()) as of if said not in words_of(context, of):
            return f"compare it: `{said} is {words_of(context, of)[0]}`"
        case _:
            return "compare it with something: `… is …`"


def one_of(context: Context, node: m.Named, type_: t.Type) -> str:
    """The members of a domain as advice about an unknown word that is compared with one; "" for another type.

    A marker that stands at each of them may be given another position.
    """
    listed, before = _one_of(context, type_, type_.shown), _before(node.name)
    marker = re.search(r"(?P<name>[\w' -]*\w)(?: of [\w' -]+)? (?:is(?: not)?|to) $", before)
    families = context.names.numbers.values()
    standing = [
        each for each in families if marker and each.member_of and f" {marker['name']}".endswith(f" {each.name}")
    ]
    if not listed or not standing or not isinstance(type_, t.Member):
        return listed
    of = max(standing, key=lambda each: len(each.name))
    per = "".join(f" per {each.name}" for each in of.domains)
    return f"{listed}; or give the marker that position: `marker {of.name}{per}: {node.name.text}, {of.member_of}`"


def _one_of(context: Context, type_: t.Type, what: str) -> str:
    """The members of a domain as advice; "" for another type."""
    words = words_of(context, type_)
    listed = ", ".join(f"`{word}`" for word in words[:MOST_NAMED]) + (", …" if len(words) > MOST_NAMED else "")
    return f"{what} is one of: {listed}" if words else ""


def words_of(context: Context, type_: t.Type) -> tuple[str, ...]:
    """The words of the members of a domain; nothing for another type."""
    of = context.names.members_of(type_)
    return of.words if of else ()


NEXT = re.compile(r"[ \t]*([+-])[ \t]*([0-9]+)(?![\w ]*\w)")
"""A number that is added or taken away, to the right of a value."""


def _step(context: Context, node: m.Expression, of: t.Member | t.Player) -> str:
    """What to say instead of a member to which a number is added, or the other way round; "" if that isn't meant."""
    text, said = node.span.file.text, node.span.text
    found = NEXT.match(text, node.span.end)
    before = re.search(r"(?<![\w ])[ \t]*([0-9]+)[ \t]*\+[ \t]*$", text[max(0, node.span.start - 20) : node.span.start])
    if not _has_order(context, of) or (found is None and before is None):
        return ""
    word = "before" if found and found[1] == "-" else "after"
    times = int(found[2]) if found else int(before[1]) if before else 0
    return f"say `{f'one {word} ' * times}{said}`" if 0 < times < MOST_NAMED else ""


def _has_order(context: Context, of: t.Member | t.Player) -> bool:
    """Whether one member of a domain follows another, in itself or for the marker that stands at them."""
    marker = context.names.numbers.get(of.domain) if isinstance(of, t.Member) else None
    name = (marker.member_of if marker else of.domain) if isinstance(of, t.Member) else "player"
    return name == "player" or name in context.names.places or name in context.names.ordered


def _of_number(context: Context, node: m.Expression, wanted: t.Member | t.Player, said: str) -> str:
    """What to say where a number stands for a member of a domain."""
    if after := _one_after(context, node, wanted):
        return after
    if isinstance(wanted, t.Member) and wanted.numbered:
        place, words = f"{wanted.domain} {said}", words_of(context, wanted)
        known = f"say `{place}`" if place in words else f"`{wanted.domain}` goes from `{words[0]}` to `{words[-1]}`"
        return known if said.isdecimal() else f"say `{wanted.domain}({said})`, which may be none"
    return _one_of(context, wanted, wanted.shown)


def _one_after(context: Context, node: m.Expression, wanted: t.Member | t.Player) -> str:
    """What to say instead of a member that is counted on, as in `set spot to spot + 1`."""
    match node:
        case m.Arithmetic("+" | "-" as operator, left, m.Integer(1)) if _has_order(context, wanted):
            return f"say `one {'after' if operator == '+' else 'before'} {left.span.text}`"
        case _:
            return ""


def _as_number(context: Context, of: t.Member | t.Player, said: str) -> str:
    """What to do about a member of a domain where a number is wanted."""
    numbers = [family.name for family in context.names.numbers.values() if [d.type for d in family.domains] == [of]]
    numbers = [name for name in numbers if not context.names.numbers[name].positions]
    if steps := by_steps(context, of):
        return steps
    if numbers:
        return f"say {either(f'{name} of {said}' for name in numbers)}"
    having = [name for name, attribute in context.names.attributes.items() if t.Member(attribute.enumeration) == of]
    if not having:
        return ""
    value = said if said in words_of(context, of) else "…"
    asked = f"{value} in {having[0]}" if context.names.attributes[having[0]].several else f"{having[0]} is {value}"
    return f"count cards: `number of card in … where {asked}`"


def by_steps(context: Context, type_: t.Type) -> str:
    """What to say where the positions of a marker are taken for numbers; "" about another type."""
    marker = context.names.numbers.get(type_.domain) if isinstance(type_, t.Member) else None
    if marker is None or not marker.positions:
        return ""
    first, second = marker.positions[:2]
    step = f"`if {marker.name} is {first}`, and below it `set {marker.name} to {second}`"
    return f"its positions are no numbers, and none follows another: say each step, {step}"


def _alone(node: m.Compare, said: str, other: m.Expression) -> str:
    """What to say instead of a condition that is compared; 0 and 1 may be meant for no and yes."""
    if isinstance(other, m.Nothing):
        return f"`{said}` is yes or no: a card that may be none is found by `some … in …`"
    if other.span.text not in ("0", "1") or node.operator not in ("==", "!="):
        return f"a condition stands by itself: `{said}` or `not {said}`"
    holds = (other.span.text == "1") == (node.operator == "==")
    return f"say `{said}`" if holds else f"say `not {said}`"


def members_meant(context: Context, node: m.Selection) -> bool:
    """Whether a selection is about a name of one's own in a domain, `c in city`: its kind has been reported."""
    names, place = context.names, node.place
    if names.class_name(node.kind.text) is not None or not isinstance(place, m.Named) or place.name.text in names.zones:
        return False
    return any(place.name.text in (of, *plural(of)) for of in ("player", *names.places, *names.enums))


def of_member(context: Context, node: m.Compare, right: Value) -> str:
    """What to say where a number that there is for each member of a domain is said to lie in one of them."""
    family = context.names.numbers.get(node.left.name.text) if isinstance(node.left, m.Named) else None
    if family and node.operator in ("in", "not in") and right.type in [of.type for of in family.domains]:
        return f"say `{family.name} of {phrase(node.right)}`"
    return ""


def compared(context: Context, node: m.Compare, left: Value, right: Value, scope: Scope) -> str:
    """What to say instead of a comparison of two types."""
    sides = (node.left, left), (node.right, right)
    for (side, value), (second, other) in (sides, sides[::-1]):
        if isinstance(value.type, t.Card) and not isinstance(other.type, t.Card):
            return _by_attribute(context, node, side, second, other)
    for (side, value), (second, other) in (sides, sides[::-1]):
        said = phrase(side)
        match value.type, other.type:
            case t.Truth(), _:
                return _alone(node, said, second)
            case t.Cards() | t.Zone(), t.Number():
                return f"say `{replaced(node, side, f'number of card in {said}')}`"
            case t.Member() as of, _ if isinstance(value, Scalar) and value.several:
                return f"ask for one value: `{words_of(context, of)[0]} in {said}`"
            case (t.Member() | t.Player()) as of, t.Number() if isinstance(second, m.Integer):
                return _one_of(context, of, f"`{said}`")
            case (t.Member() | t.Player()) as of, t.Number() if said in words_of(context, of):
                return f"compare `{phrase(second)}` with a number"
            case (t.Member() | t.Player()) as of, t.Number():
                return instead(context, side, value, other.type, scope) or _one_of(context, of, f"`{said}`")
            case _:
                pass
    return _of_the_other(node, left, right, scope) or _one_of(context, left.type, left.type.shown)


def _of_the_other(node: m.Compare, left: Value, right: Value, scope: Scope) -> str:
    """The variables that have the type of one side, where the other is a variable of another type; "" if none has."""
    for side, other in (node.left, right), (node.right, left):
        same = [each for each, v in scope.variables.items() if v.value.type == other.type and each != phrase(side)]
        if isinstance(side, m.Named) and side.name.text in scope.variables and same:
            return f"the {other.type.shown.partition(' ')[2]} is called {either(same)} here"
    return ""


def _by_attribute(context: Context, node: m.Compare, card: m.Expression, other: m.Expression, value: Value) -> str:
    """The comparison of what a card has with a value: `colour of card is red`, `red in colours of card`."""
    if isinstance(other, m.Named) and other.name.text in context.names.defines and node.operator in ("==", "!="):
        asked = f"{other.name.text} of {phrase(card)}"
        return f"say `{asked}`" if node.operator == "==" else f"say `not {asked}`"
    yes_or_no = isinstance(other, m.Integer) and not other.span.text[:1].isdigit()
    found, said = of_card(context, card, t.Truth() if yes_or_no else value.type), phrase(card)
    ways = []
    for name, several in found:
        if not several and (node.operator in ("in", "not in") or (node.operator in ("==", "!=") and card == node.left)):
            ways.append(f"{name} of {said} {'is' if node.operator in ('in', '==') else 'is not'} {phrase(other)}")
        elif not several:
            ways.append(replaced(node, card, f"{name} of {said}"))
        elif isinstance(value, Scalar) and value.several:
            ways.append(f"{phrase(other)} meets {name} of {said}")
        else:
            inside = "is not in" if node.operator in ("!=", "not in") else "in"
            ways.append(f"{phrase(other)} {inside} {name} of {said}")
    if isinstance(value.type, t.Cards):
        ways = [f"{said} in {phrase(other)}"]
    if isinstance(value.type, t.Number | t.Member | t.Player) and untyped(context, card):
        named = f"; if it is {value.type.shown}, declare it so: `{said}: {_type(value.type)}`"
        return f"say {either(ways)}{named}" if ways else named[2:]
    return f"say {either(ways)}" if ways else f"compare what it has: `… of {said} is …`"


def replaced(node: m.Node, part: m.Node, words: str) -> str:
    """The text of a node with other words for a part of it."""
    text, start = node.span.text, part.span.start - node.span.start
    before, after = text[:start], text[start + len(part.span.text) :]
    return f"{before}{words}{after}"


def misread(context: Context, kind: m.Name, scope: Scope) -> None:
    """Below an unknown kind or domain such as `tray t`, which has been reported, let `t` be no further problem."""
    last = kind.text.rpartition(" ")[2]
    if context.names.class_name(kind.text) is None and context.names.domain(kind.text) is None:
        scope.variables.setdefault(last, Variable(WRONG_CARD, -1))


def ordered(context: Context, node: m.Compare, value: Value) -> str:
    """What to say instead of `more` or `less` about values without an order."""
    if isinstance(value.type, t.Card):
        return _by_attribute(context, node, node.left, node.right, Scalar(value.expr, t.Number()))
    of = context.names.members_of(value.type)
    if of is None:
        return ""
    said, words = phrase(node.left), of.words
    if isinstance(value, Scalar) and value.several:
        return f"ask for one value: `{words[0]} in {said}`"
    after = words.index(phrase(node.right)) if phrase(node.right) in words else -1
    meant = words[after:] if node.operator == ">=" else words[after + 1 :]
    meant = words[: after + 1] if node.operator == "<=" else words[:after] if node.operator == "<" else meant
    if after < 0 or not meant:
        return f"name each of them: `{said} is {words[0]} or …`"
    return f"name each of them: `{' or '.join(f'{said} is {word}' for word in meant)}`"


def no_card(context: Context, value: Value, side: m.Expression, kind: str, scope: Scope) -> str:
    """What to say about a value that is compared with a kind of cards."""
    said = phrase(side)
    match value.type:
        case t.Class():
            return (
                variables(scope, side, context, f" is {kind}")
                or _later(context, side, kind)
                or f"say `any {kind} in …` for the cards of a zone"
            )
        case t.Cards() | t.Zone():
            return f"say `any {kind} in {said}`, or `no {kind} in {said}`"
        case t.Member() | t.Player():
            if asked := _of_kind(context, value, side, kind, scope):
                return asked
            zones = per(context, value.type)
            if zones and (t.is_numbered(value.type) or isinstance(value.type, t.Player)):
                return f"say `any {kind} in {zones[0]} of {said}`"
            return _one_of(context, value.type, f"`{said}`")
        case t.Number():
            asked = _of_kind(context, value, side, kind, scope)
            return asked or f"compare it with a number, or count: `number of {kind} in …`"
        case _:
            return ""


def _later(context: Context, side: m.Expression, kind: str) -> str:
    """The events about a card that the event of a rule does, which itself is about none; "" if there are none."""
    line = side.span.file.text[: side.span.start].rpartition("\n")[2]
    said = re.match(r"(?:after|before|instead of|together with) (?P<event>[\w' -]+?) if\b", line)
    event = context.names.events.get(said["event"]) if said else None
    if event is None:
        return ""
    done = [node.event.text for node in every_node(event[1]) if isinstance(node, m.Do)]
    about = {name: context.names.events[name][1].parameters for name in done if name in context.names.events}
    rules = [f"`after {name} if {q[0].name.text} is {kind}`" for name, q in about.items() if len(q) == 1]
    return f"`{event[1].name.text}` is about no card; say {' or '.join(rules[:MOST_NAMED])}" if rules else ""


def _of_kind(context: Context, value: Value, side: m.Expression, kind: str, scope: Scope) -> str:
    """What to say where a kind is compared with a value: about the card that has a name here, or those of a zone."""
    said = phrase(side)
    if not (said in words_of(context, value.type) or isinstance(side, m.Integer)):
        return ""
    own = context.names.kinds.get(context.names.faces[kind].kind if kind in context.names.faces else kind)
    known = {*own.attributes, *own.facts} if own else set()
    found = of_card(context, side, value.type)
    found = [each for each in found if each[0] in known] or found
    if not found:
        return ""
    cards = [each for each, v in scope.variables.items() if isinstance(v.value, CardRef)]
    name, several = found[0]
    whose = f" of {cards[0]}" if cards else ""
    asked = f"{said} in {name}{whose}" if several else f"{name}{whose} is {said}"
    if cards:
        return f"the card is called {either(cards)} here: `{asked}`"
    lists = [each for each, v in scope.variables.items() if isinstance(v.value, CardList)]
    called = f"the cards are called `{lists[0]}` here: " if lists else "say "
    return f"{called}`any {kind} in {lists[0] if lists else '…'} where {asked}`"


def variables(scope: Scope, node: m.Expression, context: Context, rest: str = "") -> str:
    """The names that cards have here, where a kind or an unknown name stands for one; "" if no card has a name."""
    name = node.name.text if isinstance(node, m.Named) else ""
    if name in context.names.faces or name in context.names.classes or name in scope.variables:
        return ""
    if name != "card" and re.match(r" in\b", node.span.file.text[node.span.end : node.span.end + 4]):
        return ""
    cards = [each for each, v in scope.variables.items() if isinstance(v.value, CardRef)]
    several = [each for each, v in scope.variables.items() if isinstance(v.value, CardList)]
    if cards:
        example = f": `{cards[0]}{rest}`" if rest and len(cards) == 1 else ""
        return f"the card is called {either(cards)} here{example}"
    kind = rest.removeprefix(" is ") or "card"
    return f"the cards are called `{several[0]}` here: `any {kind} in {several[0]}`" if several else ""


def no_zone(context: Context, value: t.Type, said: str, loose: bool = False, beside: str = "") -> str:
    """What to say about a value where a zone is wanted.

    `loose`: of a parameter that is declared without a type; `beside`: of a card whose neighbour is meant.
    """
    match value:
        case t.Member() | t.Player():
            zones = [f"{name} of {said}" for name in per(context, value)]
            domain = value.domain if isinstance(value, t.Member) else value.short
            return f"say {either(zones)}" if zones else f"declare a zone for each of these: `zone … per {domain}: …`"
        case t.Card() if beside:
            return f"say `{beside}`"
        case t.Card():
            several = f"; if it is several cards, declare it so: `{said}: cards`" if loose else ""
            return f"cards lie in zones, and move to zones; `lay … onto …` lays one on another{several}"
        case _:
            return "name a zone or a group"


def place_meant(context: Context, node: m.Expression) -> str:
    """The cards that are meant around a card that stands for a zone: its neighbour, or those that ride on it."""
    text = node.span.file.text
    within = re.search(r"\b(\w+ of|\w+) (\w+) in $", text[text.rfind("\n", 0, node.span.start) + 1 : node.span.start])
    if within and any(within[2] in context.names.kinds[kind].lineage for kind in context.names.rides):
        return f"{within[1]} {within[2]} riding on {node.span.text}"
    side = re.search(r"(?<!to )\b(left|right)(?:most)? of $", text[max(0, node.span.start - 20) : node.span.start])
    return f"{side[1]} neighbour of {node.span.text}" if side else ""


def reordered(
    context: Context, parameters: Sequence[t.Type], terms: Sequence[m.Expression], scope: Scope
) -> list[str] | None:
    """The arguments in another order, in which their types fit, those of one type as they stand; None if none fits."""
    with context.problems.trial() as trial:
        types = [context.value(term, scope).type for term in terms]
        trial.drop()
    if len(types) != len(parameters) or len(types) > MOST_NAMED or list(parameters) == types:
        return None
    ways = permutations(range(len(types)))  # the first that fits leaves those of one type in their order
    fitting = next((way for way in ways if [types[at] for at in way] == list(parameters)), None)
    return [terms[at].span.text for at in fitting] if fitting is not None else None


def of_card(context: Context, node: m.Expression, wanted: t.Type) -> list[tuple[str, bool]]:
    """The attributes and facts of a card that have a type, each with whether it is a set; else its places."""
    names = context.names
    found = [
        (name, attribute.several)
        for name, attribute in names.attributes.items()
        if wanted == (t.Member(attribute.enumeration) if attribute.enumeration else t.Number())
    ]
    for name, fact in names.facts.items():
        yes_or_no = fact.maximum == 1 and not fact.words
        if wanted == (t.Truth() if yes_or_no else t.Number()):
            found.append((name, False))
    of = names.members_of(wanted)
    if of is not None and not found and any(of in family.domains for family in names.zones.values()):
        return [(of.name, False)]
    own = _own(context, node)
    return [each for each in found if each[0] in own] or found


def _own(context: Context, node: m.Expression) -> set[str]:
    """What is printed on the cards of the kind whose name a card has; nothing if its name is no kind's."""
    text = node.name.text if isinstance(node, m.Named) else ""
    kinds = [kind for kind in context.names.kinds.values() if text in kind.lineage]
    return {name for kind in kinds for name in (*kind.attributes, *kind.facts)}


def per(context: Context, type_: t.Type) -> list[str]:
    """The zones that are there for each member of a domain, and for nothing else but each player."""
    of = context.names.members_of(type_)
    families = context.names.zones.values()
    return [f.name for f in families if of in f.domains and all(d == of or d.name == "player" for d in f.domains)]


def phrase(node: m.Expression) -> str:
    """The text of an expression where one term stands."""
    text = " ".join(node.span.text.split())
    return text if isinstance(node, m.Named | m.Of | m.Call | m.EndCards | m.Integer | m.Nth) else f"({text})"


THE_CARD = re.compile(r"(?:this|that) (?P<kind>card|one|\w+)|the (?:same |drawn )?card|drawn card|it|itself|this|that")
"""Words for the card that a rule is about."""

ONE_OF_THEM = re.compile(
    r"one|two|both|other|another|(?:the |an)?other(?: one| card)?|the (?:first|second|two|one)|first|second"
)
"""Words for the cards of a rule that is about several."""

TERM = re.compile(r"(?:\bof|\(|,|\b(?:if|and|or|not|when|where)) ?$")
"""The text before a term that may be a card."""


def called(context: Context, name: m.Name, scope: Scope) -> str:
    """What an unknown name means if it is about something that has another name here; "" if it isn't."""
    if name.text == "it" and (turn := re.match(r" is ([A-H])['’]s turn", name.span.file.text[name.span.end :])):
        return f"say `player is {turn[1]}`"
    names, found = context.names, THE_CARD.fullmatch(name.text)
    cards = {v.value.expr: each for each, v in scope.variables.items() if isinstance(v.value, CardRef)}.values()
    if name.text in names.attributes or name.text in names.facts:
        return f"say of which card: {either(f'{name.text} of {card}' for card in cards)}" if cards else ""
    if cards and found and (found["kind"] in (None, "card", "one") or names.class_name(found["kind"])):
        return f"the card is called {either(cards)} here"
    if len(cards) > 1 and ONE_OF_THEM.fullmatch(name.text) and TERM.search(_before(name)):
        return f"the cards are called {either(cards, 'and')} here"
    asked = re.search(r"\b(?:if|when|where|while|and|or|not) $", _before(name)) is not None
    if more := _of_two_cards(context, name, scope):
        return more
    if of_what := _without_of(context, name.text, scope, asked):
        return of_what
    of = names.domain(name.text)
    same = [each for each, variable in scope.variables.items() if of is not None and variable.value.type == of.type]
    return f"this {name.text} is called {either(same)} here" if same else ""


MORE_THAN = re.compile(r"(?:much )?(?:more|\w{3,}er|less|worse) than (?:the )?(?P<other>\w+)")
"""A comparison of two cards by what they have."""


def _of_two_cards(context: Context, name: m.Name, scope: Scope) -> str:
    """The comparison of a number that two cards have, as in `herb is taller than other`; "" if they aren't cards."""
    than, one = MORE_THAN.fullmatch(name.text), re.search(r"(?P<one>\w+) is (?P<no>not )?$", _before(name))
    cards = {each for each, v in scope.variables.items() if isinstance(v.value, CardRef)}
    if name.text.partition(" ")[0] in context.names.defines and f"define {name.text.split()[0]}" not in _before(name):
        return ""
    if than is None or one is None or one["one"] not in cards or than["other"] not in cards:
        return ""
    card = m.Named(m.Name(one["one"], span=name.span), span=name.span)
    numbers = [each for each, several in of_card(context, card, t.Number()) if not several]
    of = numbers[0] if len(numbers) == 1 else "…"
    less = re.match(r"(?:much )?(?:less|lower|smaller|fewer|shorter|weaker|worse)", name.text)
    how = f"at {'least' if less else 'most'}" if one["no"] else f"{'less' if less else 'more'} than"
    return f"compare what they have: `{of} of {one['one']} is {how} {of} of {than['other']}`"


def _before(name: m.Name) -> str:
    """The text of the line up to a name."""
    text = name.span.file.text
    return text[text.rfind("\n", 0, name.span.start) + 1 : name.span.start]


def _without_of(context: Context, text: str, scope: Scope, asked: bool) -> str:
    """The advice about a value whose owner follows it without `of`, as in `height herb`; "" about other names.

    `asked`: the name stands where a condition begins.
    """
    names, words = context.names, text.split(" ")
    tables = (names.attributes, names.facts, names.numbers, names.defines)
    members = {*scope.variables, *names.members, *words_of(context, t.Player())}
    for at in range(1, len(words)):
        owner, of = " ".join(words[:at]), " ".join(words[at:])
        if owner in scope.variables and any(of in table for table in tables):
            return f"say `{of} of {owner}`"
    for at in range(len(words) - 1, 0, -1):
        first, rest = " ".join(words[:at]), " ".join(words[at:])
        if rest.isdecimal() and (first in scope.variables or any(first in table for table in tables)):
            if asked:
                return f"say `{first} is {rest}`"
            return f"say what is done with both numbers: `{first} + {rest}`, `{first} - {rest}` or `{first} * {rest}`"
        if any(first in table for table in tables) and rest in members:
            return f"say `{first} of {rest}`"
    return ""


def called_cards(text: str, scope: Scope) -> str:
    """The names of cards that are looked at, where other words stand for them; "" about other words."""
    several = [each for each, v in scope.variables.items() if isinstance(v.value.type, t.Cards | t.Zone)]
    if several and re.fullmatch(
        r"(?:the |those |these )?(?:cards?|rest|others?|them|those|these|all|it|seen cards?)", text
    ):
        return f"the cards are called {either(several)} here"
    return ""


def unordered(context: Context, value: Value) -> str:
    """How to give the values of an enum an order, or ""."""
    type_, several = value.type, isinstance(value, Scalar) and value.several
    if several or not t.is_bit(type_) or type_.domain not in {*context.names.enums} - {*context.names.numbers}:
        return ""
    return f"give its values an order: `enum {type_.domain} in order: …`"
