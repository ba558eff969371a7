"""The program: what runs.

`lower` makes it from a linked ruleset; every executor reads it and nothing else. It is frozen, holds no
game state, and no unresolved name can be expressed in it: cards, zones, numbers, procedures and blocks
are indices. Everything in it is bounded, so that a native executor can be made of the same shapes.

A **card** is an id from 0 to 254. Cards with the same face share one id, unless their kind has mutable
facts: then each has an id of its own. A zone therefore is a `bytes` of ids, and holds an id several times
when it holds several cards of that face. `NO_CARD` (-1) stands for no card at all: every table has one
more entry at its end, so that `table[NO_CARD]` is the answer for no card.

A **zone** is an index; a zone that every player has takes `players` neighbouring indices, so that an
owner's zone is `first + player`. What lies in a zone runs from left to right in a *line*; from the bottom to
the top in a *pile* (the top card is the last byte); a *heap* has no order and is kept sorted.
A pile may be partly unordered: its first `unordered` bytes, kept sorted, lie in an order that nobody knows
yet, and a card is picked from them at random when the top is asked for. Shuffling a pile makes all of it so.

A **value** of an expression is an integer (also yes/no as 1/0, a card, a zone, a player, a member of an
enumeration, a set of members as a bit mask) or a list of cards (`bytes`). Expressions are pure.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

import attrs

from dsl.program.contributions import Contribution
from dsl.text.source import Span

if TYPE_CHECKING:
    from dsl.program.reasons import Reasons

NO_CARD = -1

ENDS = "victory and defeat"
"""The name of the procedure that tests whether the game is won or lost: branches, each with an `End`."""

MOST_COPIES = 2_000
"""A game has at most so many cards, equal ones included."""

MOST_CHOSEN = 8
"""Cards among which several can be chosen at once."""


@attrs.frozen(cache_hash=True)
class Int:
    """A constant."""

    value: int


@attrs.frozen(cache_hash=True)
class Cards:
    """A constant list of cards."""

    ids: bytes


@attrs.frozen(cache_hash=True)
class Local:
    """A local of the running procedure."""

    index: int


@attrs.frozen(cache_hash=True)
class Number:
    """A number of the state; `index` is an expression, because a number may be one per player."""

    index: Expr


@attrs.frozen(cache_hash=True)
class Zone:
    """The cards in a zone, as a list; `index` is an expression, because a zone may be one per player."""

    index: Expr


@attrs.frozen(cache_hash=True)
class Attribute:
    """A printed attribute of a card: `program.tables[table].values[card]`."""

    table: int
    card: Expr


@attrs.frozen(cache_hash=True)
class Fact:
    """A mutable fact of a card that has facts (0 for every other card and for no card)."""

    fact: int
    card: Expr


@attrs.frozen(cache_hash=True)
class Binary:
    """`+ - * // %`, `== != < <= > >=`, `& |` on integers; `++` joins two lists; `in`: card `left` in list `right`.

    `//` and `%` by 0 give 0.
    """

    operator: str
    left: Expr
    right: Expr


@attrs.frozen(cache_hash=True)
class And:
    """All hold; read from left to right, stopping at the first that doesn't. Empty: 1."""

    parts: tuple[Expr, ...]


@attrs.frozen(cache_hash=True)
class Or:
    """One holds; read from left to right, stopping at the first that does. Empty: 0."""

    parts: tuple[Expr, ...]


@attrs.frozen(cache_hash=True)
class Not:
    """1 if `part` is 0, otherwise 0."""

    part: Expr


@attrs.frozen(cache_hash=True)
class If:
    """`then` if `condition` is not 0, otherwise `otherwise`; only that one is read."""

    condition: Expr
    then: Expr
    otherwise: Expr


@attrs.frozen(cache_hash=True)
class Size:
    """How many cards a list holds."""

    cards: Expr


@attrs.frozen(cache_hash=True)
class Element:
    """A card of a list by position (0 first, -1 last); `NO_CARD` when there is none."""

    cards: Expr
    position: Expr


@attrs.frozen(cache_hash=True)
class Position:
    """The first position (from 0) at which a card stands in a list, or -1."""

    cards: Expr
    card: Expr


@attrs.frozen(cache_hash=True)
class Slice:
    """`cards[start:stop]` as Python has it, negative positions included; `stop` None: to the end."""

    cards: Expr
    start: Expr
    stop: Expr | None


@attrs.frozen(cache_hash=True)
class Filter:
    """Those cards of a list for which `condition` holds, with each card in turn in local `local`; order is kept."""

    cards: Expr
    local: int
    condition: Expr


@attrs.frozen(cache_hash=True)
class Count:
    """How many cards of a list satisfy `condition` (as in `Filter`)."""

    cards: Expr
    local: int
    condition: Expr


@attrs.frozen(cache_hash=True)
class Exists:
    """1 if a card of a list satisfies `condition` (as in `Filter`)."""

    cards: Expr
    local: int
    condition: Expr


@attrs.frozen(cache_hash=True)
class ExistsRun:
    """1 if some `size` neighbours in a list satisfy `condition`, with the list of them in turn in local `local`."""

    cards: Expr
    size: int
    local: int
    condition: Expr


@attrs.frozen(cache_hash=True)
class Find:
    """The first card of a list that satisfies `condition` (as in `Filter`), or `NO_CARD`."""

    cards: Expr
    local: int
    condition: Expr


@attrs.frozen(cache_hash=True)
class Sum:
    """The sum of `value` over a list, with each card in turn in local `local`."""

    cards: Expr
    local: int
    value: Expr


@attrs.frozen(cache_hash=True)
class Common:
    """The bitwise AND of a table's entries over a list; 0 for an empty list."""

    table: int
    cards: Expr


@attrs.frozen(cache_hash=True)
class Reversed:
    """A list in the other direction."""

    cards: Expr


@attrs.frozen(cache_hash=True)
class Without:
    """A list without one card: the last one equal to `card`; all of it if there is none."""

    cards: Expr
    card: Expr


@attrs.frozen(cache_hash=True)
class Unpacked:
    """The cards that are packed in an integer: each card's id + 1 in base 256, the first card's lowest."""

    number: Expr


@attrs.frozen(cache_hash=True)
class Noted:
    """The value of `part`, a condition, which whoever counts rules is told.

    Only in games that were linked for counting.
    """

    part: Expr
    origin: int


Expr = (
    Int
    | Cards
    | Local
    | Number
    | Zone
    | Attribute
    | Fact
    | Binary
    | And
    | Or
    | Not
    | If
    | Size
    | Element
    | Position
    | Slice
    | Filter
    | Count
    | Exists
    | ExistsRun
    | Find
    | Sum
    | Common
    | Reversed
    | Without
    | Unpacked
    | Noted
)
"""Each of them knows its hash once it was asked for: a great deal is looked up by expressions."""

# `origin` is an index into `program.origins`: the rule and the line an instruction was written for.


@attrs.frozen
class SetLocal:
    """Give a local a value (integer or list)."""

    local: int
    value: Expr
    origin: int = attrs.field(repr=False)


@attrs.frozen
class SetNumber:
    """Give a number of the state a value, clamped to the number's own range."""

    index: Expr
    value: Expr
    origin: int = attrs.field(repr=False)


@attrs.frozen
class SetFact:
    """Give a card's fact a value; nothing happens for a card that doesn't have the fact."""

    fact: int
    card: Expr
    value: Expr
    origin: int = attrs.field(repr=False)


@attrs.frozen
class Move:
    """Move one card from a zone to an end of another.

    Nothing moves if `card` does not lie in `source` (`NO_CARD` included). Of several equal cards the last one of
    the source's bytes moves (in a pile: the one nearest to the top). `end` is "last" (top of a pile, right end of a
    line) or "first" (bottom, left end); a heap ignores it. Putting a card first in a partly unordered pile
    settles the order of that pile first.

    With `position` (from 0), the card at that position moves, if it is this one.
    """

    card: Expr
    source: Expr
    target: Expr
    end: str
    origin: int = attrs.field(repr=False)
    position: Expr | None = None


@attrs.frozen
class MoveAll:
    """Move the cards of a list as one change; at either end of the target, they keep the list's order.

    Cards of the list that don't lie in `source` are passed over. Of several equal cards those nearest to the end
    `nearest` of the source move.
    """

    cards: Expr
    source: Expr
    target: Expr
    end: str
    origin: int = attrs.field(repr=False)
    nearest: str = "last"


@attrs.frozen
class Draw:
    """Move the top card of a pile to the last end of another zone and put it into local `local`.

    From a pile whose ordered part is empty, one of the unordered cards is picked at random. With an empty pile,
    `local` becomes `NO_CARD` and nothing moves.
    """

    local: int
    source: Expr
    target: Expr
    origin: int = attrs.field(repr=False)


@attrs.frozen
class Expose:
    """See to it that the top `count` cards of a pile (all, if it holds fewer) are in its ordered part.

    Cards are picked at random from the unordered part, one by one, each going under the ordered ones.
    Comes before every expression that reads the order of a pile.
    """

    zone: Expr
    count: Expr
    origin: int = attrs.field(repr=False)


@attrs.frozen
class Shuffle:
    """Shuffle a zone: a pile becomes unordered; a line gets a random order at once; a heap stays as it is.

    While bit `zone` of the state's *dealt* mask is set, the order is as it was dealt: the bit is cleared
    and nothing else happens.
    """

    zone: Expr
    origin: int = attrs.field(repr=False)


@attrs.frozen
class Exchange:
    """Two cards exchange their places (zone and position; facts stay with the cards).

    Nothing happens if either isn't there. In one zone of equal cards the last ones of the bytes are meant, unless
    a position (from 0) at which such a card lies says which; in a heap there is no position.
    """

    card: Expr
    zone: Expr
    other: Expr
    other_zone: Expr
    origin: int = attrs.field(repr=False)
    position: Expr | None = None
    other_position: Expr | None = None


@attrs.frozen
class Branch:
    """`then` if `condition` is not 0, otherwise `otherwise`."""

    condition: Expr
    then: tuple[Instruction, ...]
    otherwise: tuple[Instruction, ...]
    origin: int = attrs.field(repr=False)


@attrs.frozen
class While:
    """Repeat `body` as long as `condition` holds; more than `LOOP_LIMIT` rounds are a rules fault."""

    condition: Expr
    body: tuple[Instruction, ...]
    origin: int = attrs.field(repr=False)


@attrs.frozen
class ForEach:
    """Run `body` for each card of a list (read once, before the first round), with the card in local `local`."""

    local: int
    cards: Expr
    body: tuple[Instruction, ...]
    origin: int = attrs.field(repr=False)


@attrs.frozen
class Call:
    """Run a procedure that cannot wait, to its end. Arguments become its first locals; it has no others set (0)."""

    procedure: int
    arguments: tuple[Expr, ...]
    origin: int = attrs.field(repr=False)


@attrs.frozen
class End:
    """The game is over, at once: `program.endings[ending]`."""

    ending: int
    origin: int = attrs.field(repr=False)


@attrs.frozen
class Note:
    """Tell whoever counts rules that a rule acts ("rule"), or that an event begins ("enter") or is over ("leave").

    Changes nothing in the game. Only in games that were linked for counting.
    """

    what: str
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
    | Exchange
    | Branch
    | While
    | ForEach
    | Call
    | End
    | Note
)

LOOP_LIMIT = 10_000
"""Rounds of one `While` after which a step of the game is a rules fault."""

ROUND_LIMIT = 100_000
"""Rounds of all `While` and `ForEach` between two decisions, before the step is a rules fault.

Those of a `While` are added when it is over, those of a `ForEach` before its first round. A round in which much is done
counts as several, and so does a question that is much work (see `interpreter.effort`).
"""

MOST_ANSWERS = 10_000
"""Answers to one prompt; more are a rules fault."""

STEP_LIMIT = 20_000
"""Blocks that may be run between two decisions, forced answers included, before the step is a rules fault.

Blocks that executors run as a part of the one before (of a program always the same ones) don't count.
"""

# A procedure that can wait is cut into blocks, at the points where it waits. A block runs its instructions
# (none of which waits) and then its last one, which says where to go on.


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


@attrs.frozen
class Origin:
    """The rule for which something is in the program: module, a title in its words, the cited numbers, the place.

    `through` are the numbers of what the rule reads as it stands in this link: definitions with all that modules add
    to them, groups, zones, numbers, options.
    """

    module: str
    rule: str
    citations: tuple[str, ...]
    span: Span = attrs.field(eq=False, repr=False)
    through: tuple[str, ...] = ()


@attrs.frozen
class Face:
    """What is printed on the cards of an id.

    `kinds`: its kind and those above it; `total` such cards are in the game.
    """

    name: str
    kinds: tuple[str, ...]
    total: int
    module: str


@attrs.frozen
class Place:
    """A zone as the state has it.

    `name` is what people call it (`deck`, `A hand`; a zone per player in a game for one has no letter), `family` the
    declared name, `owner` a player or -1. `shape` is "pile", "line" or "heap"; `seen` "public", "private" (by its
    owner; by everybody when the program's `open_hands` is set) or "hidden". `looker`: a number of the state that says
    who sees it just now (0: as `seen` says; otherwise only player `value - 1`), or -1. `looked_from`: a zone whose
    size counts these cards while somebody looks at them, or -1. `limit`: at most so many cards, or -1.
    """

    name: str
    family: str
    owner: int
    shape: str
    seen: str
    looker: int = -1
    looked_from: int = -1
    limit: int = -1


@attrs.frozen
class Counter:
    """A number of the state: its name (`used`, `A used`), family, owner (or -1), first value and range.

    `hidden` ones are the engine's own. With `words` its values are 1, 2, 4 …, and people call them by these words.
    """

    name: str
    family: str
    owner: int
    initial: int
    minimum: int
    maximum: int
    hidden: bool = False
    words: tuple[str, ...] = ()


@attrs.frozen
class FactOf:
    """A mutable fact: its name (`face down`), the short word for a position (`down`), its first value and its maximum.

    `count` card ids have it, from `first` on. With `words`, each value has one, which stands behind the card's name
    in place of the mark. Of cards that read the same in an option, the one with most of a fact `most_first` is meant.
    """

    name: str
    mark: str
    first: int
    count: int
    initial: int
    maximum: int
    words: tuple[str, ...] = ()
    most_first: bool = False


ON = " + "
"""What stands between the name of a card and those of the cards on it, wherever people read or write them."""


@attrs.frozen
class Riding:
    """Cards that lie on others and travel with them.

    They are in a zone of their own, a public heap, and `fact` says of each the id of the card on which it lies, plus 1.
    People see them with that card (`clay pot + clock`), so they see them only where they see it. `carriers` are the
    cards on which others may lie; each has an id of its own.
    """

    zone: int
    fact: int
    carriers: bytes


@attrs.frozen
class Table:
    """A printed attribute by card id, with one more entry for no card.

    `members`: the names of an enumeration's members, or ().
    """

    name: str
    values: tuple[int, ...]
    members: tuple[str, ...]


@attrs.frozen
class Prompt:
    """A point at which the game waits: its stable name, and the question as a person reads it.

    `family` is the declared name; of a prompt for each member of a domain, `name` has the member's word, too.
    """

    name: str
    question: str
    family: str = attrs.field(repr=False)


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


@attrs.frozen
class Look:
    """What cards are called on the table, by id: as `drawn` with signs, or in `plain` words."""

    drawn: tuple[str, ...]
    plain: tuple[str, ...]


@attrs.frozen
class Beside:
    """What stands beside an entry of the table while `condition` holds: the cards of zones, or a value (see `Item`)."""

    label: str
    zones: tuple[int, ...]
    value: Expr | None
    members: tuple[str, ...]
    look: Look | None
    condition: Expr
    locals: int


@attrs.frozen
class Item:
    """One entry of the table that a player sees.

    `label` is its heading. Either `zones` (indices, joined) with how they are shown: "cards" (every card the viewer
    may see), "size" (only how many), "top" (size and topmost card); or `value`, an expression whose number is shown
    as a `members` word if there are any. `apart`, if given, is how many cards from the right are set apart, with the
    words `apart_label` (the set in the making). `condition`: the entry is shown only while it holds. `beside` is what
    stands behind it, each under a label of its own. `look`: what the cards are called here, if not by their names.
    """

    label: str
    zones: tuple[int, ...]
    style: str
    value: Expr | None
    members: tuple[str, ...]
    apart: Expr | None
    apart_label: str
    condition: Expr
    locals: int
    beside: tuple[Beside, ...] = ()
    look: Look | None = None


@attrs.frozen
class Help:
    """Words about a card, for the player: the ids it is about, and the text."""

    title: str
    cards: frozenset[int]
    text: str
    citations: tuple[str, ...]
    module: str


@attrs.frozen
class Program:
    """A linked game, ready to run.

    `begin` holds what each zone contains before setup; `main` is the procedure that plays a whole game (it waits, and
    never returns); `turns` is its block at which a turn begins: a game that starts from a position starts there.
    `player` is the number of the state that says whose turn it is; `dealt` the one that masks dealt zones (see
    `Shuffle`). `setting` are the origins of the numbered declarations by which the game is laid out: cards, zones,
    numbers, options. `fingerprint` is a digest of everything that can change a game. `options` are the settings in
    force, as (name, value). `riding` tells of cards that lie on others, if there are any. `contributions` is what each
    module adds to what, for the link report; `reasons` makes, on demand, what can be told about options that aren't
    offered, and `elsewhere` tells of a name with a few words around it, and of sorts ("zone", "number", "card",
    "prompt"), in which module and in which sections such a thing is declared that this game doesn't have; the module is
    "" if it is in play. No executor reads any of these.
    """

    game: str
    title: str
    modules: tuple[str, ...]
    players: int
    options: tuple[tuple[str, str], ...]
    fingerprint: str
    open_hands: bool
    faces: tuple[Face, ...]
    places: tuple[Place, ...]
    counters: tuple[Counter, ...]
    facts: tuple[FactOf, ...]
    tables: tuple[Table, ...]
    begin: tuple[bytes, ...]
    procedures: tuple[Procedure, ...]
    blocks: tuple[Block, ...]
    main: int
    turns: int
    player: int
    dealt: int
    prompts: tuple[Prompt, ...]
    endings: tuple[Ending, ...]
    out_of_reach: tuple[OutOfReach, ...]
    invariants: tuple[Invariant, ...]
    items: tuple[Item, ...]
    help: tuple[Help, ...]
    origins: tuple[Origin, ...]
    setting: tuple[int, ...] = ()
    riding: Riding | None = None
    contributions: tuple[Contribution, ...] = attrs.field(default=(), repr=False)
    reasons: Callable[[], Reasons] | None = attrs.field(default=None, eq=False, repr=False)
    elsewhere: Callable[[str, Collection[str]], tuple[str, tuple[str, ...]] | None] | None = attrs.field(
        default=None, eq=False, repr=False
    )
