"""The endings of a game, and the tests of its states: whether it can still be won, and what must always hold."""

from __future__ import annotations

import attrs

from dsl.program.expressions import Expr
from dsl.program.texts import Told

ENDS = "victory and defeat"
"""The name of the procedure that tests whether the game is won or lost: branches, each with an `End`."""


@attrs.frozen
class Ending:
    """An ending of a game: "won", "lost" or "over" (neither), and the sentence for the player.

    If values are put into the sentence, `told` has them, and `sentence` has `…` for each.
    """

    status: str
    sentence: str
    origin: int = attrs.field(repr=False)
    told: Told | None = attrs.field(default=None, repr=False)


@attrs.frozen
class Rank:
    """What says who is in front: a value for each player, and whether the highest is the best."""

    highest: bool
    values: tuple[Expr, ...]
    words: str = attrs.field(repr=False)


@attrs.frozen
class ScorePart:
    """A number that scores add up: its words in the rules, and its value for each score."""

    words: str
    values: tuple[Expr, ...]


@attrs.frozen
class Scoring:
    """The scores of a game, and who wins.

    `scores` has one value for the whole table, or, with `by_player`, one for each player; `parts` are for people.
    Where there are `ranks`, the first decides who wins, the next among those who are level, and so on; then `tie`
    says of the players who are still level whether they win together ("shared"), none of them ("nobody"), or the
    "first" or "last" of them in the order of turns; a game in another language has `tie_words` for it. There are no
    `ranks` in a game for one player. `origin` is that of the score, `winner` that of the ranks; -1 if there is none.
    """

    scores: tuple[Expr, ...]
    parts: tuple[ScorePart, ...] = attrs.field(repr=False)
    by_player: bool
    ranks: tuple[Rank, ...]
    tie: str
    locals: int
    origin: int = attrs.field(repr=False)
    winner: int = attrs.field(repr=False)
    tie_words: str = attrs.field(default="", repr=False)


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
