"""All that lies in a zone, for the player who asks: in its order, and how many there are of each card.

The table shows of some zones no more than their size or their top card. Nothing is told here but what the view holds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from dsl import Program

if TYPE_CHECKING:
    from interpreter import ZoneView

ORDERS = {"pile": "from the top", "line": "from the left"}
"""In which order the cards of a zone are told, by its shape; others have none."""


def matching(program: Program, zones: Sequence[ZoneView], words: str) -> tuple[ZoneView, ...]:
    """The zones that a person means: a name, a label of the table, what several are, or a part of a name.

    With `tray 1` come `tray 1 left` and `tray 1 right`, which belong to the same place.
    """
    asked = " ".join(words.casefold().split())
    labelled = {program.places[zone].name for each in program.items if _same(each.label, asked) for zone in each.zones}
    for fits in (_called, str.startswith, str.__contains__):
        found = [zone for zone in zones if fits(zone.name.casefold(), asked)]
        found = found or [zone for zone in zones if zone.name in labelled]
        found = found or [zone for zone in zones if fits(zone.family.casefold(), asked)]
        if found:
            return tuple(found)
    return ()


def heading(program: Program, zone: ZoneView) -> str:
    """A zone's name, how many cards there are and how they are listed."""
    order = ORDERS.get(_shape(program, zone), "") if zone.cards and len(zone.cards) > 1 else ""
    count = f"{zone.size} {'card' if zone.size == 1 else 'cards'}"
    return ", ".join(filter(None, (zone.name[:1].upper() + zone.name[1:], count, order)))


def lines(program: Program, zone: ZoneView) -> tuple[str, ...]:
    """The cards in their order, if there is one, and by name with their number; or that they are hidden."""
    if not zone.size:
        return ("Nothing lies there.",)
    if not zone.cards:
        return ("You may not see these cards.",)
    counted = Counter(zone.cards)
    by_name = ", ".join(f"{counted[card]} {card}" for card in sorted(counted))
    ordered = _shape(program, zone) in ORDERS
    if max(counted.values()) == 1:
        return (", ".join(zone.cards if ordered else sorted(zone.cards)),)
    return (", ".join(zone.cards), f"By name: {by_name}") if ordered else (by_name,)


def known(zones: Sequence[ZoneView]) -> str:
    """In which zones there are cards to be seen."""
    return "cards to be seen: " + (", ".join(f"`{zone.name}`" for zone in zones if zone.cards) or "none")


def _called(name: str, asked: str) -> bool:
    return name == asked or (asked[-1:].isdigit() and name.startswith(f"{asked} "))


def _same(label: str, asked: str) -> bool:
    return label.casefold() == asked


def _shape(program: Program, zone: ZoneView) -> str:
    return next((place.shape for place in program.places if place.name == zone.name), "")
