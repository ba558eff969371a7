"""How a game ends, and what its states are tested for: whether it can still be won, and what must hold."""

from __future__ import annotations

import attrs

from dsl.program.expressions import Expr

ENDS = "victory and defeat"
"""The name of the procedure that tests whether the game is won or lost: branches, each with an `End`."""


@attrs.frozen
class Ending:
    """How a game ends: "won" or "lost", the sentence for the player."""

    status: str
    sentence: str
    origin: int = attrs.field(repr=False)


@attrs.frozen
class OutOfReach:
    """A condition under which the game can't be won any more, and the sentence that says so."""

    condition: Expr
    sentence: str
    locals: int
    origin: int = attrs.field(repr=False)


@attrs.frozen
class Invariant:
    """What must hold in every state at a decision."""

    name: str
    condition: Expr
    locals: int
    origin: int = attrs.field(repr=False)
