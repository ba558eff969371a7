"""What modules add to kinds that are declared elsewhere: attributes, facts, and cards on which theirs may lie.

A step of `resolve`, before kinds have their attributes. Two declarations of one name are reported with both places.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from dsl.linking.ruleset import Part
from dsl.model import model as m
from dsl.model.products import cards_of
from dsl.names.names import Names
from dsl.text.diagnostics import Label

Declared = Mapping[str, tuple[Part, m.Kind | m.Card]]


@attrs.frozen
class Extended:
    """Additions to a kind."""

    attributes: tuple[m.AttributeOf, ...] = ()
    rides: m.Rides | None = None


def of_kinds(names: Names, declared: Declared) -> dict[str, Extended]:
    """All additions to each kind; reports those to kinds that aren't declared, and clashes."""
    found: dict[str, Extended] = {}
    for part, node in names.ruleset.all(m.ExtendKind):
        name = node.name.text
        if name not in declared:
            of = _kind_of_card(name, names)
            sure = f"`{name}` is a card: extend its kind, `extend kind {of}`" if of else ""
            names.say_unknown("kind", node.name, declared, sure=sure)
            continue
        names.see(node.name, declared[name][0], part)
        there = found.get(name, Extended())
        own = declared[name][1]
        known = {each.name.text: each for each in (*_attributes(own), *there.attributes)}
        new = tuple(each for each in node.attributes if _is_new(each, known, names))
        found[name] = Extended((*there.attributes, *new), _rides(node, own, there, names))
    return found


def _kind_of_card(name: str, names: Names) -> str:
    """The kind of a card that a table declares, or ""."""
    for _, table in names.ruleset.all(m.CardTable):
        if table.kind and name in cards_of(table, names.ruleset.files):
            return table.kind.text
    return ""


def _attributes(kind: m.Kind | m.Card) -> tuple[m.AttributeOf, ...]:
    return kind.attributes if isinstance(kind, m.Kind) else ()


def _is_new(attribute: m.AttributeOf, known: dict[str, m.AttributeOf], names: Names) -> bool:
    """Whether a kind doesn't have such an attribute or fact yet; reports it otherwise."""
    name = attribute.name.text
    if name in known:
        related = [Label(known[name].span, "first declared here")]
        message, help_ = f"this kind has `{name}` already", "give one of them another name"
        names.problems.add("declared-twice", message, attribute.span, related=related, help=help_)
    return known.setdefault(name, attribute) is attribute


def _rides(node: m.ExtendKind, kind: m.Kind | m.Card, there: Extended, names: Names) -> m.Rides | None:
    """The cards on which those of a kind may lie; reports a second declaration of them."""
    first = there.rides or (kind.rides if isinstance(kind, m.Kind) else None)
    if node.rides is not None and first is not None:
        related = [Label(first.span, "first declared here")]
        message = f"cards of `{kind.name.text}` ride on other cards already"
        help_ = f"let the carriers be of one kind, and `{kind.name.text}` ride on that"
        names.problems.add("declared-twice", message, node.rides.span, related=related, help=help_)
    return there.rides or node.rides
