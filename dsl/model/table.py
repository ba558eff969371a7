"""The table of the model: the lines in which an author wants the game shown.

Each docstring shows the concrete syntax.
"""

from __future__ import annotations

import attrs

from dsl.model.expressions import Among, Expression
from dsl.model.node import Name, Node


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
    """`by colour and height`, `with height`: attributes that are shown for cards, in place of their names or behind"""

    attributes: tuple[Name, ...]
    named: bool


@attrs.frozen
class Beside(Node):
    """`beside points of p as "points"`: a value or cards on the line of another entry"""

    what: Expression
    label: str
    look: Look | None


@attrs.frozen
class ShowBeside(Node):
    """`beside "Nest 1": points of p as "points", if …`: a value or cards on a line that another table shows"""

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
