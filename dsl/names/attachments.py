"""Cards that lie on others and travel with them: riders, and the carriers on which they lie.

A rider lies in a zone that the language makes, and its fact says on which card. Every copy of a carrier has an id of
its own, so that no rider changes when its carrier moves. This module declares the zone, as a step of `resolve`;
`statements/attach` lowers the rules that lay cards.
"""

from __future__ import annotations

from dsl.linking.ruleset import Part
from dsl.model import model as m
from dsl.names.names import RIDING, Kind, Names, ZoneFamily
from dsl.program.setup import BACK
from dsl.text.diagnostics import Label


def declare(names: Names) -> None:
    """Find the kinds whose cards may lie on others, and declare the zone of the cards that do."""
    first: tuple[Part, m.Kind | m.ExtendKind] | None = None
    for part, kind in names.ruleset.all(m.Kind, m.ExtendKind):
        if kind.rides is not None and _sound(kind.rides, part, names):
            names.rides[kind.name.text] = kind.rides.carrier.text
            first = first or (part, kind)
    for _, kind in names.ruleset.all(m.Kind, m.ExtendKind):
        if kind.rides is not None:
            _check_order(kind.rides, names)
    if first is not None:
        _make_zone(*first, names)


def has_own_ids(kind: Kind, names: Names) -> bool:
    """Whether every card of a kind has an id of its own."""
    return (
        bool(kind.facts or kind.rides)
        or kind.name == BACK
        or any(carrier in kind.lineage for carrier in names.rides.values())
    )


def _sound(rides: m.Rides, part: Part, names: Names) -> bool:
    carrier, target = rides.carrier, rides.target
    if carrier.text not in names.kinds:
        names.say_unknown("kind", carrier, names.kinds)
        return False
    names.see(carrier, names.kinds[carrier.text].part, part)
    if target.text not in names.zones:
        names.say_unknown("zone", target, names.zones)
        return False
    names.see(target, names.zones[target.text].part, part)
    names.usage.use("zone", target.text)
    if names.zones[target.text].count > 1:
        names.problems.add("type", f"there are several zones `{target.text}`", target.span, help="name a single zone")
    return True


def _check_order(rides: m.Rides, names: Names) -> None:
    """Report a kind that lies on others if its own cards carry others."""
    for kind in names.kinds.values():
        if rides.carrier.text in kind.lineage and kind.rides is not None:
            message = f"`{kind.name}` lies on other cards itself"
            related = [Label(kind.rides.span, "here")]
            names.problems.add("circular", message, rides.carrier.span, related=related)
            return


def _make_zone(part: Part, kind: m.Kind | m.ExtendKind, names: Names) -> None:
    if RIDING in names.zones:
        message = f"`{RIDING}` is the zone of the cards that lie on others"
        related = [Label(kind.span, "these")]
        there = names.zones[RIDING].declared.name.span
        names.problems.add("declared-twice", message, there, related=related, help="give this zone another name")
        return
    name = m.Name(RIDING, span=kind.name.span)
    zone = m.Zone(name, (), "heap", "public", -1, False, "", (), span=kind.span)
    names.zones[RIDING] = ZoneFamily(RIDING, part, len(names.zoned), (), zone)
    names.usage.use("zone", RIDING)
