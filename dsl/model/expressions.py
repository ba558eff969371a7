"""Expressions of the model: conditions, values and selections of cards as an author wrote them.

What a name stands for isn't known here. Each docstring shows the concrete syntax.
"""

from __future__ import annotations

import attrs

from dsl.model.node import Name, Node


@attrs.frozen
class Integer(Node):
    """`5`, `yes` (1)"""

    value: int

    @property
    def word(self) -> str:
        """The value of an option that is meant: the number, `yes` or `no`."""
        return self.span.text if self.span.text in ("yes", "no") else str(self.value)


@attrs.frozen
class Nothing(Node):
    """`none`: no card, no member of an enumeration"""


@attrs.frozen
class Named(Node):
    """`pile`: a name of any sort"""

    name: Name


@attrs.frozen
class Of(Node):
    """`colours of card`, `hand of B`, `cost of card`"""

    name: Name
    term: Expression


@attrs.frozen
class Call(Node):
    """`fits(gem, box)`: a definition about several things"""

    name: Name
    arguments: tuple[Expression, ...]


@attrs.frozen
class Selection(Node):
    """`gem in hand where colour is red`, `other: gem in hand besides gem`, `gem by position in row`

    `unclear` (`…, if unclear`): in words of an option, the place of the card is named only in options that would
    otherwise read like others.
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
class SideOf(Node):
    """`to the right of card`: where a selection looks for the cards beside a card in its line"""

    right: bool
    card: Expression


@attrs.frozen
class NextTo(Node):
    """`right neighbour of card`: the card beside another in its line, or none"""

    right: bool
    card: Expression


@attrs.frozen
class Onward(Node):
    """`card and all after it`: a card with those to its right in a line, or on top of it in a pile"""

    card: Expression


@attrs.frozen
class Among(Node):
    """`colour where colour in struck`, `c: colour`: members of a domain, in words of an option

    `unclear` (`…, if unclear`): the member is named only in options that would otherwise read like others.
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
    """`sum of worth over gem in pile`, `sum of worth over them where …`: the sum of a value for each card or member"""

    value: Expression
    selection: Selection | Among


@attrs.frozen
class Highest(Node):
    """`highest of rank over card in trick`, `lowest of points of p over p: player` (`wanted` False); of nothing, 0"""

    wanted: bool
    value: Expression
    selection: Selection | Among


@attrs.frozen
class Neighbour(Node):
    """`one after rank of card` (`steps` 1), `one before player` (-1): a member of a domain beside another"""

    steps: int
    member: Expression


@attrs.frozen
class Ordinal(Node):
    """`ordinal of rank of card`: the place of a member in the order of its domain, from 1; 0 for none"""

    member: Expression


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
    """`common colours of rightmost 3 of row`: the members that all of these cards have"""

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
    """`option curses`: the value of an option, where a number has the same name"""

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

    Also `a is exactly b`, `a is named before b`. `operator` as in Python, or "exactly", "meets", "lies",
    "named before".
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
    | Highest
    | Neighbour
    | Ordinal
    | Total
    | Room
    | Some
    | AnyOf
    | AnyRun
    | Common
    | EndCards
    | Nth
    | RidersOn
    | SideOf
    | NextTo
    | Onward
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
"""A part of an option's words that is filled in: a card, a member, or several cards."""

Words = tuple[str | Chosen, ...]
"""The words of an option: text, and the things to fill in."""


@attrs.frozen
class Gap(Node):
    """`{price of gem}` in a text or in the words of an option: a value that is put in there"""

    value: Expression


Shown = tuple[str | int | Gap, ...]
"""The words of an option with gaps; a thing to fill in is given by its number. Empty if there are no gaps."""


@attrs.frozen
class Text(Node):
    """`"Bid more than {highest bid}?"`"""

    parts: tuple[str | Gap, ...]

    @property
    def form(self) -> str:
        """The text with `…` for each gap."""
        return "".join(part if isinstance(part, str) else "…" for part in self.parts)
