"""Report sections that never hold, and places that don't exist in sections that don't hold in this game.

Sections that hold are lowered, which finds such places, and no other game has more of them. Everything else in the
others is left to games in which they hold: it may depend on what else those declare.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from dsl.model import model as m
from dsl.model.memo import once_each
from dsl.model.traverse import declared_in, every_node, unfolded
from dsl.text.diagnostics import Label
from dsl.weaving.weaving import Weaving

NUMBERED = re.compile(r"(.+) \d+")


def never_open(weaving: Weaving) -> None:
    """Report sections that ask for something else than a section around them, so that no game has both."""
    names = weaving.context.names
    for file in names.ruleset.files:
        if file.head is None or not (file.head.name.text in names.ruleset.modules or isinstance(file.head, m.Game)):
            continue
        for first, second in _excluding(file):
            message = f"this never holds where `{first.span.sentence}` does"
            related = [Label(first.span, "the first")]
            help_ = "put this section beside the other one, not below it, or leave it out"
            names.problems.add("never-holds", message, second.span, related=related, help=help_)


@once_each
def _excluding(file: m.File) -> tuple[tuple[m.Compare, m.Compare], ...]:
    """The pairs of tests, of sections within each other or joined by `and`, that name two values of the same thing."""
    found: dict[m.Compare, m.Compare] = {}
    for _, conditions in unfolded(file.declarations):
        tests = [each for condition in conditions for each in _joined(condition)]
        for at, second in enumerate(tests):
            for first in tests[:at]:
                if first.left == second.left and first.right != second.right:
                    found.setdefault(second, first)
    return tuple((first, second) for second, first in found.items())


def _joined(condition: m.Expression) -> tuple[m.Compare, ...]:
    """The tests of which all hold, that something is a value."""
    every = condition.parts if isinstance(condition, m.All) else (condition,)
    return tuple(each for each in every if isinstance(each, m.Compare) and each.operator == "==")


def places(weaving: Weaving) -> None:
    """Report places out of the range of their domain, in the sections of the files in play."""
    names = weaving.context.names
    rules = names.ruleset
    for file in rules.files:
        if file.head is None or not (file.head.name.text in rules.modules or isinstance(file.head, m.Game)):
            continue
        for name in _numbered(file):
            place, _, number = name.text.rpartition(" ")
            here = names.places.get(place)
            if here is None or _has(here[1], int(number)):
                continue
            if not any(_has(each, int(number)) for each in _declared(rules.files, place)):
                advice = f"`{place}` goes from `{place} {here[1].lowest}` to `{place} {here[1].highest}`"
                names.say_unknown("name", name, (), sure=advice)


def _has(places: m.Places, number: int) -> bool:
    return places.lowest <= number <= places.highest


def _declared(files: Iterable[m.File], name: str) -> Iterator[m.Places]:
    """The places of a name in all files: how many there are may depend on the modules and options."""
    for file in files:
        for declaration in declared_in(file):
            if isinstance(declaration, m.Places) and declaration.name.text == name:
                yield declaration


@once_each
def _numbered(file: m.File) -> tuple[m.Name, ...]:
    """The names with a number that stand in the sections of a file."""
    sections = [each for each in file.declarations if isinstance(each, m.Section)]
    every = (node for section in sections for node in every_node(section))
    return tuple(node for node in every if isinstance(node, m.Name) and NUMBERED.fullmatch(node.text))
