"""Statements of the model: the steps and the questions of an event, as an author wrote them.

Each docstring shows the concrete syntax.
"""

from __future__ import annotations

import attrs

from dsl.model.expressions import Among, Expression, Selection, Shown, Text, Words
from dsl.model.node import Name, Node


@attrs.frozen
class Move(Node):
    """`move card to discard`, `move every gem in seen to aside`, `move seen to top of pile`

    `face_down`: how the cards lie then (`move card to row face down`); None: as before.
    """

    moved: Expression | Selection
    target: Expression
    face_down: bool | None = None


@attrs.frozen
class TurnCard(Node):
    """`turn card face up`, `turn every card in row face down`"""

    turned: Expression | Selection
    face_down: bool


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
    """`draw from pile to drawn as card`, `draw 3 from pile to hand` (`count`; None: one card)

    `face_down` as in `Move`.
    """

    source: Expression
    target: Expression
    variable: Name | None = None
    count: Expression | None = None
    face_down: bool | None = None


@attrs.frozen
class Shuffle(Node):
    """`shuffle pile`, `shuffle aside into pile`"""

    place: Expression
    into: Expression | None


@attrs.frozen
class Flip(Node):
    """`flip waste onto stock`: turned over as a whole, so that its top card comes to lie lowest"""

    place: Expression
    onto: Expression


@attrs.frozen
class Roll(Node):
    """`roll 1 to 6 as pips`: a number that chance decides"""

    least: Expression
    most: Expression
    variable: Name


@attrs.frozen
class Pick(Node):
    """`pick lane at random where … as found`, `pick herb in bed at random as found`: a member of a domain, or a card"""

    among: Among | Selection
    variable: Name


@attrs.frozen
class Put(Node):
    """`put seen on top of pile in any order, asking order of cards`, `put every star in notes under pile …`"""

    cards: Expression | Selection
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
    """`set dust to 3`, `set asleep of snail to no`, `set finished` (`value` None: to yes)"""

    target: Expression
    value: Expression | None


@attrs.frozen
class Let(Node):
    """`let found: common colours of rightmost 3 of row`"""

    variable: Name
    value: Expression


@attrs.frozen
class Option(Node):
    """`option use <gem in hand where …>, if may be sold of card`; `words` holds text and the things to fill in

    `shown` are the words with their gaps (`option buy <gem in market> for {price of gem}`), if there are any.
    """

    words: Words
    condition: Expression | None
    citations: tuple[str, ...]
    body: tuple[Statement, ...]
    shown: Shown = ()
    once: Once | None = None


@attrs.frozen
class Once(Node):
    """`once a turn`, `once a game` or `once in work`, the `unit`; with `in all`, for `everybody` together"""

    unit: str
    event: Name | None
    everybody: bool


@attrs.frozen
class Ask(Node):
    """`ask gem drawn` with options; `offer before picking`, a window; `ask sort of tray 2`, of a prompt for each tray

    A window is skipped unless another rule adds an option that can be chosen. `starting_over`: after an ability the
    enclosing loop begins its next round, instead of the prompt being asked again. Abilities are offered only while
    `open` holds (`ask gem drawn, open to abilities if gem is not none`). The question is shown with the values that it
    is `about` (`ask gem drawn about gem and tray`). If it is `decided_by` another player (`ask gem drawn, decided by
    one after player`), that player acts until the answer has been carried out. `at_once`: every player chooses, and no
    choice is known or carried out before all have chosen (`ask gem drawn, decided by every player at once`).
    """

    prompt: Name
    member: Expression | None
    window: bool
    starting_over: bool
    options: tuple[Option, ...]
    open: Expression | None = None
    about: tuple[Expression, ...] = ()
    decided_by: Expression | None = None
    at_once: bool = False


@attrs.frozen
class AskAgain(Node):
    """`ask again`"""


@attrs.frozen
class StandIn(Node):
    """`asking my question`, `asking my order instead of order`: a prompt that is asked in place of another one"""

    prompt: Name
    instead: Name | None


@attrs.frozen
class Do(Node):
    """`do sell(gem)`, `do sell(gem), counted as pearl`, `do sell(gem), asking my question`"""

    event: Name
    arguments: tuple[Expression, ...]
    counted: Name | None = None
    asking: tuple[StandIn, ...] = ()


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

    sentence: Text


@attrs.frozen
class GameOver(Node):
    """`game over "…"`"""

    sentence: Text


@attrs.frozen
class NextPlayer(Node):
    """`next player`, or `turn passes to winner`"""

    to: Expression | None = None


Statement = (
    Move
    | TurnCard
    | Lay
    | Reveal
    | Draw
    | Shuffle
    | Flip
    | Roll
    | Pick
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
    | GameOver
    | NextPlayer
)
