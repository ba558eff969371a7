"""The extents of a rules file: where its rules stand, and the steps below each condition, whether or not in play.

Reads only the model of one file. Coverage compares it with what was recorded in games: rules that were in none of them
aren't measured, and steps below a condition that never held were never carried out.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from dsl.model import model as m
from dsl.model.traverse import declared_in, every_node
from dsl.reading.library import read_all
from dsl.text.source import SourceFile

RULES = (
    *(m.Event, m.Hook, m.Handler, m.Option, m.Ability, m.Forbid, m.Define, m.Adjust, m.Raise, m.Keep),
    *(m.WinOnly, m.WinAlso, m.LoseWhen, m.OverWhen, m.OutOfReach),
)
"""What acts by itself, or is asked by what does."""

Lines = tuple[int, int]
"""The first and the last line of something."""


@attrs.frozen
class Fork:
    """A condition of steps by its line and column, and the lines of the steps below it: if it holds, and if not."""

    line: int
    column: int
    held: Lines | None
    failed: Lines | None


@attrs.frozen
class Extents:
    """The rules of a file, each by its line and column and the lines that it takes, and the conditions of steps."""

    rules: dict[tuple[int, int], Lines]
    forks: tuple[Fork, ...]


def extents(source: SourceFile) -> Extents:
    """The extents of a rules file; raises `CompileError` if it can't be read."""
    (model,) = read_all([source])
    nodes = [node for each in declared_in(model) if not isinstance(each, m.Example) for node in every_node(each)]
    rules = {source.position(node.span.start): _lines([node]) for node in nodes if isinstance(node, RULES)}
    forks = [_fork(node) for node in nodes if isinstance(node, m.If) or (isinstance(node, m.Repeat) and not node.times)]
    return Extents({place: lines for place, lines in rules.items() if lines}, tuple(forks))


def _fork(node: m.If | m.Repeat) -> Fork:
    condition = node.condition if isinstance(node, m.If) else node.expression
    then, otherwise = (node.then, node.otherwise) if isinstance(node, m.If) else (node.body, ())
    line, column = condition.span.file.position(condition.span.start)
    return Fork(line, column, _lines(then), _lines(otherwise))


def _lines(nodes: Sequence[m.Node]) -> Lines | None:
    """The lines that some nodes take, with everything in them; None if there are no nodes."""
    spans = [each.span for node in nodes for each in every_node(node)]
    if not spans:
        return None
    first, last = min(span.start for span in spans), max(span.end for span in spans)
    return spans[0].file.position(first)[0], spans[0].file.position(max(first, last - 1))[0]
