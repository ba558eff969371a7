"""The texts of a program for its players: the questions, the entries of the table, and the help."""

from __future__ import annotations

import attrs

from dsl.program.expressions import Expr
from dsl.program.texts import Told


@attrs.frozen
class Prompt:
    """A point at which the game waits: its stable name, and the question as a person reads it.

    `family` is the declared name; if there is a prompt for each member of a domain, `name` has the member's word, too.
    If values are put into the question, `told` has them, and `question` has `…` for each.
    """

    name: str
    question: str
    family: str = attrs.field(repr=False)
    told: Told | None = attrs.field(default=None, repr=False)


@attrs.frozen
class Look:
    """The words for cards on the table, by id: as `drawn` with signs, or `plain`."""

    drawn: tuple[str, ...]
    plain: tuple[str, ...]


@attrs.frozen
class Beside:
    """An addition to an entry of the table, shown while `condition` holds: cards of zones, or a value (see `Item`)."""

    label: str
    zones: tuple[int, ...]
    value: Expr | None
    members: tuple[str, ...]
    look: Look | None
    condition: Expr
    locals: int
    ends: tuple[Expr | None, ...] = ()


@attrs.frozen
class Item:
    """One entry of the table that a player sees.

    `label` is its heading. Either `zones` (indices, joined) with how they are shown: "cards" (every card the viewer may
    see), "counted" (the same, equal ones counted), "size" (only how many), "top" (size and topmost card); or `value`,
    an expression whose number is shown as a `members` word if there are any. `apart`, if given, is how many cards from
    the right are set apart, with the words `apart_label` (the set in the making). `condition`: the entry is shown only
    while it holds. `beside` are its additions, each under a label of its own. `look`: the words for the cards here, if
    not their names. `ends`: for each of the zones, the cards at one of its ends, if no others are shown, else None; ()
    if all zones are shown whole.
    """

    label: str
    zones: tuple[int, ...]
    style: str
    value: Expr | None
    members: tuple[str, ...]
    apart: Expr | None
    apart_label: str
    condition: Expr
    locals: int
    beside: tuple[Beside, ...] = ()
    look: Look | None = None
    ends: tuple[Expr | None, ...] = ()


@attrs.frozen
class Help:
    """A help text for players, and the ids of the cards it is about."""

    title: str
    cards: frozenset[int]
    text: str
    citations: tuple[str, ...]
    module: str
