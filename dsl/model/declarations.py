"""Declarations of the model: modules, rules and texts for players; and the file that holds them all.

Each docstring shows the concrete syntax.
"""

from __future__ import annotations

import attrs

from dsl.model.components import (
    AddMembers,
    Card,
    CardTable,
    CardValues,
    Class,
    Enumeration,
    ExtendKind,
    Group,
    Kind,
    Marker,
    NumberOf,
    Places,
    Type,
    Zone,
)
from dsl.model.expressions import Expression, Shown, Text, Words
from dsl.model.node import Name, Node
from dsl.model.scenario import Scenario
from dsl.model.statements import Once, Option, Statement
from dsl.model.table import Table

MOST_VALUES = 1_000
"""The most values that an option can have."""


@attrs.frozen
class Game(Node):
    """`game treasure "Treasure"`"""

    name: Name
    title: str


@attrs.frozen
class Module(Node):
    """`module curses "The Curses" for treasure`"""

    name: Name
    title: str
    game: Name


@attrs.frozen
class Requires(Node):
    """`requires bees`, `excludes bees`"""

    wanted: bool
    modules: tuple[Name, ...]


@attrs.frozen
class Refuse(Node):
    """`refuse "The garden is for two."`: in a section, a game that can't be put together"""

    reason: str
    citations: tuple[str, ...]


@attrs.frozen
class Choice(Node):
    """`option curses: normal, hard`, `option cards face up: 4 to 6, default 4`"""

    name: Name
    values: tuple[str, ...]
    default: str
    citations: tuple[str, ...]


@attrs.frozen
class Players(Node):
    """`players 1 to 2`"""

    fewest: int
    most: int


@attrs.frozen
class Dummy(Node):
    """`dummy jarvis, played by captain`: a player who is no person, and the one who decides for him"""

    name: Name
    played_by: Expression
    citations: tuple[str, ...]


@attrs.frozen
class Section(Node):
    """`when players is 2`, `when bees is in play`: a section"""

    condition: Expression
    declarations: tuple[Declaration, ...]


@attrs.frozen
class Prompt(Node):
    """`prompt turn: "What now?", open to abilities, must be answered`; `prompt sort per tray: "…"` is one for each"""

    name: Name
    per: tuple[Name, ...]
    question: Text
    window: bool
    must: bool
    citations: tuple[str, ...]


@attrs.frozen
class Parameter(Node):
    """`gem` or `found: set of colour`"""

    name: Name
    type: Type | None


@attrs.frozen
class Event(Node):
    """`event sell(gem), move` and its rules"""

    name: Name
    parameters: tuple[Parameter, ...]
    move: bool
    citations: tuple[str, ...]
    body: tuple[Statement, ...]


@attrs.frozen
class Order(Node):
    """`after curses`"""

    before: bool
    modules: tuple[Name, ...]


@attrs.frozen
class Hook(Node):
    """`after return [if …][, after curses]`; `moment` is "before", "after", "instead of" or "together with" it

    With `change` ("leaving", "entering", "revealing in"; otherwise empty) `event` is the name of a zone:
    `after leaving pile`.
    """

    moment: str
    event: Name
    condition: Expression | None
    order: Order | None
    citations: tuple[str, ...]
    body: tuple[Statement, ...]
    change: str = ""
    once: Once | None = None


@attrs.frozen
class Handler(Node):
    """`on drawn of shiny gem`: the steps of an event for cards of a class; the most special class wins"""

    event: Name
    kind: Name
    citations: tuple[str, ...]
    body: tuple[Statement, ...]


@attrs.frozen
class Turn(Node):
    """`turn: main phase, refill phase, last phase`"""

    phases: tuple[Name, ...]
    citations: tuple[str, ...]


@attrs.frozen
class AddedOption(Node):
    """`add to thief` with options"""

    prompt: Name
    options: tuple[Option, ...]


@attrs.frozen
class Ability(Node):
    """`ability speak a curse` `at thief` `when …`: an option at all windows, or at those named

    After it the prompt is asked again. `opening`: `at turn before anything else`.
    """

    words: Words
    windows: tuple[Name, ...]
    condition: Expression | None
    citations: tuple[str, ...]
    body: tuple[Statement, ...]
    opening: bool = False
    shown: Shown = ()
    once: Once | None = None


@attrs.frozen
class Forbid(Node):
    """`forbid place if …`: the event doesn't happen"""

    event: Name
    condition: Expression | None
    citations: tuple[str, ...]


@attrs.frozen
class Define(Node):
    """`define next herb: some herb in bed where not asleep`

    `score: …` is a definition, too; it `scores` the "table", and `score per player: …` each "player", its parameter.
    """

    name: Name
    parameters: tuple[Parameter, ...]
    value: Expression
    citations: tuple[str, ...]
    scores: str = ""


@attrs.frozen
class Adjust(Node):
    """`narrow may be sold(gem) when …` (and), `widen …` (or)"""

    widens: bool
    name: Name
    parameters: tuple[Parameter, ...]
    condition: Expression
    citations: tuple[str, ...]


@attrs.frozen
class Raise(Node):
    """`raise worth(gem) by 2 when …`, or `lower …`: the value of a definition, for this game"""

    raises: bool
    name: Name
    parameters: tuple[Parameter, ...]
    amount: Expression
    condition: Expression | None
    citations: tuple[str, ...]


@attrs.frozen
class Keep(Node):
    """`keep worth(gem) at least 0`, or `at most …`: a bound of what is raised and lowered"""

    least: bool
    name: Name
    parameters: tuple[Parameter, ...]
    bound: Expression
    citations: tuple[str, ...]


Adjusting = Adjust | Raise | Keep
"""The rules that change the value of a definition."""


@attrs.frozen
class WinOnly(Node):
    """`win only when …`"""

    condition: Expression
    citations: tuple[str, ...]


@attrs.frozen
class WinAlso(Node):
    """`win also when …, "…"`: another way to win; without a sentence of its own it has that of `won`"""

    condition: Expression
    sentence: Text | None
    citations: tuple[str, ...]


@attrs.frozen
class Won(Node):
    """`won "…"`: the sentence for the winner"""

    sentence: Text


@attrs.frozen
class LoseWhen(Node):
    """`lose when …, "…"`"""

    condition: Expression
    sentence: Text
    citations: tuple[str, ...]


@attrs.frozen
class OverWhen(Node):
    """`game over when …, "…"`: the game ends, neither won nor lost"""

    condition: Expression
    sentence: Text
    citations: tuple[str, ...]


@attrs.frozen
class Rank(Node):
    """`highest score`, `fewest herbs in bed` in the line `winner: …`"""

    highest: bool
    value: Expression


@attrs.frozen
class Winner(Node):
    """`winner: highest score, then fewest herbs in bed, then shared`: the players in front win

    `tie`: "shared", "nobody", or "first in turn order" or "last in turn order" of those who are still level.
    """

    ranks: tuple[Rank, ...]
    tie: str
    citations: tuple[str, ...]


@attrs.frozen
class OutOfReach(Node):
    """`out of reach when …, "…"`"""

    condition: Expression
    sentence: Text


@attrs.frozen
class Invariant(Node):
    """`invariant "…": …`"""

    title: str
    condition: Expression


@attrs.frozen
class Help(Node):
    """`help thief "…"`"""

    kind: Name
    text: str
    citations: tuple[str, ...]


@attrs.frozen
class Topic(Node):
    """`help "Winning" "…"`: help that is about no card"""

    title: str
    text: str
    citations: tuple[str, ...]


@attrs.frozen
class Example(Node):
    """`scenario …`"""

    scenario: Scenario


Declaration = (
    Game
    | Module
    | Requires
    | Refuse
    | Choice
    | Players
    | Dummy
    | Section
    | Enumeration
    | AddMembers
    | Kind
    | ExtendKind
    | CardTable
    | CardValues
    | Card
    | Class
    | Places
    | Zone
    | Group
    | NumberOf
    | Marker
    | Prompt
    | Event
    | Hook
    | Handler
    | Turn
    | Ability
    | AddedOption
    | Forbid
    | Define
    | Adjust
    | Raise
    | Keep
    | WinOnly
    | WinAlso
    | Won
    | LoseWhen
    | OverWhen
    | Winner
    | OutOfReach
    | Invariant
    | Table
    | Help
    | Topic
    | Example
)


@attrs.frozen
class File(Node):
    """a rules file: a game or a module, and what it declares"""

    head: Game | Module | None
    declarations: tuple[Declaration, ...]
