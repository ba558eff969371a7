"""Find what a name means: the order in which the compiler looks it up, without a game.

Follows `expressions/lower_expression` for values and `expressions/places` for zones. What no rule may name from here is
found last: the compiler reports it, and an author wants to see where it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import attrs

from dsl.index.declared import Entry
from dsl.index.scopes import CARD, CARDS, NUMBER, PLAYER, TRUTH, UNKNOWN, Scope, Type
from dsl.index.symbols import Key
from dsl.index.tables import Tables
from dsl.names.names import LETTERS

KINDS = ("card", "kind", "class")
"""The namespaces of cards, kinds and classes, which one word names."""

BUILT_IN = Key("language", "", "")
"""The key of names that the language declares: `player`, `card`, `those`."""

Found = tuple[Entry, str]
"""An entry, and the part of the name that means it: `tray` in `tray 2`, `keys` for `key`."""


@attrs.frozen
class Lookup:
    """Finds what names mean in the files of a ruleset."""

    tables: Tables
    defined: Callable[[Entry], Type]
    """The type of a definition."""

    def first(self, spaces: Iterable[str], name: str, scope: Scope) -> Entry | None:
        """The first of some namespaces in which a rule may name this."""
        return next((e for space in spaces if (e := self.tables.visible(space, name, scope.view))), None)

    def cards(self, name: str, scope: Scope) -> Found | None:
        """The card, kind or class that a word, or its plural, names."""
        for text in (name, name.removesuffix("s")):
            found = self.first(KINDS, text, scope)
            if found is not None or text == "card":
                return (found, name) if found is not None else None
        return None

    def is_cards(self, name: str, scope: Scope) -> bool:
        """Whether a word means cards, also if the language has it."""
        return name in ("card", "cards", "face down", "face up") or self.cards(name, scope) is not None

    def printed(self, name: str, scope: Scope) -> Entry | None:
        """A fact or an attribute."""
        return self.first(("fact", "attribute"), name, scope)

    def place(self, name: str, scope: Scope) -> Entry | None:
        """A group or a zone."""
        return self.first(("group", "zone"), name, scope)

    def domain(self, name: str, scope: Scope) -> Entry | None:
        """A domain by its name, other than the players: an enum, numbered places, a marker that stands at members."""
        marker = self.first(("number",), name, scope)
        if marker is not None and marker.sort == "marker" and self.member_of(marker, scope):
            return marker
        return self.first(("enum", "places"), name, scope)

    def domain_type(self, name: str, scope: Scope) -> Type:
        """The type of the members of a domain."""
        if name == "player":
            return PLAYER
        entry = self.domain(name, scope)
        if entry is not None and entry.sort == "marker":
            return self.domain_type(self.member_of(entry, scope), scope)
        return Type("member", name) if entry is not None or " or " in name else UNKNOWN

    def member_of(self, marker: Entry, scope: Scope) -> str:
        """The domain that all positions of a marker but `none` are members of, or ""."""
        positions = [each for each in self.positions(marker) if each != "none"]
        return positions[0] if len(positions) == 1 and self._is_domain(positions[0], scope) else ""

    def positions(self, marker: Entry) -> tuple[str, ...]:
        """The positions of a marker as they are declared: words, and domains."""
        return marker.details[1]  # type: ignore[return-value]

    def _is_domain(self, name: str, scope: Scope) -> bool:
        return name == "player" or self.first(("enum", "places"), name, scope) is not None

    def position(self, marker: str, name: str, scope: Scope) -> tuple[bool, Found | None]:
        """Whether a word is a position of a marker, and what it means: a word of its own, or a member of a domain."""
        entry = self.first(("number",), marker, scope)
        if entry is None:
            return False, None
        for each in self.positions(entry):
            if self._is_domain(each, scope):
                of, member = self.member(each, name, scope)
                if of:
                    return True, member
            elif each == name:
                own = self.first((f"position of {marker}",), name, scope)
                return True, (own, name) if own else None
        return False, None

    def member(self, domain: str, name: str, scope: Scope) -> tuple[bool, Found | None]:
        """Whether a word is that of a member of a domain, and what it means."""
        if domain == "player":
            dummy = self.first(("dummy",), name, scope)
            return (dummy is not None or name in LETTERS), (dummy, name) if dummy else None
        value = self.first(("value",), name, scope)
        if value is not None and value.details[0] == domain:
            return True, (value, name)
        found = self.numbered(name, scope)
        return (found is not None and found[0].name == domain), found

    def numbered(self, name: str, scope: Scope) -> Found | None:
        """The places of which a word such as `tray 2` is one."""
        place, _, number = name.rpartition(" ")
        if not place or not number.isdecimal():
            return None
        entry = self.first(("places",), place, scope)
        if entry is None or not entry.details[0] <= int(number) <= entry.details[1]:  # type: ignore[operator]
            return None
        return entry, place

    def of_number(self, entry: Entry, scope: Scope) -> Type:
        """The type of a number, flag or marker as a value."""
        if entry.sort != "marker":
            return TRUTH if entry.sort == "flag" else NUMBER
        of = self.member_of(entry, scope)
        return self.domain_type(of, scope) if of else Type("marker", entry.name)

    def of_printed(self, entry: Entry) -> Type:
        """The type of a fact or an attribute as a value."""
        name = entry.details[1]
        if entry.space == "fact" or name == "number":
            return NUMBER
        return Type("member", str(name))

    def of_parameter(self, name: str, scope: Scope) -> Type:
        """The type of a parameter; without a type it is a card."""
        if not name:
            return CARD
        if name == "number":
            return NUMBER
        if name == "cards":
            return CARDS
        found = self.domain_type(name, scope)
        return CARD if found is UNKNOWN else found
