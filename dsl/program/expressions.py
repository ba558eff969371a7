"""Expressions of the program, which are pure.

The value of an expression is an integer (also yes/no as 1/0, a card, a zone, a player, a member of an enumeration, a
set of members as a bit mask) or a list of cards (see `lists`).
"""

from __future__ import annotations

from dsl.text.shapes import shape

NO_CARD = -1


@shape(cache_hash=True)
class Int:
    """A constant."""

    value: int


@shape(cache_hash=True)
class Cards:
    """A constant list of cards; in a program whose lists are `Wide`, it may be `bytes` if its ids fit."""

    ids: bytes


@shape(cache_hash=True)
class Local:
    """A local of the running procedure."""

    index: int


@shape(cache_hash=True)
class Number:
    """A number of the state; `index` is an expression, because a number may be one per player."""

    index: Expr


@shape(cache_hash=True)
class Zone:
    """The cards in a zone, as a list; `index` is an expression, because a zone may be one per player."""

    index: Expr


@shape(cache_hash=True)
class Attribute:
    """A printed attribute of a card: `program.tables[table].values[card]`."""

    table: int
    card: Expr


@shape(cache_hash=True)
class Fact:
    """A mutable fact of a card that has facts (0 for every other card and for no card)."""

    fact: int
    card: Expr


@shape(cache_hash=True)
class Binary:
    """`+ - * // %`, `== != < <= > >=`, `& |` on integers; `++` joins two lists; `in`: card `left` in list `right`.

    `//` and `%` by 0 give 0.
    """

    operator: str
    left: Expr
    right: Expr


@shape(cache_hash=True)
class And:
    """All hold; read from left to right, stopping at the first that doesn't. Empty: 1."""

    parts: tuple[Expr, ...]


@shape(cache_hash=True)
class Or:
    """One holds; read from left to right, stopping at the first that does. Empty: 0."""

    parts: tuple[Expr, ...]


@shape(cache_hash=True)
class Not:
    """1 if `part` is 0, otherwise 0."""

    part: Expr


@shape(cache_hash=True)
class If:
    """`then` if `condition` is not 0, otherwise `otherwise`; only that one is read."""

    condition: Expr
    then: Expr
    otherwise: Expr


@shape(cache_hash=True)
class Size:
    """How many cards a list holds."""

    cards: Expr


@shape(cache_hash=True)
class Element:
    """A card of a list by position (0 first, -1 last); `NO_CARD` when there is none."""

    cards: Expr
    position: Expr


@shape(cache_hash=True)
class Position:
    """The first position (from 0) at which a card stands in a list, or -1."""

    cards: Expr
    card: Expr


@shape(cache_hash=True)
class Slice:
    """`cards[start:stop]` as Python has it, negative positions included; `stop` None: to the end."""

    cards: Expr
    start: Expr
    stop: Expr | None


@shape(cache_hash=True)
class Filter:
    """Those cards of a list for which `condition` holds, with each card in turn in local `local`; order is kept."""

    cards: Expr
    local: int
    condition: Expr


@shape(cache_hash=True)
class Count:
    """How many cards of a list satisfy `condition` (as in `Filter`)."""

    cards: Expr
    local: int
    condition: Expr


@shape(cache_hash=True)
class Exists:
    """1 if a card of a list satisfies `condition` (as in `Filter`)."""

    cards: Expr
    local: int
    condition: Expr


@shape(cache_hash=True)
class ExistsRun:
    """1 if some `size` neighbours in a list satisfy `condition`, with the list of them in turn in local `local`."""

    cards: Expr
    size: int
    local: int
    condition: Expr


@shape(cache_hash=True)
class Find:
    """The first card of a list that satisfies `condition` (as in `Filter`), or `NO_CARD`."""

    cards: Expr
    local: int
    condition: Expr


@shape(cache_hash=True)
class Sum:
    """The sum of `value` over a list, with each card in turn in local `local`."""

    cards: Expr
    local: int
    value: Expr


@shape(cache_hash=True)
class Highest:
    """The highest `value` over a list, with each card in turn in local `local`; 0 for an empty list."""

    cards: Expr
    local: int
    value: Expr


@shape(cache_hash=True)
class Common:
    """The bitwise AND of a table's entries over a list; 0 for an empty list."""

    table: int
    cards: Expr


@shape(cache_hash=True)
class Reversed:
    """A list in the other direction."""

    cards: Expr


@shape(cache_hash=True)
class Without:
    """A list without one card: the last one equal to `card`; all of it if there is none."""

    cards: Expr
    card: Expr


@shape(cache_hash=True)
class Unpacked:
    """The cards that are packed in an integer: each card's id + 1, the first card's lowest.

    The base is 256, in a program whose lists are `Wide` 65,536.
    """

    number: Expr


@shape(cache_hash=True)
class Covered:
    """The value of `part`, a condition, which is recorded in the coverage log.

    Only programs linked for coverage hold such expressions.
    """

    part: Expr
    origin: int


Expr = (
    Int
    | Cards
    | Local
    | Number
    | Zone
    | Attribute
    | Fact
    | Binary
    | And
    | Or
    | Not
    | If
    | Size
    | Element
    | Position
    | Slice
    | Filter
    | Count
    | Exists
    | ExistsRun
    | Find
    | Sum
    | Highest
    | Common
    | Reversed
    | Without
    | Unpacked
    | Covered
)
"""Each caches its hash, because expressions are the keys of many tables."""
