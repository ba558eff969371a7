"""Instructions of the program: straight code, which changes the state and never waits.

`origin` is an index into `program.origins`: the rule and the line an instruction was written for.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from dsl.program.expressions import Expr
from dsl.text.shapes import shape

LOOP_LIMIT = 10_000
"""The most rounds of one `While`; more are a rules fault."""

ROUND_LIMIT = 100_000
"""The most rounds of all `While` and `ForEach` between two decisions; more are a rules fault.

The rounds of a `While` are added when it ends, those of a `ForEach` before its first round. A round with much work
counts as several, and so does an expression with much work (see `interpreter/analysis/cost`).
"""


@shape
class SetLocal:
    """Give a local a value (integer or list)."""

    local: int
    value: Expr
    origin: int = attrs.field(repr=False)


@shape
class SetNumber:
    """Give a number of the state a value, clamped to the number's own range."""

    index: Expr
    value: Expr
    origin: int = attrs.field(repr=False)


@shape
class SetFact:
    """Give a card's fact a value; nothing happens for a card that doesn't have the fact."""

    fact: int
    card: Expr
    value: Expr
    origin: int = attrs.field(repr=False)


@shape
class Move:
    """Move one card from a zone to an end of another.

    Nothing moves if `card` does not lie in `source` (`NO_CARD` included). Of several equal cards the last one of
    the source's bytes moves (in a pile: the one nearest to the top). `end` is "last" (top of a pile, right end of a
    line) or "first" (bottom, left end); a heap ignores it. A move to the first end of a partly unordered pile first
    settles the order of that pile.

    With `position` (from 0), the card at that position moves, if it is this one.
    """

    card: Expr
    source: Expr
    target: Expr
    end: str
    origin: int = attrs.field(repr=False)
    position: Expr | None = None


@shape
class MoveAll:
    """Move the cards of a list as one change; at either end of the target, they stay in the list's order.

    Cards of the list that don't lie in `source` are skipped. Of several equal cards those nearest to the end
    `nearest` of the source move.
    """

    cards: Expr
    source: Expr
    target: Expr
    end: str
    origin: int = attrs.field(repr=False)
    nearest: str = "last"


@shape
class Draw:
    """Move the top card of a pile to the last end of another zone and put it into local `local`.

    From a pile whose ordered part is empty, one of the unordered cards is picked at random. With an empty pile,
    `local` becomes `NO_CARD` and nothing moves.
    """

    local: int
    source: Expr
    target: Expr
    origin: int = attrs.field(repr=False)


@shape
class Expose:
    """Bring the top `count` cards of a pile (all, if it holds fewer) into its ordered part.

    Cards are picked at random from the unordered part, one by one, and each goes under the ordered ones. The compiler
    puts this instruction before every expression that reads the order of a pile.
    """

    zone: Expr
    count: Expr
    origin: int = attrs.field(repr=False)


@shape
class Shuffle:
    """Shuffle a zone: a pile becomes unordered; a line gets a random order at once; a heap stays as it is.

    While bit `zone` of the state's *dealt* mask is set, the zone stays in the order in which it was dealt: the
    instruction clears the bit. If the zone holds cards that begin in other zones, which the deal had emptied, the rest
    of their cards is shuffled back into these from the box.
    """

    zone: Expr
    origin: int = attrs.field(repr=False)


@shape
class Roll:
    """Put a random integer from `least` to `most` into a local; `least`, if `most` isn't more.

    If the number `rolls` of the program holds what falls, that is taken from it instead (see `queued`).
    """

    local: int
    least: Expr
    most: Expr
    origin: int = attrs.field(repr=False)


@shape
class Pick:
    """Put a random integer of a list into a local; `none`, without using the generator, if there is none.

    If the number `picks` of the program holds what is picked, that is taken from it instead. `words` name the integers.
    With `cards` they are cards, any of the same name of which may be meant there.
    """

    local: int
    members: Expr
    none: int
    words: tuple[tuple[int, str], ...] = attrs.field(repr=False)
    origin: int = attrs.field(repr=False)
    cards: bool = False


FALL = 1 << 64
"""The base in which what falls is held in a number, the next first."""

MOST_FALLS = 60
"""The most rolls, and the most picks, that can be said beforehand."""


def queued(falls: Sequence[int]) -> int:
    """A number that holds what falls, in order: each integer, plus half of `FALL`, is a digit; so 0 holds nothing."""
    return sum((fall + FALL // 2) * FALL**at for at, fall in enumerate(falls))


def first_of(queue: int) -> tuple[int, int]:
    """What falls first, and the number that holds the rest."""
    return queue % FALL - FALL // 2, queue // FALL


@shape
class Exchange:
    """Exchange the places of two cards (zone and position; facts stay with the cards).

    Nothing happens if either isn't in its zone. Of equal cards in a zone the last one of the bytes is exchanged, unless
    a position (from 0) at which such a card lies is given; in a heap there is no position.
    """

    card: Expr
    zone: Expr
    other: Expr
    other_zone: Expr
    origin: int = attrs.field(repr=False)
    position: Expr | None = None
    other_position: Expr | None = None


@shape
class Branch:
    """`then` if `condition` is not 0, otherwise `otherwise`."""

    condition: Expr
    then: tuple[Instruction, ...]
    otherwise: tuple[Instruction, ...]
    origin: int = attrs.field(repr=False)


@shape
class While:
    """Repeat `body` as long as `condition` holds; more than `LOOP_LIMIT` rounds are a rules fault."""

    condition: Expr
    body: tuple[Instruction, ...]
    origin: int = attrs.field(repr=False)


@shape
class ForEach:
    """Run `body` for each card of a list (read once, before the first round), with the card in local `local`."""

    local: int
    cards: Expr
    body: tuple[Instruction, ...]
    origin: int = attrs.field(repr=False)


@shape
class Call:
    """Run a procedure that can't wait, to its end. The arguments become its first locals; its other locals are 0."""

    procedure: int
    arguments: tuple[Expr, ...]
    origin: int = attrs.field(repr=False)


@shape
class End:
    """End the game at once, with `program.endings[ending]`."""

    ending: int
    origin: int = attrs.field(repr=False)


@shape
class Cover:
    """Record in the coverage log that a rule acts ("rule"), or that an event begins ("enter") or ends ("leave").

    "holds" and "fails" are for a condition that always has the same value in this game.

    Doesn't change the game. Only programs linked for coverage hold such instructions.
    """

    kind: str
    origin: int


Instruction = (
    SetLocal
    | SetNumber
    | SetFact
    | Move
    | MoveAll
    | Draw
    | Expose
    | Shuffle
    | Roll
    | Pick
    | Exchange
    | Branch
    | While
    | ForEach
    | Call
    | End
    | Cover
)
