"""The variables that a rule can name at one place, and what little is known of the types of values.

Of a type only that is known on which the meaning of other names depends: a card, several cards, a member of a domain,
a marker, the value of an option.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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
    """The places where some variables can be named: from `start` to `end`, and in the lines below.

    `below` are "" for none, "deeper" for those indented further than the line of `start`, "level" also for those that
    line up with it.
    """

    start: int
    end: int
    below: str
    variables: tuple[tuple[str, Key], ...]


def in_reach(text: str, offset: int, reaches: Iterable[Reach]) -> Iterator[Reach]:
    """Those of some scopes that begin above a place which it lies in, the outermost first."""
    within = []
    line_start = text.rfind("\n", 0, offset) + 1
    least, lowest = _indent(text, line_start, offset), line_start
    for reach in sorted(reaches, key=lambda each: (-each.start, each.end)):
        begin = text.rfind("\n", 0, reach.start) + 1
        while lowest > begin:
            lowest = text.rfind("\n", 0, lowest - 1) + 1
            if lowest > begin and text[lowest : text.find("\n", lowest)].strip():
                least = min(least, _indent(text, lowest, lowest))
        indent = _indent(text, begin, begin)
        deeper = reach.below == "deeper" and least > indent
        level = reach.below == "level" and least >= indent
        if offset <= reach.end or (line_start > begin and (deeper or level)):
            within.append(reach)
    yield from reversed(within)


def _indent(text: str, start: int, at: int) -> int:
    """The indentation of the line that begins at `start`; of a blank one, the column of the place `at`."""
    end = text.find("\n", start)
    line = text[start : end if end >= 0 else len(text)]
    blank = len(line) - len(line.lstrip())
    return blank if line.strip() else max(at - start, 0)
