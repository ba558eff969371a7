"""Blocks of the program: the pieces between the points where it waits for a decision.

A procedure that can wait is cut into blocks, at the points where it waits. A block runs its instructions (none of which
waits) and then its last one, which names the block that comes next.
"""

from __future__ import annotations

import attrs

from dsl.program.expressions import Expr, Local
from dsl.program.instructions import Instruction
from dsl.program.texts import Parts, form_of

STEP_LIMIT = 20_000
"""The most blocks between two decisions, forced answers included; more are a rules fault.

Blocks that executors run as a part of the block before (always the same ones in one program) don't count.
"""

MOST_ANSWERS = 33_000
"""The most options at one prompt; more are a rules fault."""

MOST_CHOSEN = 15
"""The most cards among which several can be chosen at once."""


@attrs.frozen
class Jump:
    """Continue with a block of the same procedure."""

    block: int


@attrs.frozen
class Fork:
    """Continue with one of two blocks of the same procedure."""

    condition: Expr
    then: int
    otherwise: int
    origin: int = attrs.field(repr=False)


@attrs.frozen
class CallAndWait:
    """Run a procedure that can wait; continue with `block` when it returns."""

    procedure: int
    arguments: tuple[Expr, ...]
    block: int
    origin: int = attrs.field(repr=False)


@attrs.frozen
class Return:
    """End the procedure, and continue where it was called."""


@attrs.frozen
class Source:
    """Cards from which an option's parameter is drawn: a list, the zone in which they lie, words around a card's name.

    `prefix` and `suffix` distinguish the zones of a group (`shared {card}`, `{card} of A`), without spaces at the ends.
    With `replaces`, they also replace all words of the option before the card.
    """

    cards: Expr
    zone: Expr
    prefix: str = ""
    suffix: str = ""
    replaces: bool = False


@attrs.frozen
class Parameter:
    """A card that an option is about: drawn from `sources` in order; in each, distinct ids in ascending order.

    The card goes to local `card`, its zone to local `zone`, then `condition` says whether it can be chosen. With
    `by_position`, cards are taken in the order in which they lie and are named by their place, from 1 (the place in
    the source's list).

    With `place` (not -1; only with `by_position` and one source), the position, from 0, goes to that local.

    With `most`, it is a selection of `least` to `most` cards out of those of all sources, no more than `MOST_CHOSEN` of
    which may be there: of each size, smallest first, all that differ; the cards of the first source first, those of a
    source by name. Local `card` becomes them packed (see `Unpacked`), local `zone` how many come from each source and
    those before it, but for the last, in base `MOST_CHOSEN + 1`, the first source's lowest.

    With `values`, it is no card but one of these, in this order, each named by the word at its place in `words`; then
    there are no sources, and local `zone` becomes 0. With `unclear`, the value is named only in options that would
    otherwise read like options with other values; for a card, the words of its source are added only in options that
    would otherwise read like options with cards in other zones. `name` is its variable in the rules.
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
    name: str = attrs.field(default="", repr=False)


@attrs.frozen
class Option:
    """An option of a prompt.

    `words` alternates text and parameter numbers: `("use ", 0)`. Parameters nest from left to right: the later ones
    may read the locals of the earlier ones. `condition` (which doesn't read them) is tested first. When the option is
    chosen, the parameters' locals are set and `block` is run. `origin` is an index into `origins`, and so names the
    module that offers it. `shown` are the words with the values that are put into them, if there are any; they may read
    the parameters, too.
    """

    words: tuple[str | int, ...]
    condition: Expr
    parameters: tuple[Parameter, ...]
    block: int
    origin: int = attrs.field(repr=False)
    shown: Parts = attrs.field(default=(), repr=False)

    @property
    def form(self) -> str:
        """The words with `…` for each parameter and each value (`play …`)."""
        return form_of(self.shown or self.words)


@attrs.frozen
class About:
    """A value that a question is about: a card that lies in `zone`, or one of `words`, each with its word."""

    value: Expr
    zone: Expr | None = None
    words: tuple[tuple[int, str], ...] = ()


@attrs.frozen
class Choose:
    """Wait for a decision of `player` at prompt `prompt`, or continue with `empty` when there is no option.

    Exactly one option is *forced*: taken without waiting, and recorded. If `must` is set, having no option is a rules
    fault. If `quiet` is set and every option offered is one of the last `quiet` of `options`, the prompt is skipped
    as if there were none: continue with `empty` (an open window in which no ability can be used).

    Shown to the player only: `rounds` are the round of the loop that asks this (from 1) and the number of its rounds;
    `abilities` is the number of options, the last ones before the quiet ones, that are abilities; `about` are the
    values that the question is about. `sealed`: every player chooses before any of them knows a choice; these are the
    choices of the players who were asked before, each 0 if that player had no option.
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
    sealed: tuple[Local, ...] | None = attrs.field(default=None, repr=False)


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

    `locals` is the number of its locals, arguments first; `lists` says which of them hold lists (empty `bytes` at the
    start, others 0). A procedure that waits has a first block (`entry`, an index into `program.blocks`) and an empty
    `body`; one that doesn't has a `body`. `event` is its name in a trace; empty for procedures that have no entry of
    their own there. `shown` are the locals (arguments) that a trace names, as card ids.
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
    replaced: int = attrs.field(default=-1, repr=False)
