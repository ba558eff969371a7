"""Find declarations whose name is a word of the language, before the rules that use the name go wrong.

A word such as `total` begins an expression, so no expression can name a zone of this name; backticks help. A word such
as `player` means something of its own everywhere, with backticks or without.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dsl.model import model as m
from dsl.model.traverse import parts
from dsl.text.diagnostics import Problem, Problems

OPENING = frozenset(
    "any common during for if no none not number option place room some sum total yes".split()  # noqa: SIM905
)
"""Words that begin an expression."""

AFTER_IS = frozenset({"at", "exactly", "in", "less", "more"})
"""Words that continue a comparison after `is`, where the values of an enum stand."""

MEANING = frozenset({"card", "player", "players"})
"""Words that stand for something in every game: a card of any kind, the acting player, how many play."""

FUNCTIONS = frozenset({"highest", "larger", "lowest", "ordinal", "quotient", "remainder", "smaller"})
"""Words that stand for something before `of` or a bracket."""

TYPES = frozenset({"number", "player", "players"})
"""Words that already are a type, or how many play; a kind of cards may be called `card`."""


def check(file: m.File, problems: Problems) -> None:
    """Report the names that a file declares and can't use; what else went wrong on their account is left out."""
    found = [name for name, taken in _declared(file) if _reserved(name, taken, problems)]
    if found:
        problems.found[:] = [each for each in problems.found if not any(_follows(each, name) for name in found)]
    for name in found:
        _report(name, problems)


def _reserved(name: m.Name, taken: frozenset[str], problems: Problems) -> bool:
    """Whether no expression can hold a name; a value of an enum may be printed on cards only, whatever its words."""
    if name.text in taken - AFTER_IS:
        return True
    opening = not name.span.text.startswith("`") and name.text.split(" ")[0] in OPENING | (taken & AFTER_IS)
    if opening and " " in name.text and taken & AFTER_IS:
        return any(_follows(problem, name) for problem in problems.found)
    return opening


def _follows(problem: Problem, name: m.Name) -> bool:
    """Whether a line that holds a name can't be parsed."""
    if problem.code != "syntax" or problem.span is None:
        return False
    line = problem.span.file.line(problem.span.line)
    return re.search(rf"\b{re.escape(name.text)}\b", line) is not None


def _report(name: m.Name, problems: Problems) -> None:
    word = name.text.split(" ")[0]
    if word in OPENING | AFTER_IS and name.text not in TYPES:
        message = f"`{word}` is a word of the language, so it can't begin a name"
        help_ = f"choose another name, or write it in backticks wherever it stands: `{name.text}`"
    else:
        message, help_ = f"`{name.text}` is a word of the language, so it can't be a name here", "choose another name"
    problems.add("reserved-name", message, name.span, help=help_)


def _declared(node: m.Node) -> Iterator[tuple[m.Name, frozenset[str]]]:
    """The names that are declared in a node and that expressions use, each with the words that it can't be."""
    yield from _of(node)
    for part in parts(node):
        yield from _declared(part)


def _of(node: m.Node) -> Iterator[tuple[m.Name, frozenset[str]]]:
    match node:
        case m.Zone() | m.NumberOf() | m.Marker() | m.Define() | m.Group() | m.Choice() | m.AttributeOf():
            yield node.name, MEANING | FUNCTIONS
        case m.Class() | m.Kind() | m.Enumeration() | m.Places():
            yield node.name, TYPES
            yield from (
                (member, MEANING | AFTER_IS) for member in (node.members if isinstance(node, m.Enumeration) else ())
            )
        case m.AddMembers():
            yield from ((member, MEANING | AFTER_IS) for member in node.members)
        case m.Parameter():
            yield node.name, frozenset()
        case m.Let() | m.Draw() | m.Reveal() | m.Selection() | m.Among() | m.AnyRun() | m.ForEvery():
            yield node.variable, frozenset()
        case _:
            return
