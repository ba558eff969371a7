"""The shapes of the index: symbols, their declarations, and the references to them.

A symbol is one meaning of a name in a ruleset. Nothing here knows how a name finds its meaning (`binding`), nor what
the things do that are named.
"""

from __future__ import annotations

from typing import NamedTuple

import attrs

from dsl.text.source import Span

DECLARES, READS, CHANGES, HOOKS = "declares", "reads", "changes", "hooks"
EXPECTS, TRANSLATES = "expects", "translates"
"""The roles of a name at a place: "hooks" in a rule about an event, a prompt, a definition or a group, "expects" in a
scenario, "translates" in a texts file."""


class Key(NamedTuple):
    """What tells a symbol from all others.

    `sort` is the namespace (`number` also for flags and markers), `owner` the module that declares it, the declaration
    that it is a part of, or, for a variable, the place in a file.
    """

    sort: str
    name: str
    owner: str


class Use(NamedTuple):
    """Characters `start` to `end` of a file that mean a symbol; `role` as in `Reference`."""

    start: int
    end: int
    key: Key
    role: str


@attrs.frozen
class Declaration:
    """A place that declares a symbol: its `name`, the `whole` declaration, and the module that it is a part of.

    `implicit`: the name of a kind or domain stands there, which also is the name of the card or member that is chosen.
    """

    name: Span
    whole: Span
    module: str
    implicit: bool = False


@attrs.frozen
class Symbol:
    """One meaning of a name: its sort in the author's words, and all places that declare it, in the order of files.

    Several places declare a symbol where games have one or the other of them, and a number of files can add to it.
    """

    key: Key = attrs.field(repr=False)
    sort: str
    name: str
    declarations: tuple[Declaration, ...] = attrs.field(eq=False, repr=False)

    @property
    def span(self) -> Span:
        """The name at its first declaration."""
        return self.declarations[0].name

    @property
    def module(self) -> str:
        """The module, or the base game, that declares it first; "" for a file of scenarios."""
        return self.declarations[0].module

    @property
    def line(self) -> str:
        """The first line of its first declaration, without comment and rule numbers."""
        return self.declarations[0].whole.sentence


@attrs.frozen
class Reference:
    """A place where a symbol is named; `role` is one of those above."""

    span: Span
    symbol: Symbol
    role: str
