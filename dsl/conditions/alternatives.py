"""Report conditions that can't hold where they are asked, because of those that are asked before them.

Called for the branches of statements and for the cases of values. Knows names and the model, and no values.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.conditions.claims import Variables, Way, both, ways
from dsl.conditions.contradictions import NEVER, excluded
from dsl.model import model as m
from dsl.names.names import Names
from dsl.text.diagnostics import Label

Before = tuple[tuple[m.Expression, bool], ...]
"""Conditions that were tested, and whether they hold."""

OTHERWISE = "test something else, or leave this branch out"


def branches(names: Names, node: m.If, variables: Variables, before: Before = ()) -> None:
    """Report an `else if`, or an `if` at the beginning of a branch, whose condition can't hold there."""
    for body, holds in ((node.then, True), (node.otherwise, False)):
        if body and isinstance(body[0], m.If):
            known = (*before, (node.condition, holds))
            _tell(names, body[0].condition, known, variables)
            branches(names, body[0], variables, known)


def cases(names: Names, node: m.Conditional, variables: Variables) -> None:
    """Report a case of a value that can't be reached."""
    for condition, before in _cases(node, ()):
        if before:
            _tell(names, condition, before, variables)


def _cases(node: m.Conditional, before: Before) -> Iterator[tuple[m.Expression, Before]]:
    yield node.condition, before
    for value, holds in ((node.then, True), (node.otherwise, False)):
        if isinstance(value, m.Conditional):
            yield from _cases(value, (*before, (node.condition, holds)))


def _tell(names: Names, condition: m.Expression, before: Before, variables: Variables) -> None:
    asked = ways(names, condition, variables)
    if excluded(asked):
        return  # reported by itself
    for tested, holds in reversed(before):
        same = tested == condition and not holds
        if same or excluded(both(ways(names, tested, variables, holds), asked)):
            message = f"{NEVER} where `{_text(tested)}` is {'true' if holds else 'not'}"
            related = [Label(tested.span, "tested before")]
            first = f"put this before `{_text(tested)}`, or test something else"
            help_ = OTHERWISE if holds or same else first
            names.problems.add("never-holds", message, condition.span, related=related, help=help_)
            return
    known: list[Way] = [()]
    for tested, holds in before:
        known = both(known, ways(names, tested, variables, holds))
    if excluded(both(known, asked)):
        related = [Label(tested.span, "tested before") for tested, _ in before]
        message = f"{NEVER} here: the conditions before exclude it"
        names.problems.add("never-holds", message, condition.span, related=related, help=OTHERWISE)


def _text(node: m.Expression) -> str:
    return " ".join(node.span.text.split())
