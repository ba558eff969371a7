"""Texts for players that hold values of a game: questions, endings, and the words of options."""

from __future__ import annotations

import attrs

from dsl.program.expressions import Expr

ELLIPSIS = "…"
"""Stands for a value that isn't known."""


@attrs.frozen
class Gap:
    """A value that is put into a text.

    It is a "number", a "card" by its name, a "member" of a domain by its word in `words`, or a "set" of such members,
    as bits. `cards` are the locals of cards that it reads, each with the zone in which the card lies. `text` is how the
    rules write it.
    """

    kind: str
    value: Expr
    words: tuple[tuple[int, str], ...] = ()
    cards: tuple[tuple[int, Expr], ...] = ()
    text: str = attrs.field(default="", repr=False)


Parts = tuple[str | int | Gap, ...]
"""A text with gaps. In the words of an option, a number stands for the parameter of this number."""


@attrs.frozen
class Told:
    """A text with gaps that is told outside of any rule; their values need so many `locals`, all 0 at the start."""

    parts: Parts
    locals: int


def form_of(parts: Parts) -> str:
    """A text with `…` for all that isn't fixed."""
    return "".join(part if isinstance(part, str) else ELLIPSIS for part in parts)
