"""Blocks of the program: how it waits for a decision, and where it continues.

A procedure that can wait is cut into blocks, at the points where it waits. A block runs its instructions (none of which
waits) and then its last one, which says where to go on.
"""

from __future__ import annotations

import attrs

from dsl.program.expressions import Expr
from dsl.program.instructions import Instruction

STEP_LIMIT = 20_000
"""Blocks that may be run between two decisions, forced answers included, before the step is a rules fault.

Blocks that executors run as a part of the one before (of a program always the same ones) don't count.
"""

MOST_ANSWERS = 10_000
"""Answers to one prompt; more are a rules fault."""

MOST_CHOSEN = 8
"""Cards among which several can be chosen at once."""


@attrs.frozen
class Jump:
    """Go on with a block of the same procedure."""

    block: int


@attrs.frozen
class Fork:
    """Go on with one of two blocks of the same procedure."""

    condition: Expr
    then: int
    otherwise: int
    origin: int = attrs.field(repr=False)


@attrs.frozen
class CallAndWait:
    """Run a procedure that can wait; go on with `block` when it returns."""

    procedure: int
    arguments: tuple[Expr, ...]
    block: int
    origin: int = attrs.field(repr=False)


@attrs.frozen
class Return:
    """The procedure is at its end."""


@attrs.frozen
class Source:
    """Cards from which an option's parameter is drawn: a list, the zone in which they lie, words around a card's name.

    `prefix` and `suffix` tell zones of a group apart (`shared {card}`, `{card} of A`); they hold no space at the ends.
    With `replaces`, they stand in place of all words of the option before the card, too.
    """

    cards: Expr
    zone: Expr
    prefix: str = ""
    suffix: str = ""
    replaces: bool = False


@attrs.frozen
class Parameter:
    """A card that an option is about: drawn from `sources` in order; in each, distinct ids in ascending order.

    The card goes to local `card`, its zone to local `zone`, then `condition` says whether it serves. With
    `by_position`, cards are taken in the order in which they lie and are named by their place, from 1 (the place in
    the source's list).

    With `place` (not -1; only with `by_position` and one source), the position, from 0, goes to that local.

    With `most`, it is a selection of `least` to `most` cards out of those of all sources, no more than `MOST_CHOSEN` of
    which may be there: of each size, smallest first, all that differ; the cards of the first source first, those of a
    source by name. Local `card` becomes them packed (see `Unpacked`), local `zone` how many come from each source and
    those before it, but for the last, in base `MOST_CHOSEN + 1`, the first source's lowest.

    With `values`, it is no card but one of these, in this order, each named by the word at its place in `words`; then
    there are no sources, and local `zone` becomes 0. With `unclear`, it is named only where options about different
    values would read the same without; of a card, the words of its source are said only where options about cards in
    different zones would read the same without.
    """

    card: int
    zone: int
    sources: tuple[Source, ...]
    condition: Expr
    by_position: bool = False
    place: int = -1
    values: tuple[int, ...] = ()
    words: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    unclear: bool = False


@attrs.frozen
class Option:
    """One way to answer a prompt.

    `words` alternates text and parameter numbers: `("use ", 0)`. Parameters nest from left to right: the later ones
    may read the locals of the earlier ones. `condition` (which doesn't read them) is tested first.
    Chosen, the parameters' locals are set and `block` is run.
    `origin` is an index into `origins`, where the module that offers it stands.
    """

    words: tuple[str | int, ...]
    condition: Expr
    parameters: tuple[Parameter, ...]
    block: int
    origin: int = attrs.field(repr=False)

    @property
    def form(self) -> str:
        """The words with `…` for each parameter (`play …`)."""
        return "".join(part if isinstance(part, str) else "…" for part in self.words)


@attrs.frozen
class About:
    """What a question is about: a card that lies in `zone`, or a value that is one of `words`, each with its word."""

    value: Expr
    zone: Expr | None = None
    words: tuple[tuple[int, str], ...] = ()


@attrs.frozen
class Choose:
    """Wait for a decision of `player` at prompt `prompt`, or go on with `empty` when there is no option.

    Exactly one option is *forced*: taken without waiting, and recorded. If `must` is set, having no option is a rules
    fault. If `quiet` is set and every option offered is one of the last `quiet` of `options`, the prompt is skipped
    as if there were none: go on with `empty` (an open window in which no ability can be used).

    For the player only: `rounds` are the round of the loop that asks this (from 1), and how many there are; `abilities`
    how many of the options, the last ones before the quiet ones, are abilities; `about` what the question is about.
    """

    prompt: int
    player: Expr
    options: tuple[Option, ...]
    empty: int
    must: bool
    quiet: int
    origin: int = attrs.field(repr=False)
    rounds: tuple[Expr, Expr] | None = attrs.field(default=None, repr=False)
    abilities: int = attrs.field(default=0, repr=False)
    about: tuple[About, ...] = attrs.field(default=(), repr=False)


Last = Jump | Fork | CallAndWait | Return | Choose


@attrs.frozen
class Block:
    """A straight piece of a procedure; `name` is stable: the event's name and the block's number in it (`draw/2`)."""

    procedure: int
    name: str
    body: tuple[Instruction, ...]
    last: Last


@attrs.frozen
class Procedure:
    """An event's rules, woven with everything that hooks it.

    `locals` is how many locals it has, arguments first; `lists` says which of them hold lists (empty `bytes` at the
    start, others 0). One that waits has a first block (`entry`, an index into `program.blocks`) and an empty `body`;
    one that doesn't has a `body`. `event` is what a trace calls it; empty for procedures that aren't worth an entry
    of their own. `shown` are the locals (arguments) that a trace names, as card ids.
    """

    name: str
    event: str
    parameters: int
    locals: int
    lists: frozenset[int]
    waits: bool
    entry: int
    body: tuple[Instruction, ...]
    shown: tuple[int, ...]
    origin: int = attrs.field(repr=False)
