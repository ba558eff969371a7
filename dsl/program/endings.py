"""The endings of a game, and the tests of its states: whether it can still be won, and what must always hold."""

from __future__ import annotations

import attrs

from dsl.program.expressions import Expr
from dsl.program.texts import Told

ENDS = "victory and defeat"
"""The name of the procedure that tests whether the game is won or lost: branches, each with an `End`."""


@attrs.frozen
class Ending:
    """An ending of a game: "won" or "lost", and the sentence for the player.

    If values are put into the sentence, `told` has them, and `sentence` has `…` for each.
    """

    status: str
    sentence: str
    origin: int = attrs.field(repr=False)
    told: Told | None = attrs.field(default=None, repr=False)


@attrs.frozen
class OutOfReach:
    """A condition under which the game can't be won any more, and the sentence (see `Ending`) that says so."""

    condition: Expr
    sentence: str
    locals: int
    origin: int = attrs.field(repr=False)
    told: Told | None = attrs.field(default=None, repr=False)


@attrs.frozen
class Invariant:
    """A condition that must hold in every state at a decision."""

    name: str
    condition: Expr
    locals: int
    origin: int = attrs.field(repr=False)
