"""The list `o` of the picks at one choice, while the code that makes it is written.

In the code, `m` becomes true where cards that share a name may be among the picks, so that some of these read the same;
`r` has the loads of cards (see `attachments`).
"""

from __future__ import annotations

from interpreter.generated.emission import Emission


class PickList:
    """Collects the items of the list until they are written in one line, and the names that the options share.

    `block` is that of the choice. With `marking`, the code must set `m`.
    """

    def __init__(self, block: int, marking: bool, indent: str) -> None:
        self.block = block
        self.marking = marking
        self._indent = indent
        self._items: list[str] = []
        self._begun = False
        self._lists: dict[str, str] = {}
        self._ahead: dict[str, str] = {}
        self._marks: dict[str, None] = {}

    def add(self, item: str) -> None:
        """Add source for an item, or for a starred list of items."""
        self._items.append(item)

    def flush(self, at: Emission) -> None:
        """Write a line for what was added since the last one."""
        if self._items or not self._begun:
            at.write(f"o {'+=' if self._begun else '='} [{', '.join(self._items)}]")
        self._items, self._begun = [], True

    def named(self, listed: str, at: Emission) -> str:
        """The name of a list of cards; if possible, the one that it was given before."""
        if listed.isidentifier():
            return listed
        if listed in self._lists:
            return self._lists[listed]
        name = at.fresh("z")
        at.write(f"{name} = {listed}")
        if at.writer.place().indent == self._indent and not listed.startswith("enumerate("):
            self._lists[listed] = name  # the name has its value whatever happens
        return name

    def apart(self, cards: str, at: Emission) -> str:
        """The name of a list without cards that read the same, computed before all picks."""
        self.mark_special(cards)
        listed = f"apart({cards}, r)"
        return self._ahead.get(listed) or self._ahead.setdefault(listed, at.fresh("z"))

    def mark_special(self, cards: str) -> None:
        """Let `m` be true if some of these cards are distinguished from others of their name by the state."""
        self._marks[cards] = None

    def ahead(self) -> list[str]:
        """The lines before all picks: they set the names of lists, and `m`."""
        lines = [f"{name} = {listed}" for listed, name in self._ahead.items()]
        if not self.marking:
            return lines
        special = " or ".join(f"special({cards}, r)" for cards in self._marks)
        return [*lines, f"m = b'1' if {special} else b''" if special else "m = b''"]


def named_zone(zone: str, at: Emission) -> str:
    """Source for a zone as a number or a name."""
    if zone.isdigit() or zone.isidentifier():
        return zone
    name = at.fresh("y")
    at.write(f"{name} = {zone}")
    return name
