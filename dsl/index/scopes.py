"""The variables that a rule can name at one place, and what little is known of the types of values.

Of a type only that is known on which the meaning of other names depends: a card, several cards, a member of a domain,
a marker, the value of an option.
"""

from __future__ import annotations

from typing import NamedTuple

import attrs

from dsl.index.symbols import Key
from dsl.index.tables import View


class Type(NamedTuple):
    """A type: its sort, and the domain, marker, zone, option or kind that is meant."""

    sort: str
    name: str = ""


NUMBER, TRUTH, CARD, CARDS, PLAYER, UNKNOWN = map(Type, ("number", "truth", "card", "cards", "player", "unknown"))


class Variable(NamedTuple):
    """A variable: the key of its symbol ("" as the sort of one that the language makes), and its type."""

    key: Key
    type: Type


@attrs.define
class Scope:
    """The meaning of names at one place: the variables, the card that a `where` is about, the modules in reach."""

    view: View
    variables: dict[str, Variable] = attrs.field(factory=dict)
    candidate: Variable | None = None

    def inner(self, **changes: object) -> Scope:
        """A scope within this one, to which variables can be added."""
        return attrs.evolve(self, variables=dict(self.variables), **changes)  # type: ignore[arg-type]


class Reach(NamedTuple):
    """The scope of a stretch of a file: from `start` to `end`, these variables can be named."""

    start: int
    end: int
    variables: tuple[tuple[str, Key], ...]
