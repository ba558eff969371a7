"""Cards that lie face down: backs, which lie in the place of covered cards.

A card that is turned face down goes to a zone that the language makes and nobody sees; a back, a card without a kind
or a printed value of the game, takes its place, and a fact of the back says which card it covers. So nothing that rules
read, and nothing that is shown of a zone, depends on a covered card. This module declares the zone and the backs, as a
step of `resolve`; `statements/facing` lowers the rules that turn cards.
"""

from __future__ import annotations

from dsl.model import model as m
from dsl.names.names import COVERED, FACE_DOWN, FACE_UP, Face, Kind, Names, ZoneFamily
from dsl.program.setup import BACK
from dsl.text.diagnostics import Label


def declare(names: Names) -> None:
    """Declare the zone of covered cards, and a back for each card that may lie face down, if there are any."""
    first = next(((part, kind) for part, kind in names.ruleset.all(m.Kind) if kind.facing is not None), None)
    if first is None:
        return
    part, kind = first
    _check_facts(names)
    copies = sum(count for face in names.faces.values() if names.kinds[face.kind].facing for _, count, _ in face.starts)
    if not copies or _taken(kind, names) or _attached(names):
        return
    span = kind.name.span
    zone = m.Zone(m.Name(COVERED, span=span), (), "heap", "hidden", -1, False, "", (), span=kind.span)
    names.zones[COVERED] = ZoneFamily(COVERED, part, len(names.zoned), (), zone)
    names.kinds[BACK] = Kind(BACK, (BACK,), {}, {}, None, part, span)
    names.faces[BACK] = Face(BACK, BACK, part, span, {}, [(COVERED, copies, span)])
    names.usage.use("zone", COVERED)
    names.usage.use("kind", BACK)


def _check_facts(names: Names) -> None:
    """Report facts that would be what the language says of cards by itself."""
    for kind in names.kinds.values():
        for name in (FACE_DOWN, FACE_UP):
            said = kind.facts.get(name) or kind.attributes.get(name)
            if said is not None and said.name.text not in names.problems.twice:
                message = f"`{name}` says how a card lies, so it can't be a name here"
                names.problems.add(
                    "reserved-name", message, said.name.span, help=f"leave the fact out: `card is {name}` says it"
                )
                names.problems.twice.add(name)


def _taken(kind: m.Kind, names: Names) -> bool:
    """Whether a card or kind has the name that the language needs; reports it."""
    assert kind.facing is not None
    taken = names.faces.get(BACK) or names.kinds.get(BACK)
    if taken is not None:
        message = f"`{BACK}` is what any card that lies face down is called"
        related = [Label(kind.facing.span, "these")]
        names.problems.add("declared-twice", message, taken.span, related=related, help="give this another name")
    return taken is not None


def _attached(names: Names) -> bool:
    """Whether cards that may lie face down lie on others, or under them, where they would show which they are."""
    for kind in names.kinds.values():
        if kind.facing and (kind.rides or any(carrier in kind.lineage for carrier in names.rides.values())):
            message = f"`{kind.name}` lies on other cards, or under them, so it can't lie face down"
            related = [Label(kind.facing.span, "which is said here")]
            names.problems.add("bad-value", message, kind.span, related=related, help="leave one of both out")
            return True
    return False
