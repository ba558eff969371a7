"""The base of all nodes of the model: each has the place where it was written, which doesn't count for equality."""

from __future__ import annotations

import attrs

from dsl.text.source import Span


@attrs.frozen
class Node:
    """A piece of a rules file, with its place."""

    span: Span = attrs.field(kw_only=True, eq=False, repr=False)


@attrs.frozen
class Name(Node):
    """`shiny gem`"""

    text: str
