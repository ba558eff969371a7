"""What every node of the model has: the place where it was written, which doesn't count for equality."""

from __future__ import annotations

import attrs

from dsl.text.source import Span


@attrs.frozen
class Node:
    """Everything that was written somewhere."""

    span: Span = attrs.field(kw_only=True, eq=False, repr=False)


@attrs.frozen
class Name(Node):
    """`shiny gem`"""

    text: str
