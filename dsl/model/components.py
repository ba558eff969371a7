"""Components of the model: declarations of what a game is played with, cards, zones, numbers and markers.

Each docstring shows the concrete syntax.
"""

from __future__ import annotations

import attrs

from dsl.model.expressions import Expression
from dsl.model.node import Name, Node
from dsl.model.statements import Statement


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
class Enumeration(Node):
    """`enum colour: red, blue`, `enum colour: red "R", blue "B"`; a member without a sign has an empty one

    With `ordered` (`enum rank in order: two, three`) each member is more than those before it.
    """

    name: Name
    members: tuple[Name, ...]
    signs: tuple[str, ...]
    ordered: bool = False


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
class Facing(Node):
    """`may lie face down`"""


@attrs.frozen
class Rides(Node):
    """`rides on gem, then box`: such cards may lie on others; `target` is where they go when those go out of sight"""

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
    facing: Facing | None = None


@attrs.frozen
class ExtendKind(Node):
    """`extend kind location` with attributes that a module gives to cards of another file"""

    name: Name
    attributes: tuple[AttributeOf, ...]
    rides: Rides | None
    citations: tuple[str, ...]


@attrs.frozen
class Cell(Node):
    """a cell of a table of cards"""

    text: str


@attrs.frozen
class CardTable(Node):
    """`cards gem in pile` with rows; `more cards in pile` (kind None): more copies of cards that are declared"""

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
    """`when any gem in row` under a card: its body runs once, as soon as that holds"""

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
    """`zone hand per player: heap, private, limit 5`, `zone stored per shelf: heap, public, named shelf`

    `refill` is the zone of which a pile is made anew when it runs out: `zone deck: pile, hidden, refilled from waste`.
    """

    name: Name
    per: tuple[Name, ...]
    shape: str
    seen: str
    limit: int
    for_looking: bool
    called: str
    citations: tuple[str, ...]
    refill: Refill | None = None


@attrs.frozen
class Refill(Node):
    """`refilled from waste`"""

    source: Name


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

    With `during` it lasts as long as one of these events: `number tries during harvest: 0 to 3`. A `flag` is a number
    that is 1 for yes and 0 for no: `flag market open per player, starts yes`.
    """

    name: Name
    per: tuple[Name, ...]
    minimum: int
    maximum: int
    initial: Expression | None
    citations: tuple[str, ...]
    during: tuple[Name, ...] = ()
    flag: bool = False

    @property
    def sort(self) -> str:
        """The word that declares it."""
        return "flag" if self.flag else "number"


@attrs.frozen
class Marker(Node):
    """`marker lantern per player: unlit, lit`: a thing that stands at one of its positions, first at the first"""

    name: Name
    per: tuple[Name, ...]
    positions: tuple[Name, ...]
    citations: tuple[str, ...]
