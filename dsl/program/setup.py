"""The components of a game: its cards, zones and numbers, each by its index.

A card is an id, and a zone an index (see `program`). These shapes don't hold a position: no card of them
lies anywhere yet.
"""

from __future__ import annotations

import attrs

from dsl.program.lists import lists_for

TRUTHS = ("no", "yes")
"""The words for what is false and true: those of the values of a flag."""

MOST_COPIES = 2_000
"""The most cards that a game can have, equal ones included."""


@attrs.frozen
class Face:
    """The printed face of the cards with one id.

    `kinds`: its kind and those above it; `total` such cards are in the game.
    """

    name: str
    kinds: tuple[str, ...]
    total: int
    module: str


@attrs.frozen
class Place:
    """A zone as the state has it.

    `name` is its name for people (`deck`, `A hand`; a zone per player in a game for one has no letter), `family` the
    declared name, `owner` a player or -1. `shape` is "pile", "line" or "heap"; `seen` "public", "private" (to its
    owner; to everybody when the program's `open_hands` is set) or "hidden". `looker`: a number of the state that says
    who sees it just now (0: as `seen` says; otherwise only player `value - 1`), or -1. `looked_from`: a zone whose
    size counts these cards while a player looks at them, or -1. `limit`: the most cards it can hold, or -1.
    """

    name: str
    family: str
    owner: int
    shape: str
    seen: str
    looker: int = -1
    looked_from: int = -1
    limit: int = -1


@attrs.frozen
class Counter:
    """A number of the state: its name (`used`, `A used`), family, owner (or -1), first value and range.

    `hidden` ones are the engine's own. With `words` people call its values by these: from 0 those of a flag, or 1, 2,
    4 … those of a marker.
    """

    name: str
    family: str
    owner: int
    initial: int
    minimum: int
    maximum: int
    hidden: bool = False
    words: tuple[str, ...] = ()

    @property
    def values(self) -> tuple[int, ...]:
        """The values that have words, in the order of the words."""
        return tuple(1 << at if self.minimum else at for at in range(len(self.words)))


@attrs.frozen
class FactOf:
    """A mutable fact: its name (`asleep`), the short word for a position (`asleep`), its first value and its maximum.

    `count` card ids have it, from `first` on. With `words`, each value has one, which stands behind the card's name
    in place of the mark. The words of options tell facts, too, except those that are `most_first`: of cards that read
    the same in an option, the one with the highest value of such a fact is chosen.
    """

    name: str
    mark: str
    first: int
    count: int
    initial: int
    maximum: int
    words: tuple[str, ...] = ()
    most_first: bool = False

    @property
    def lists(self) -> type[bytes]:
        """The kind of the list of its values: they are greater than a byte only if they stand for cards."""
        return lists_for(self.maximum)

    @property
    def is_told(self) -> bool:
        """Whether the words of options tell this fact."""
        return bool(self.mark or any(self.words)) and not self.most_first


@attrs.frozen
class Riding:
    """Cards that lie on others and travel with them.

    They are in a zone of their own, a public heap. Their fact `fact` is the id of the card on which they lie, plus 1.
    People see them with that card (`clay pot + clock`), so they see them only where they see it. `carriers` are the
    cards on which others may lie; each has an id of its own.
    """

    zone: int
    fact: int
    carriers: bytes


BACK = "face-down card"
"""The name of a card that lies face down."""


@attrs.frozen
class Facing:
    """Cards that lie face down.

    Such a card is in the zone `zone`, a hidden heap. A *back* lies in its place, and the fact `fact` of the back is the
    id of the covered card, plus 1. The backs that cover nothing are in that zone, too. They have the ids from `first`
    on, `count` of them. `cards` are those that may lie face down.
    """

    zone: int
    fact: int
    cards: bytes
    first: int
    count: int

    @property
    def backs(self) -> range:
        """The ids of the backs."""
        return range(self.first, self.first + self.count)


@attrs.frozen
class Table:
    """A printed attribute by card id, with one more entry for no card.

    `members`: the names of an enumeration's members, or ().
    """

    name: str
    values: tuple[int, ...]
    members: tuple[str, ...]
