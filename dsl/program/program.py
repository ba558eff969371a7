"""The program: the frozen shape that executors run.

`lower` makes it from a linked ruleset; every executor reads it and nothing else. A program holds no game state and
no unresolved name: cards, zones, numbers, procedures and blocks are indices. Everything in it is bounded, so that a
native executor can use the same shapes.

A **card** is an id from 0 on. Cards with the same face share one id, unless their kind has mutable facts: then
each has an id of its own. Therefore a zone is a list of ids, and holds an id several times when it holds several
cards of that face. A list is `bytes` in a game with at most 255 ids (0 to 254), otherwise a `Wide` (see `lists`).
`NO_CARD` (-1) stands for no card at all: every table has one more entry at its end, so that
`table[NO_CARD]` is the value for no card.

A **zone** is an index; a zone that every player has takes one index for each of them, dummies included, and these are
neighbours, so that an owner's zone is `first + player`. The cards of a zone are listed from left to right in a *line*,
and from the bottom to the top in a *pile* (the top card is the last id); a *heap* has no order and is always sorted.
A pile may be partly unordered: the order of its first `unordered` cards, which are always sorted, is not decided yet,
and a card is picked from them at random when a rule needs the top card. Shuffling a pile makes all of it unordered.
"""

# ruff: noqa: F403 - the shapes are named in the modules that define them, and in no list beside that

from __future__ import annotations

from collections.abc import Callable, Collection

import attrs

from dsl.program.adjusted import Adjusted
from dsl.program.blocks import *
from dsl.program.blocks import Block, Procedure
from dsl.program.contributions import Contribution
from dsl.program.definitions import Definitions
from dsl.program.display import *
from dsl.program.display import Help, Item, Prompt
from dsl.program.endings import *
from dsl.program.endings import Ending, Invariant, OutOfReach, Scoring
from dsl.program.expressions import *
from dsl.program.instructions import *
from dsl.program.lists import lists_for
from dsl.program.origin import *
from dsl.program.origin import Origin
from dsl.program.outline import Outline
from dsl.program.reasons import Reasons
from dsl.program.setup import *
from dsl.program.setup import Counter, Face, Facing, FactOf, Place, Riding, Table
from dsl.program.texts import *


@attrs.frozen
class Loaded:
    """Where the rules of a program came from, in the words of `load`: files and folders by their full paths."""

    game: str
    modules: tuple[str, ...]


@attrs.frozen(repr=False)
class Program:
    """A linked game, ready to run.

    `begin` holds the cards of each zone before setup; `main` is the procedure that plays a whole game (it waits, and
    never returns); `turns` is its block at which a turn begins: a game that starts from a position starts there.
    `players` are persons; behind them sit the `dummies`, by name, for whom persons decide.
    `open_hands`: every player may know all that any player knows.
    `player` is the number of the state that says whose turn it is; `dealt` the one that masks dealt zones (see
    `Shuffle`). `setting` are the origins of the numbered declarations by which the game is laid out: cards, zones,
    numbers, options. `fingerprint` is a digest of everything that can change a game. `options` are the settings in
    force, as (name, value). `riding` describes the cards that lie on others, `facing` those that lie face down, and
    `scoring` the scores, if there are any. `rolls` and `picks` are the numbers of what falls next, where that is said
    beforehand (see `Roll`), or -1.

    No executor reads the rest. `contributions` lists the rules of each module, for the link report. `reasons` makes, on
    demand, the conditions of all options, for `why not`, `adjusted` the same with the rules that widen or narrow
    definitions, for `why`, and `definitions` the values of definitions, for scenarios.
    `elsewhere` takes a name, also with a few words around it, and sorts ("zone", "number", "card", "prompt"); if this
    game doesn't have such a thing, it returns the module ("" for one that is in play) and the sections in which the
    thing is declared. `outline` makes, on demand, the rules for readers. `loaded` is None for rules that weren't files.
    `language` is "" for the rules' own words; a program in another language has the one in the rules' words as `own`.
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
    dummies: tuple[str, ...] = ()
    setting: tuple[int, ...] = ()
    riding: Riding | None = None
    rolls: int = -1
    picks: int = -1
    scoring: Scoring | None = None
    facing: Facing | None = None
    contributions: tuple[Contribution, ...] = attrs.field(default=(), repr=False)
    reasons: Callable[[], Reasons] | None = attrs.field(default=None, eq=False, repr=False)
    adjusted: Callable[[], Adjusted] | None = attrs.field(default=None, eq=False, repr=False)
    elsewhere: Callable[[str, Collection[str]], tuple[str, tuple[str, ...]] | None] | None = attrs.field(
        default=None, eq=False, repr=False
    )
    definitions: Callable[[], Definitions] | None = attrs.field(default=None, eq=False, repr=False)
    outline: Callable[[], Outline] | None = attrs.field(default=None, eq=False, repr=False)
    loaded: Loaded | None = attrs.field(default=None, eq=False, repr=False)
    language: str = ""
    own: Program | None = attrs.field(default=None, eq=False, repr=False)

    def __repr__(self) -> str:
        return f"<Program {self.called}>"

    @property
    def called(self) -> str:
        """The game, its modules, players and options in a few words: `patience with jokers for 2, talk silent`."""
        modules = f" with {', '.join(self.modules)}" if self.modules else ""
        many = f" for {self.players}" if self.players > 1 else ""
        return f"{self.game}{modules}{many}" + "".join(f", {name} {value}" for name, value in self.options)

    @property
    def lists(self) -> type[bytes]:
        """The kind of the program's lists of cards."""
        return lists_for(len(self.faces))

    @property
    def inner_zones(self) -> frozenset[int]:
        """The zones that no rule declares."""
        return frozenset(each.zone for each in (self.riding, self.facing) if each is not None)
