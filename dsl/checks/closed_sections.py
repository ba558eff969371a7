"""Report places that don't exist in sections that don't hold in this game: no other game has more of them.

Sections that hold are lowered, which finds such places. Everything else in the others is left to games in which they
hold: it may depend on what else those declare.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from dsl.model import model as m
from dsl.model.memo import once_each
from dsl.model.traverse import declared_in, every_node
from dsl.weaving.weaving import Weaving

NUMBERED = re.compile(r"(.+) \d+")


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
