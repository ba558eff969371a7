"""Report conditions by which no card ever comes to a zone, because they compare it with the card that lies there.

Nothing is one after none: while a pile is empty, `rank of card is one after rank of top of pile` never holds. It is
reported where every rule that moves cards there asks for it, in whatever file, so that the pile stays empty.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs

from dsl.checks.empty_zones import filled_by, joined
from dsl.model import model as m
from dsl.model.traverse import declared_in, every_node, parts
from dsl.names.names import Names
from dsl.weaving.weaving import Weaving

Conditions = tuple[m.Expression, ...]


@attrs.frozen
class _Neighbours:
    """A comparison of a card with the one at an end of a zone, or at a place in it."""

    node: m.Compare
    other: m.Expression
    beside: m.Neighbour
    zone: str


@attrs.frozen
class _Rules:
    """What a ruleset declares: its definitions, those that are widened, and all its declarations."""

    every: Sequence[m.Declaration]
    defined: Mapping[str, m.Define]
    widened: frozenset[str]


def never_laid(weaving: Weaving) -> None:
    """Report comparisons by which a zone never gets its first card."""
    names = weaving.context.names
    if not names.ordered:
        return
    every = [each for file in names.ruleset.files for each in declared_in(file)]
    found = [each for part in names.ruleset.parts for each in _neighbours(part.declaration, names)]
    if not found or names.problems.found:
        return
    rules = _Rules(
        every,
        {each.name.text: each for each in every if isinstance(each, m.Define)},
        frozenset(each.name.text for each in every if isinstance(each, m.Adjust) and each.widens),
    )
    for each in found:
        ways = list(_ways(rules, each.zone))
        if ways and all(_asks(rules, conditions, each.zone, names) for conditions in ways):
            _report(names, each)


def _report(names: Names, found: _Neighbours) -> None:
    beside = found.beside
    way, other = ("after", "before") if beside.steps > 0 else ("before", "after")
    message = f"no first card comes to `{found.zone}`: while it is empty, nothing is one {way} none"
    first = "first" if beside.steps > 0 else "last"
    turned = f"{beside.member.span.sentence} is one {other} {found.other.span.sentence}"
    help_ = f"turn it round, and it holds for the {first} value on an empty zone: `{turned}`"
    names.problems.add("never-holds", message, found.node.span, help=help_)


def _neighbours(node: m.Node, names: Names) -> Iterator[_Neighbours]:
    """The comparisons within a part of the rules."""
    for each in every_node(node):
        if isinstance(each, m.Compare) and each.operator == "==":
            for beside, other in ((each.left, each.right), (each.right, each.left)):
                zone = _end(beside.member, names) if isinstance(beside, m.Neighbour) else ""
                if zone and isinstance(beside, m.Neighbour):
                    yield _Neighbours(each, other, beside, zone)


def _end(node: m.Expression, names: Names) -> str:
    """The zone at whose end lies the card of which a value is asked, or ""."""
    if not isinstance(node, m.Of) or not isinstance(node.term, m.EndCards | m.Nth):
        return ""
    if isinstance(node.term, m.EndCards) and node.term.count is not None:
        return ""
    zones = [each.text for each in every_node(node.term.place) if isinstance(each, m.Name) and each.text in names.zones]
    return zones[0] if len(zones) == 1 and names.zones[zones[0]].declared.refill is None else ""


def _ways(rules: _Rules, zone: str) -> Iterator[Conditions]:
    """For each rule by which cards come to a zone: the conditions of which all hold then."""
    called = _named(rules, zone)
    for declaration in rules.every:
        for node, conditions in _under(declaration, ()):
            into = (each for place in filled_by(node) for each in every_node(place))
            if any(isinstance(each, m.Name) and each.text in called for each in into):
                yield from _led_to(rules, declaration, conditions, frozenset())


def _named(rules: _Rules, zone: str) -> frozenset[str]:
    """A zone and all groups that it is in."""
    found, size = {zone}, 0
    while size != len(found):
        size = len(found)
        for each in rules.every:
            listed = (part for node in every_node(each) for part in joined(node)) if isinstance(each, m.Group) else ()
            if any(isinstance(name, m.Name) and name.text in found for part in listed for name in every_node(part)):
                assert isinstance(each, m.Group)
                found.add(each.name.text)
    return frozenset(found)


def _led_to(
    rules: _Rules, declaration: m.Declaration, conditions: Conditions, seen: frozenset[str]
) -> Iterator[Conditions]:
    """The conditions, with those of each rule that starts the event in which they stand."""
    name = declaration.event.text if isinstance(declaration, m.Handler) else ""
    name = declaration.name.text if isinstance(declaration, m.Event) else name
    starts = [] if name in seen else list(_starts(rules, name))
    if not name or name in _phases(rules) or (not starts and name not in seen):
        yield conditions
    for starting, around in starts:
        yield from _led_to(rules, starting, (*around, *conditions), seen | {name})


def _phases(rules: _Rules) -> set[str]:
    """The events that begin without a rule."""
    return {"setup", *(phase.text for each in rules.every if isinstance(each, m.Turn) for phase in each.phases)}


def _starts(rules: _Rules, event: str) -> Iterator[tuple[m.Declaration, Conditions]]:
    for declaration in rules.every:
        for node, conditions in _under(declaration, ()):
            if isinstance(node, m.Do) and node.event.text == event:
                yield declaration, conditions


def _under(node: m.Node, conditions: Conditions) -> Iterator[tuple[m.Node, Conditions]]:
    """All nodes within one, each with the conditions under which it takes effect."""
    match node:
        case m.Option(words, condition) | m.Ability(words, _, condition):
            chosen = (part.where for part in words if isinstance(part, m.Node))
            conditions = (*conditions, *(each for each in (condition, *chosen) if each is not None))
        case m.Hook(condition=m.Node() as condition):
            conditions = (*conditions, condition)
        case m.Each(selection):
            conditions = (*conditions, *([selection.where] if selection.where is not None else []))
        case m.Move(moved=m.Selection(where=m.Node() as where)):
            conditions = (*conditions, where)
        case _:
            pass
    yield node, conditions
    if isinstance(node, m.If):
        for each in node.then:
            yield from _under(each, (*conditions, node.condition))
        for each in node.otherwise:
            yield from _under(each, conditions)
        return
    for part in parts(node):
        yield from _under(part, conditions)


def _asks(rules: _Rules, conditions: Conditions, zone: str, names: Names) -> bool:
    """Whether one of several conditions compares with a card in a zone, so that all hold only if one lies there."""
    return any(_needs(rules, each, zone, names, frozenset()) for each in conditions)


def _needs(rules: _Rules, node: m.Expression, zone: str, names: Names, seen: frozenset[str]) -> bool:
    match node:
        case m.All(parts_):
            return any(_needs(rules, each, zone, names, seen) for each in parts_)
        case m.Either(parts_):
            return all(_needs(rules, each, zone, names, seen) for each in parts_)
        case m.Compare():
            return any(each.node is node and each.zone == zone for each in _neighbours(node, names))
        case m.Named(name) | m.Of(name) | m.Call(name) if name.text in rules.defined and name.text not in seen:
            if name.text in rules.widened:
                return False
            return _needs(rules, rules.defined[name.text].value, zone, names, seen | {name.text})
        case _:
            return False
