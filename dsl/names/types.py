"""The types of values, each with its words for messages and its short word for reasons.

A closed union, for `match`, of frozen shapes without behaviour. Types are equal if values of the one can be compared
with values of the other: it makes no difference which kind, option or zone is meant, or in what zones cards lie. This
module doesn't know what a domain holds (`names`), nor what a value has beside its type (`expressions/values`).
"""

from __future__ import annotations

from typing import ClassVar, TypeGuard

import attrs

from dsl.text.shapes import shape


@shape
class Number:
    """A number."""

    shown: ClassVar[str] = "a number"
    short: ClassVar[str] = "number"


@shape
class Truth:
    """A condition."""

    shown: ClassVar[str] = "a condition"
    short: ClassVar[str] = "truth"


@shape
class Card:
    """A card of the game, or none."""

    shown: ClassVar[str] = "a card"
    short: ClassVar[str] = "card"


@shape
class Player:
    """A player; the first is 0."""

    shown: ClassVar[str] = "a player"
    short: ClassVar[str] = "player"


@shape
class Member:
    """A member of a domain: a member of an enum or a position of a marker, which is a bit, or a `numbered` place.

    Several bits are a set of members.
    """

    domain: str
    numbered: bool = False

    @property
    def shown(self) -> str:
        """The type in words."""
        return f"{'an' if self.domain[:1] in 'aeiou' else 'a'} {self.domain}"

    @property
    def short(self) -> str:
        """The type in a word that tells bits from numbers."""
        return "place" if self.numbered else "enum"


@shape
class Cards:
    """A list of cards that lie in zones of one `shape`, as in `program.Place`."""

    shape: str = attrs.field(default="", eq=False)

    shown: ClassVar[str] = "several cards"
    short: ClassVar[str] = "cards"


@shape
class Class:
    """All cards of a kind, a class or a face, by its name."""

    name: str = attrs.field(eq=False)

    shown: ClassVar[str] = "a kind of cards"
    short: ClassVar[str] = "class"


@shape
class Word:
    """The value of an option, if it is no number."""

    option: str = attrs.field(eq=False)

    shown: ClassVar[str] = "a value of an option"
    short: ClassVar[str] = "word"


@shape
class Zone:
    """A zone that a variable names."""

    name: str = attrs.field(eq=False)

    shown: ClassVar[str] = "a zone"
    short: ClassVar[str] = "zone"


@shape
class Nothing:
    """None of any type."""

    shown: ClassVar[str] = "none"
    short: ClassVar[str] = "none"


@shape
class Wrong:
    """The type of an expression with a reported problem; no further problem is reported for it."""

    shown: ClassVar[str] = "unknown"
    short: ClassVar[str] = "wrong"


Plain = Number | Truth | Player | Member | Class | Word | Zone | Nothing | Wrong
"""The types of values that are neither a card nor a list of cards."""

Type = Plain | Card | Cards


def is_bit(type_: Type) -> TypeGuard[Member]:
    """Whether values of a type are bits: members of an enum, or positions of a marker."""
    return isinstance(type_, Member) and not type_.numbered


def is_numbered(type_: Type) -> TypeGuard[Member]:
    """Whether values of a type are numbered places."""
    return isinstance(type_, Member) and type_.numbered
