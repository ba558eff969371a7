"""Walk a model: the nodes within a node, and the declarations within sections."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from dsl.model import model as m


def parts(node: m.Node) -> Iterator[m.Node]:
    """The nodes that a node is made of, in the order of its text."""
    for field in attrs.fields(type(node)):
        yield from _nodes(getattr(node, field.name))


def _nodes(value: object) -> Iterator[m.Node]:
    if isinstance(value, m.Node):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from _nodes(each)


def every_node(node: m.Node) -> Iterator[m.Node]:
    """A node, and all nodes within it."""
    yield node
    for part in parts(node):
        yield from every_node(part)


def names_in(node: m.Node, text: str) -> bool:
    """Whether a name stands in a node."""
    return (isinstance(node, m.Name) and node.text == text) or any(names_in(part, text) for part in parts(node))


def unfolded(
    declarations: Iterable[m.Declaration], conditions: tuple[m.Expression, ...] = ()
) -> Iterator[tuple[m.Declaration, tuple[m.Expression, ...]]]:
    """Every declaration with the conditions of the sections in which it stands, the outermost first."""
    for declaration in declarations:
        if isinstance(declaration, m.Section):
            yield from unfolded(declaration.declarations, (*conditions, declaration.condition))
        else:
            yield declaration, conditions
