"""The model: what an author wrote.

Names are text, every node has a span that doesn't count for equality, everything is frozen. `build` makes it,
`link` joins
the files of a game, `resolve` finds what the names mean; nothing here is ever changed.
Each docstring shows the concrete syntax.
"""

from __future__ import annotations

import attrs

from dsl.model.scenario import Scenario
from dsl.text.source import Span


@attrs.frozen
class Node:
    """Everything that was written somewhere."""

    span: Span = attrs.field(kw_only=True, eq=False, repr=False)


@attrs.frozen
class Name(Node):
    """`shiny gem`"""

    text: str


# Expressions


@attrs.frozen
class Integer(Node):
    """`5`, `yes` (1)"""

    value: int


@attrs.frozen
class Nothing(Node):
    """`none`: no card, no member of an enumeration"""


@attrs.frozen
class Named(Node):
    """`pile`: whatever the name stands for"""

    name: Name


@attrs.frozen
class Of(Node):
    """`colours of card`, `hand of B`, `cost of card`"""

    name: Name
    term: Expression


@attrs.frozen
class Call(Node):
    """`fits <gem, box>`: a definition about several things"""

    name: Name
    arguments: tuple[Expression, ...]


@attrs.frozen
class Selection(Node):
    """`gem in hand where colour is red`, `other: gem in hand besides gem`, `gem by position in row`

    `unclear` (`…, if unclear`): in words of an option, where it lies is said only if others would read like it without.
    """

    variable: Name
    kind: Name
    by_position: bool
    place: Expression
    where: Expression | None
    besides: Expression | None = None
    unclear: bool = False


@attrs.frozen
class RidersOn(Node):
    """`riding on gem`, `riding on hand`: where a selection looks for cards that lie on others"""

    carriers: Expression


@attrs.frozen
class Among(Node):
    """`colour where colour in struck`, `c: colour`: members of a domain, in words of an option

    `unclear` (`…, if unclear`): it is named only in options that would read like others without.
    """

    variable: Name
    domain: Name
    where: Expression | None
    unclear: bool = False


@attrs.frozen
class Subset(Node):
    """`some of row where sum of worth over them is 0`, `pair: 2 of gem in hand`: several cards, in words of an option

    `size` None: any number but none at all.
    """

    variable: Name
    size: int | None
    kind: Name
    place: Expression
    where: Expression | None


@attrs.frozen
class Count(Node):
    """`number of gem in pile`, `number of colour where …`"""

    selection: Selection | Among


@attrs.frozen
class SumOver(Node):
    """`sum of worth over gem in pile`, `sum of worth over them where …`: the value for each, added up"""

    value: Expression
    selection: Selection | Among


@attrs.frozen
class Total(Node):
    """`total of gem`: how many such cards the game has"""

    kind: Name


@attrs.frozen
class Room(Node):
    """`room in hand`: how many more cards fit"""

    place: Expression


@attrs.frozen
class Some(Node):
    """`some gem in pile`, `some colour where …`: the first such card or member, or none"""

    selection: Selection | Among


@attrs.frozen
class AnyOf(Node):
    """`any gem in pile`, `any colour where …`, `no gem in pile` (`wanted` False)"""

    selection: Selection | Among
    wanted: bool


@attrs.frozen
class AnyRun(Node):
    """`any run of 3 in row as three where …`, `no run of 3 in row as three` (`wanted` False): neighbours in a line"""

    size: int
    place: Expression
    variable: Name
    where: Expression | None
    wanted: bool


@attrs.frozen
class Common(Node):
    """`common colours of rightmost 3 of row`: what they all share"""

    attribute: Name
    cards: Expression


@attrs.frozen
class Nth(Node):
    """`place 3 of row`: the third card from the left of a line, or none"""

    number: Expression
    place: Expression


@attrs.frozen
class EndCards(Node):
    """`top of pile` (`count` None: one card), `top 5 of pile`, `rightmost 3 of row`"""

    side: str
    count: Expression | None
    place: Expression


@attrs.frozen
class Setting(Node):
    """`option curses`: what the option was set to, where a number has the same name"""

    name: Name


@attrs.frozen
class Arithmetic(Node):
    """`a + b`, `a - b`, `a * b`"""

    operator: str
    left: Expression
    right: Expression


@attrs.frozen
class Compare(Node):
    """`a is b`, `a is not b`, `a is at least b`, …, `a is in b`, `a is not in b`, `a meets b`, `a lies in b`

    Also `a is named before b`. `operator` as in Python, or "meets", "lies", "named before".
    """

    operator: str
    left: Expression
    right: Expression


@attrs.frozen
class All(Node):
    """`a and b and c`"""

    parts: tuple[Expression, ...]


@attrs.frozen
class Either(Node):
    """`a or b or c`"""

    parts: tuple[Expression, ...]


@attrs.frozen
class Negation(Node):
    """`not a`"""

    part: Expression


@attrs.frozen
class During(Node):
    """`during harvest`: such an event has begun and not ended yet"""

    event: Name


@attrs.frozen
class Conditional(Node):
    """`if a then b else c`"""

    condition: Expression
    then: Expression
    otherwise: Expression


@attrs.frozen
class ForEvery(Node):
    """`for every colour as c, …`"""

    domain: Name
    variable: Name
    condition: Expression


Expression = (
    Integer
    | Nothing
    | Named
    | Of
    | Call
    | Count
    | SumOver
    | Total
    | Room
    | Some
    | AnyOf
    | AnyRun
    | Common
    | EndCards
    | Nth
    | RidersOn
    | Setting
    | Arithmetic
    | Compare
    | All
    | Either
    | Negation
    | During
    | Conditional
    | ForEvery
)

Chosen = Selection | Among | Subset
"""What an option is about."""

Words = tuple[str | Chosen, ...]
"""The words of an option: text, and what is chosen in it."""

# Statements


@attrs.frozen
class Move(Node):
    """`move card to discard`, `move every gem in seen to aside`, `move seen to top of pile`"""

    moved: Expression | Selection
    target: Expression


@attrs.frozen
class Lay(Node):
    """`lay card onto gem`: from then on it lies there, and goes wherever the gem goes"""

    card: Expression
    carrier: Expression


@attrs.frozen
class Reveal(Node):
    """`reveal top 5 of pile in revealed as seen`, `look at …` (only the acting player sees them)"""

    private: bool
    cards: Expression
    zone: Name
    variable: Name


@attrs.frozen
class Draw(Node):
    """`draw from pile to drawn as card`"""

    source: Expression
    target: Expression
    variable: Name


@attrs.frozen
class Shuffle(Node):
    """`shuffle pile`, `shuffle aside into pile`"""

    place: Expression
    into: Expression | None


@attrs.frozen
class Put(Node):
    """`put seen on top of pile in any order, asking order of cards`, `put seen under pile …`"""

    cards: Expression
    on_top: bool
    place: Expression
    prompt: Name


@attrs.frozen
class Exchange(Node):
    """`exchange card and other`, `exchange place 1 of row and place 2 of row`"""

    first: Expression
    second: Expression


@attrs.frozen
class Set(Node):
    """`set dust to 3`, `set asleep of snail to yes`"""

    target: Expression
    value: Expression


@attrs.frozen
class Let(Node):
    """`let found: common colours of rightmost 3 of row`"""

    variable: Name
    value: Expression


@attrs.frozen
class Answer(Node):
    """`option use <gem in hand where …>, if may be sold of card`; `words` holds text and what is chosen"""

    words: Words
    condition: Expression | None
    citations: tuple[str, ...]
    body: tuple[Statement, ...]


@attrs.frozen
class Ask(Node):
    """`ask gem drawn` with options; `offer before picking`, a window; `ask sort of tray 2`, of a prompt for each tray

    A window is skipped unless somebody else adds an option that can be chosen.
    `starting_over`: after an ability the enclosing loop begins its next round, instead of the prompt being asked
    again. Abilities are offered only while `open` holds (`ask gem drawn, window if gem is not none`). What it is
    `about` is told with the question (`ask gem drawn about gem and tray`).
    """

    prompt: Name
    member: Expression | None
    window: bool
    starting_over: bool
    answers: tuple[Answer, ...]
    open: Expression | None = None
    about: tuple[Expression, ...] = ()


@attrs.frozen
class AskAgain(Node):
    """`ask again`"""


@attrs.frozen
class Do(Node):
    """`do sell <gem>`"""

    event: Name
    arguments: tuple[Expression, ...]


@attrs.frozen
class Proceed(Node):
    """`proceed`: in a replacement, the event as it was"""


@attrs.frozen
class If(Node):
    """`if …`, `else`"""

    condition: Expression
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]


@attrs.frozen
class Repeat(Node):
    """`repeat 3 times` (`times` True), `repeat while …`"""

    times: bool
    expression: Expression
    body: tuple[Statement, ...]


@attrs.frozen
class Each(Node):
    """`for each card in hand where …`, `for each colour where …`"""

    selection: Selection | Among
    body: tuple[Statement, ...]


@attrs.frozen
class Together(Node):
    """`together`: its changes are one step"""

    body: tuple[Statement, ...]


@attrs.frozen
class Lose(Node):
    """`lose "…"`"""

    sentence: str


@attrs.frozen
class NextPlayer(Node):
    """`next player`, or `turn passes to winner`"""

    to: Expression | None = None


Statement = (
    Move
    | Lay
    | Reveal
    | Draw
    | Shuffle
    | Put
    | Exchange
    | Set
    | Let
    | Ask
    | AskAgain
    | Do
    | Proceed
    | If
    | Repeat
    | Each
    | Together
    | Lose
    | NextPlayer
)

# Declarations


@attrs.frozen
class Type(Node):
    """`colour` ("plain"), `set of colour` ("set"), `yes or no` and `fact 0 to 4 shown "…"` ("fact")

    A fact `one of "", "+1", "-2"` has `words`, one a value; of cards that read the same, the one with most of a fact
    that is `most_first` is meant.
    """

    form: str
    name: str
    minimum: int
    maximum: int
    mark: str
    words: tuple[str, ...] = ()
    most_first: bool = False


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
class Section(Node):
    """`when players is 2`, `when bees is in play`: a section"""

    condition: Expression
    declarations: tuple[Declaration, ...]


@attrs.frozen
class Enumeration(Node):
    """`enum colour: red, blue`, `enum colour: red "R", blue "B"`; a member without a sign has an empty one"""

    name: Name
    members: tuple[Name, ...]
    signs: tuple[str, ...]


@attrs.frozen
class AddMembers(Node):
    """`add silver to metal`, `add silver "S" to metal`"""

    members: tuple[Name, ...]
    signs: tuple[str, ...]
    enumeration: Name


@attrs.frozen
class AttributeOf(Node):
    """`colours: set of colour`"""

    name: Name
    type: Type


@attrs.frozen
class Active(Node):
    """`active in curses, then box, asking curse`"""

    zone: Name
    target: Name
    prompt: Name


@attrs.frozen
class Rides(Node):
    """`rides on gem, then box`: such cards may lie on others; where they go when those go out of sight"""

    carrier: Name
    target: Name


@attrs.frozen
class Kind(Node):
    """`kind location` with its attributes"""

    name: Name
    parent: Name | None
    attributes: tuple[AttributeOf, ...]
    active: Active | None
    citations: tuple[str, ...]
    rides: Rides | None = None


@attrs.frozen
class Cell(Node):
    """a cell of a table of cards"""

    text: str


@attrs.frozen
class CardTable(Node):
    """`cards gem in pile` with rows; `more` (kind None): more of faces that are there"""

    kind: Name | None
    zone: Name
    header: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    citations: tuple[str, ...]


@attrs.frozen
class CardValues(Node):
    """`values of cards` with rows: columns of cards that are declared elsewhere"""

    header: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    citations: tuple[str, ...]


@attrs.frozen
class Trigger(Node):
    """`when any gem in row` under a card: what happens once, as soon as that holds"""

    condition: Expression
    body: tuple[Statement, ...]


@attrs.frozen
class Card(Node):
    """`card thief is danger, 10 in pile`"""

    name: Name
    kind: Name
    count: int
    zone: Name
    triggers: tuple[Trigger, ...]
    citations: tuple[str, ...]


@attrs.frozen
class Class(Node):
    """`class tall herb: herb where height is 3`"""

    name: Name
    kind: Name
    where: Expression
    citations: tuple[str, ...]


@attrs.frozen
class Places(Node):
    """`places shelf: 1 to 4`: a domain of numbered places"""

    name: Name
    lowest: int
    highest: int
    citations: tuple[str, ...]


@attrs.frozen
class Zone(Node):
    """`zone hand per player: heap, private, limit 5`, `zone stored per shelf: heap, public, named shelf`"""

    name: Name
    per: tuple[Name, ...]
    shape: str
    seen: str
    limit: int
    for_looking: bool
    called: str
    citations: tuple[str, ...]


@attrs.frozen
class Member(Node):
    """`shared as "shared"`: a zone of a group, and the word that tells its cards apart"""

    place: Expression
    word: str


@attrs.frozen
class Group(Node):
    """`group held: hand`, `extend held with shared as "shared"` (`widens`)"""

    name: Name
    members: tuple[Member, ...]
    widens: bool
    citations: tuple[str, ...]


@attrs.frozen
class NumberOf(Node):
    """`number dust per player: 0 to 60, starts at 0`

    With `during` it lasts as long as one of these events: `number tries during harvest: 0 to 3`.
    """

    name: Name
    per: tuple[Name, ...]
    minimum: int
    maximum: int
    initial: Expression | None
    citations: tuple[str, ...]
    during: tuple[Name, ...] = ()


@attrs.frozen
class Marker(Node):
    """`marker lantern per player: unlit, lit`: a thing that stands at one of its positions, first at the first"""

    name: Name
    per: tuple[Name, ...]
    positions: tuple[Name, ...]
    citations: tuple[str, ...]


@attrs.frozen
class Prompt(Node):
    """`prompt turn: "What do you do?", window, must be answered`; `prompt sort per tray: "…"` is one for each"""

    name: Name
    per: tuple[Name, ...]
    question: str
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
    """`event sell <gem>, move` and its rules"""

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


@attrs.frozen
class Handler(Node):
    """`on drawn of shiny gem`: what an event does with cards of a class; the most special one counts"""

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
    answers: tuple[Answer, ...]


@attrs.frozen
class Ability(Node):
    """`ability speak a curse` `at thief` `when …`: an option at windows, all or those named

    The prompt is asked again after it. `opening`: `at turn before anything else`.
    """

    words: Words
    windows: tuple[Name, ...]
    condition: Expression | None
    citations: tuple[str, ...]
    body: tuple[Statement, ...]
    opening: bool = False


@attrs.frozen
class Forbid(Node):
    """`forbid place if …`: the event doesn't happen"""

    event: Name
    condition: Expression | None
    citations: tuple[str, ...]


@attrs.frozen
class Define(Node):
    """`define next herb: some herb in bed where not asleep`"""

    name: Name
    parameters: tuple[Parameter, ...]
    value: Expression
    citations: tuple[str, ...]


@attrs.frozen
class Adjust(Node):
    """`narrow may be sold <gem> when …` (and), `widen …` (or)"""

    widens: bool
    name: Name
    parameters: tuple[Parameter, ...]
    condition: Expression
    citations: tuple[str, ...]


@attrs.frozen
class WinOnly(Node):
    """`win only when …`"""

    condition: Expression
    citations: tuple[str, ...]


@attrs.frozen
class Won(Node):
    """`won "…"`: the sentence for the winner"""

    sentence: str


@attrs.frozen
class LoseWhen(Node):
    """`lose when …, "…"`"""

    condition: Expression
    sentence: str
    citations: tuple[str, ...]


@attrs.frozen
class OutOfReach(Node):
    """`out of reach when …, "…"`"""

    condition: Expression
    sentence: str


@attrs.frozen
class Invariant(Node):
    """`invariant "…": …`"""

    title: str
    condition: Expression


@attrs.frozen
class Show(Node):
    """`show "Hand": hand`, `show "Pile": pile, size`, `show "Row": row, apart … as "…"`, `…, beside … as "…"`"""

    label: str
    what: Expression
    style: str
    look: Look | None
    apart: Expression | None
    apart_label: str
    beside: tuple[Beside, ...]
    condition: Expression | None


@attrs.frozen
class Look(Node):
    """`by colour and height`, `with height`: what cards are shown by, in place of their names or behind them"""

    attributes: tuple[Name, ...]
    named: bool


@attrs.frozen
class Beside(Node):
    """`beside points of p as "points"`: what stands on the line of something else"""

    what: Expression
    label: str
    look: Look | None


@attrs.frozen
class ShowBeside(Node):
    """`beside "Nest 1": points of p as "points", if …`: what stands on a line that another table shows"""

    line: str
    beside: Beside
    condition: Expression | None


@attrs.frozen
class ShowEach(Node):
    """`for each nest where …` in a table, with its lines"""

    members: Among
    lines: tuple[Show | ShowBeside | ShowEach, ...]


@attrs.frozen
class Table(Node):
    """`table` with its lines"""

    lines: tuple[Show | ShowBeside | ShowEach, ...]


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
    | Section
    | Enumeration
    | AddMembers
    | Kind
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
    | WinOnly
    | Won
    | LoseWhen
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
