"""Walk a model: the nodes within a node, and the declarations within sections."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import get_args

import attrs

from dsl.model import model as m
from dsl.model.memo import once_each

DECLARED = frozenset(get_args(m.Declaration))
"""The sorts of declarations."""

LEAVES = frozenset({"span", "text"})
"""Fields that hold no nodes."""


def parts(node: m.Node) -> Iterator[m.Node]:
    """The nodes that a node is made of, in the order of its text."""
    sort = type(node)
    if sort not in _fields:
        _fields[sort] = tuple(field.name for field in attrs.fields(sort) if field.name not in LEAVES)
    return _nodes([getattr(node, field) for field in _fields[sort]])


_fields: dict[type[m.Node], tuple[str, ...]] = {}
"""By the sort of a node, the fields that may hold nodes."""


def _nodes(values: Iterable[object]) -> Iterator[m.Node]:
    for value in values:
        if isinstance(value, m.Node):
            yield value
        elif isinstance(value, tuple):
            yield from _nodes(value)


def every_node(node: m.Node) -> Iterator[m.Node]:
    """A node, and all nodes within it, in the order of their text."""
    return iter(_within(node)) if type(node) in DECLARED else _walked(node)


@once_each
def _within(node: m.Node) -> tuple[m.Node, ...]:
    """A declaration and all nodes within it: most checks look through each."""
    return tuple(_walked(node))


def _walked(node: m.Node) -> Iterator[m.Node]:
    yield node
    left = [*parts(node)][::-1]
    while left:
        node = left.pop()
        if type(node) in DECLARED:
            yield from _within(node)
        else:
            yield node
            left += [*parts(node)][::-1]


def names_in(node: m.Node, text: str) -> bool:
    """Whether a name stands in a node."""
    return text in _names(node)


@once_each
def _names(node: m.Node) -> frozenset[str]:
    return frozenset(each.text for each in every_node(node) if isinstance(each, m.Name))


@once_each
def declared_in(file: m.File) -> tuple[m.Declaration, ...]:
    """All declarations of a file, also those in its sections."""
    return tuple(declaration for declaration, _ in unfolded(file.declarations))


def unfolded(
    declarations: Iterable[m.Declaration], conditions: tuple[m.Expression, ...] = ()
) -> Iterator[tuple[m.Declaration, tuple[m.Expression, ...]]]:
    """Every declaration with the conditions of the sections in which it stands, the outermost first."""
    for declaration in declarations:
        if isinstance(declaration, m.Section):
            yield from unfolded(declaration.declarations, (*conditions, declaration.condition))
        else:
            yield declaration, conditions
