"""The cards of a zone for the player who asks: in their order, and counted by name.

The table shows only the size or the top card of some zones. A listing shows nothing beyond the player's view.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from dsl import Program
from dsl.text.spelling import counted
from reverie.table import MOST_LISTED

if TYPE_CHECKING:
    from interpreter import ZoneView

ORDERS = {"pile": "from the top", "line": "from the left"}
"""The order in which the cards of a zone are listed, by its shape; other shapes have none."""


def matching(program: Program, zones: Sequence[ZoneView], words: str) -> tuple[ZoneView, ...]:
    """The zones that a person means: by name, label of the table, family, or part of a name.

    `tray 1` includes `tray 1 left` and `tray 1 right`, which belong to the same place.
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
    """A zone's name, the number of its cards and their order."""
    order = ORDERS.get(_shape(program, zone), "") if zone.cards and len(zone.cards) > 1 else ""
    return ", ".join(filter(None, (zone.name[:1].upper() + zone.name[1:], counted(zone.size, "card"), order)))


def lines(program: Program, zone: ZoneView) -> tuple[str, ...]:
    """The cards in their order, if they have one, and counted by name; or a sentence that they are hidden."""
    if not zone.size:
        return ("This zone is empty.",)
    if not zone.cards:
        return ("You may not see these cards.",)
    counted = Counter(zone.cards)
    by_name = ", ".join(f"{counted[card]} {card}" for card in sorted(counted))
    ordered = _shape(program, zone) in ORDERS
    if max(counted.values()) == 1:
        return (", ".join(zone.cards if ordered else sorted(zone.cards)),)
    if not ordered:
        return (by_name,)
    in_order = zone.cards if zone.size <= MOST_LISTED else _runs(zone.cards)
    return (", ".join(in_order), f"By name: {by_name}")


def _runs(cards: Sequence[str]) -> Iterator[str]:
    """Cards in their order, of which equal neighbours are counted."""
    for card, group in groupby(cards):
        count = sum(1 for _ in group)
        yield card if count == 1 else f"{card} ×{count}"


def known(zones: Sequence[ZoneView]) -> str:
    """A list of the zones whose cards the player sees."""
    return "zones with visible cards: " + (", ".join(f"`{zone.name}`" for zone in zones if zone.cards) or "none")


def _called(name: str, asked: str) -> bool:
    return name == asked or (asked[-1:].isdigit() and name.startswith(f"{asked} "))


def _same(label: str, asked: str) -> bool:
    return label.casefold() == asked


def _shape(program: Program, zone: ZoneView) -> str:
    return next((place.shape for place in program.places if place.name == zone.name), "")
