"""Names that are declared, but not in this game: in a module that isn't in play, or in a section that doesn't hold.

Whoever uses such a name is told where it is declared, and what its rule has to ask for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import attrs

from dsl.model import model as m
from dsl.model.traverse import unfolded
from dsl.reading.catalogue import cards_in
from dsl.text.source import SourceFile

SORTS: Mapping[str, tuple[str, ...]] = {
    "zone": ("zone", "group"),
    "kind": ("kind", "card"),
    "domain": ("enum", "places"),
    "attribute": ("attribute", "number", "definition", "zone", "places", "enum"),
}
"""The sorts of things that may be meant where another word for what is unknown is used than theirs."""


@attrs.frozen
class Absent:
    """Where a name is declared that isn't there: the module, and the conditions of the sections around it, in words."""

    module: str
    sections: tuple[str, ...]


def find(name: str, what: str, files: Iterable[m.File], base: str, chosen: Iterable[str]) -> Absent | None:
    """Where something of a sort is declared that isn't in a game; modules in play come first, then by name."""
    found = []
    for file in files:
        module = file.head.name.text if file.head else ""
        for sort, each, conditions in _declared(file):
            if each == name and (what == "name" or sort in SORTS.get(what, (what,))):
                sections = tuple(condition.span.sentence for condition in conditions)
                found.append(((module != base and module not in chosen), module, sections))
    return Absent(*min(found)[1:]) if found else None


def outside(words: str, sorts: Collection[str], files: Sequence[m.File], chosen: Collection[str]) -> Absent | None:
    """What `find` tells of something that a game with the modules `chosen` doesn't have, named with words around it.

    `A hand` and `plate 2` name what is declared as `hand` and `plate`. `module` is "" if it is in play.
    """
    base = next((file.head.name.text for file in files if isinstance(file.head, m.Game)), "")
    for name in _within(words):
        found = next(filter(None, (find(name, sort, files, base, chosen) for sort in sorts)), None)
        if found and (playing := found.module == base or found.module in chosen) and not found.sections:
            return None
        if found:
            return attrs.evolve(found, module="" if playing else found.module)
    return None


def _within(words: str) -> Iterator[str]:
    """Some words, and what they hold without those at the end, and without a player's letter before them."""
    split = words.split()
    for first in (0, 1) if split[:1] in (["A"], ["B"]) else (0,):
        for last in range(len(split), first, -1):
            yield " ".join(split[first:last])


def advice(absent: Absent, file: SourceFile, base: SourceFile, playing: bool) -> str:
    """What somebody has to do who uses a name in a file that isn't there."""
    conditions = [*([] if playing else [f"{absent.module} is in play"]), *absent.sections]
    condition = " and ".join(f"({each})" if " or " in each else each for each in conditions)
    if not playing and file == base:
        return f"the base game can do without its modules: write the rule in `{absent.module}`"
    return f"put the rule into a section `when {condition}`"


def _declared(file: m.File) -> Iterator[tuple[str, str, tuple[m.Expression, ...]]]:
    """What a file declares: of what sort it is, its name, and in what sections."""
    for declaration, conditions in unfolded(file.declarations):
        for sort, name in _names(declaration):
            yield sort, name, conditions
    for name in cards_in(file):
        yield "card", name, ()


SORT_OF: Mapping[type[m.Node], str] = {
    m.Choice: "option",
    m.Class: "kind",
    m.Define: "definition",
    m.Enumeration: "enum",
    m.Event: "event",
    m.Group: "group",
    m.Kind: "kind",
    m.Marker: "number",
    m.NumberOf: "number",
    m.Places: "places",
    m.Prompt: "prompt",
    m.Zone: "zone",
}
"""Of what sort the thing is that a declaration names."""


def _names(declaration: m.Declaration) -> Iterator[tuple[str, str]]:
    sort, name = SORT_OF.get(type(declaration)), getattr(declaration, "name", None)
    if sort and isinstance(name, m.Name) and not getattr(declaration, "widens", False):
        yield sort, name.text
    match declaration:
        case m.Kind(_, _, attributes):
            yield from (("attribute", each.name.text) for each in attributes)
        case m.Enumeration(members=members) | m.AddMembers(members=members):
            yield from (("value", each.text) for each in members)
        case _:
            pass
