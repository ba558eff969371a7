"""Declare the events at which piles that ran out are made anew of other zones: `refilling deck`.

Such an event is one like any other, so rules can hook, replace and forbid it. It is about those to whom the pile
belongs, if there is one for each player or for each member of another domain. `statements/refill` says when it happens.
"""

from __future__ import annotations

from dsl.model import model as m
from dsl.names.names import Names, ZoneFamily
from dsl.text.diagnostics import Label

OWNER = "owner"
"""The parameter of the event for the player whose pile it is; `player` stays the acting one."""

NOT_A_PILE = "only a pile runs out: write `pile` here, or move the cards in a rule"


def event_of(zone: str) -> str:
    """The name of the event at which a pile is made anew."""
    return f"refilling {zone}"


def declare(names: Names) -> None:
    """Declare the event of each pile that is refilled; reports what can't be."""
    for family in names.zones.values():
        refill = family.declared.refill
        if refill is not None and _fits(names, family, refill):
            event = _event(family, names.zones[refill.source.text], refill)
            if event.name.text in names.events:
                related = [Label(names.events[event.name.text][1].span, "the event")]
                message = f"`{event.name.text}` is an event, and what this pile does when it runs out"
                help_ = "give the event another name"
                names.problems.add("declared-twice", message, refill.span, related=related, help=help_)
                continue
            names.events[event.name.text] = (family.part, event)
            names.refills.update(dict.fromkeys(family.indices, family))


def _fits(names: Names, family: ZoneFamily, refill: m.Refill) -> bool:
    """Whether a pile can be refilled from a zone; reports why not."""
    source = names.zones.get(refill.source.text)
    if source is None:
        names.say_unknown("zone", refill.source, names.zones)
        return False
    names.see(refill.source, source.part, family.part)
    pile, other = family.name, source.name
    if family.declared.shape != "pile":
        names.problems.add("type", f"a {family.declared.shape} isn't refilled", refill.span, help=NOT_A_PILE)
    elif pile == other:
        names.problems.add("type", f"`{pile}` can't be refilled from itself", refill.span, help="name another zone")
    elif source.domains and [of.name for of in source.domains] != [of.name for of in family.domains]:
        per = " ".join(f"per {of.name}" for of in source.domains)
        message = f"there is a `{other}` {per}, and it isn't said which of them refills `{pile}`"
        names.problems.add("type", message, refill.span, help=f"declare `zone {pile} {per}`, or name another zone")
    else:
        return True
    return False


def _event(family: ZoneFamily, source: ZoneFamily, refill: m.Refill) -> m.Event:
    """The event: all cards of the one zone are shuffled into the other."""
    span = refill.span
    parameters = tuple(
        m.Parameter(
            m.Name(OWNER if of.name == "player" else of.name, span=span),
            m.Type("plain", of.name, 0, 0, "", span=span),
            span=span,
        )
        for of in family.domains
    )
    whose = tuple(m.Named(each.name, span=span) for each in parameters)

    def zone(of: ZoneFamily) -> m.Expression:
        name = m.Name(of.name, span=span)
        match whose if of.domains else ():
            case ():
                return m.Named(name, span=span)
            case (one,):
                return m.Of(name, one, span=span)
            case several:
                return m.Call(name, several, span=span)

    shuffled = m.Shuffle(zone(source), zone(family), span=span)
    name = m.Name(event_of(family.name), span=span)
    return m.Event(name, parameters, False, family.declared.citations, (shuffled,), span=span)
